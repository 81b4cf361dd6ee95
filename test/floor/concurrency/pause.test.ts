import { expect, test } from "bun:test";
import { pause } from "../../../service/floor/concurrency/pause.ts";
import { errorOf } from "../../support/error-of.ts";

const longMs = 300_000;

test("a pause ends by itself, and at once by its signal", async () => {
  const stopping = new AbortController();
  await pause(1, stopping.signal);
  const paused = pause(longMs, stopping.signal);
  stopping.abort();
  await paused;
  await pause(longMs, stopping.signal);
});

test("a pause that can't begin fails, and does not pass for one that the signal ended", async () => {
  expect(await errorOf(pause("soon" as unknown as number, new AbortController().signal))).toBeInstanceOf(
    TypeError,
  );
});
