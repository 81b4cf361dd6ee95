import { expect, test } from "bun:test";
import { createSharedDeadline, sharedMs } from "../../../service/floor/concurrency/shared-deadline.ts";
import { until } from "../../support/until.ts";

const timeoutMs = 50;

test("each call that has not ended is called off once, from the deadline on and no later than what calls share", async () => {
  const begin = createSharedDeadline(timeoutMs);
  const lateMs: number[] = [];
  const startedAt = performance.now();
  const call = () => begin(() => lateMs.push(performance.now() - startedAt));
  call();
  const end = call();
  await Bun.sleep(20);
  call();
  end();
  await until(() => lateMs.length === 2);
  await Bun.sleep(sharedMs);
  expect(lateMs).toHaveLength(2);
  // A millisecond is lost to rounding.
  for (const ms of lateMs) expect(ms).toBeGreaterThanOrEqual(timeoutMs + 20 - 1);
});

test("a call that begins after what the others share has a timer of its own", async () => {
  const begin = createSharedDeadline(timeoutMs);
  const late: string[] = [];
  begin(() => late.push("first"));
  await Bun.sleep(sharedMs + 20);
  begin(() => late.push("second"));
  await until(() => late.length > 0);
  expect(late).toEqual(["first"]);
  await until(() => late.length > 1);
  expect(late).toEqual(["first", "second"]);
});
