import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { ServiceError } from "../../../service/errors.ts";
import {
  isDoneWithin,
  settleWithin,
  withinDeadline,
} from "../../../service/floor/concurrency/within-deadline.ts";
import { createLog, createWarner } from "../../../service/log.ts";
import { thrownBy } from "../../support/error-of.ts";

const never = new Promise<never>(() => {});
const late = () => new RangeError("late");

test("work in time settles as it does, and leaves nothing behind at the signal", async () => {
  const { signal } = new AbortController();
  expect(await settleWithin(Promise.resolve(7), { timeoutMs: 1_000, late, signal })).toBe(7);
  const failing = settleWithin(Promise.reject(new TypeError("its own")), { timeoutMs: 1_000, late, signal });
  expect(await thrownBy(failing)).toThrow("its own");
  expect(await thrownBy(settleWithin(never, { timeoutMs: 5, late, signal }))).toThrow("late");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("work that is late is not waited for, and its own failure later ends nothing", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const startedAt = performance.now();
  expect(await thrownBy(settleWithin(promise, { timeoutMs: 20, late }))).toThrow("late");
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(15);
  // An unhandled rejection would fail the test run.
  reject(new Error("much later"));
  await Bun.sleep(1);
});

test("an answer that lies ready is in time, however long a burst held the event loop up", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        socket.write("answer");
        const endMs = performance.now() + 100;
        while (performance.now() < endMs);
      },
    },
  });
  const client = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port,
    socket: { data: (_, bytes) => resolve(bytes.toString()) },
  });
  client.write("question");
  expect(await settleWithin(promise, { timeoutMs: 50, late })).toBe("answer");
  client.end();
  server.stop(true);
});

test("a signal calls the wait off with its reason, one that was aborted before at once", async () => {
  const abort = new AbortController();
  const waiting = settleWithin(never, { timeoutMs: 5_000, late, signal: abort.signal });
  abort.abort(new Error("called off"));
  expect(await thrownBy(waiting)).toThrow("called off");
  expect(await thrownBy(settleWithin(never, { timeoutMs: 5_000, late, signal: abort.signal }))).toThrow(
    "called off",
  );
});

test("whether work is done in time is said, and its failure is thrown", async () => {
  expect(await isDoneWithin(Promise.resolve(), 1_000)).toBe(true);
  expect(await isDoneWithin(never, 5)).toBe(false);
  expect(await thrownBy(isDoneWithin(Promise.reject(new Error("its own")), 1_000))).toThrow("its own");
});

test("a caller of the API is told that the service is unavailable", async () => {
  const error = await withinDeadline(never, 5).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code: "service_unavailable" });
});

test("a warning of each event is logged once in a minute", () => {
  const lines: string[] = [];
  const warn = createWarner(createLog("info", (line) => lines.push(line)));
  expect([warn("one", {}), warn("one", {}), warn("two", {}), warn("one", {})]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(lines).toHaveLength(2);
});
