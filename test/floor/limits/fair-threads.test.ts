import { afterEach, expect, test } from "bun:test";
import { ThreadTimeoutError } from "../../../service/floor/concurrency/thread-pool.ts";
import { createFairThreads, type FairThreads } from "../../../service/floor/limits/fair-threads.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";

let threads: FairThreads<string, { question: string }>;
afterEach(() => threads.close());

test("agencies take turns with a thread, however much one of them asks", async () => {
  open();
  const answered: string[] = [];
  const ask = async (agencyId: number, question: string) => {
    await threads.inTurn(agencyId, (thread) => thread.ask(question));
    answered.push(question);
  };
  await Promise.all([ask(1, "a1"), ask(1, "a2"), ask(1, "a3"), ask(2, "b1")]);
  expect(answered).toEqual(["a1", "b1", "a2", "a3"]);
});

test("a lent thread is the agency's until it is given back, whatever came of it", async () => {
  open();
  const thread = await threads.borrow(1);
  expect(await thrownBy(thread.ask("throw"))).toThrow();
  const next = threads.inTurn(2, (other) => other.ask("next"));
  expect(await Promise.race([next, Bun.sleep(50)])).toBeUndefined();
  thread.giveBack();
  expect(await next).toMatchObject({ question: "next" });
});

test("an agency whose thread can't be ended waits until it is gone, and no other does", async () => {
  open({ answerTimeoutMs: 1_000 });
  const beganAtMs = performance.now();
  const burning = threads.inTurn(1, (thread) => thread.ask("burn 4000"));
  expect(await thrownBy(burning)).toThrow(ThreadTimeoutError);
  const own = threads.inTurn(1, (thread) => thread.ask("own"));
  expect(await threads.inTurn(2, (thread) => thread.ask("other"))).toMatchObject({ question: "other" });
  expect(performance.now() - beganAtMs).toBeLessThan(3_500);
  await own;
  expect(performance.now() - beganAtMs).toBeGreaterThan(3_900);
});

test("an agency that has waited for its thread to be gone for long enough is refused", async () => {
  open({ answerTimeoutMs: 500, waitMs: 100 });
  expect(await thrownBy(threads.inTurn(1, (thread) => thread.ask("burn 2000")))).toThrow(ThreadTimeoutError);
  expect(await errorOf(threads.inTurn(1, (thread) => thread.ask("own")))).toMatchObject({
    code: "service_unavailable",
  });
});

function open(options: { answerTimeoutMs?: number; waitMs?: number } = {}): void {
  threads = createFairThreads({
    what: "questions",
    module: new URL("../concurrency/obedient-thread.ts", import.meta.url),
    ...{ answerTimeoutMs: 5_000, idleTimeoutMs: 5_000 },
    ...{ waitingPerAgencyMax: 10, waitMs: 10_000, retryAfterSeconds: 1 },
    ...options,
  });
}
