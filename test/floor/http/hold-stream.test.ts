import { afterEach, beforeEach, expect, jest, mock, test } from "bun:test";
import { holdStream } from "../../../service/floor/http/hold-stream.ts";
import { thrownBy } from "../../support/error-of.ts";

const megabyte = new Uint8Array(1_000_000);
const minuteMs = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a reader on a slow line gets a large archive whole, however long it takes", async () => {
  const { reader, ends } = held(2_000);
  let megabytes = 0;
  for (; (await reader.read()).done === false; megabytes += 1) jest.advanceTimersByTime(7_000);
  expect([megabytes, ends()]).toEqual([2_000, 1]);
});

test("a reader that takes next to nothing for half an hour is given up, at whatever place", async () => {
  for (const before of [1, 300]) {
    const { reader, ends } = held(2_000);
    for (let taken = 0; taken < before; taken += 1) await reader.read();
    jest.advanceTimersByTime(29 * minuteMs);
    await reader.read();
    expect(ends()).toBe(0);
    jest.advanceTimersByTime(minuteMs);
    expect(ends()).toBe(1);
    expect(await thrownBy(reader.read())).toThrow("took too long");
  }
});

function held(megabytes: number) {
  let left = megabytes;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(megabyte);
    },
  });
  const onEnd = mock(() => {});
  const reader = holdStream(stream, { signal: new AbortController().signal, onEnd }).getReader();
  return { reader, ends: () => onEnd.mock.calls.length };
}
