import { afterEach, describe, expect, test } from "bun:test";
import {
  createThreadPool,
  dyingMax,
  type ThreadPool,
  type ThreadPoolOptions,
  ThreadTimeoutError,
} from "../../../service/floor/concurrency/thread-pool.ts";
import { until } from "../../support/until.ts";

describe("a pool of threads", () => {
  let pool: ThreadPool<string, Answer>;
  afterEach(() => pool.close());

  test("answers each of many questions by its own answer, and hands its data to the thread", async () => {
    open({ threadsMax: 2 });
    const questions = Array.from({ length: 10 }, (_, number) => `question ${number}`);
    const answers = await Promise.all(questions.map((question) => pool.ask(question)));
    expect(answers).toMatchObject(questions.map((question) => ({ question, workerData: { given: true } })));
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
  });

  test.each(["die", "throw"])(
    "fails the question by which a thread would %s, at once, and answers the next",
    async (question) => {
      open({ answerTimeoutMs: 60_000 });
      expect(await outcomeOf(pool.ask(question))).toBeInstanceOf(Error);
      expect(await pool.ask("next")).toMatchObject({ question: "next" });
    },
  );

  test("ends a thread that hangs at its deadline, and answers those who waited", async () => {
    open({ answerTimeoutMs: 3_000 });
    const [hung, next] = await Promise.all([outcomeOf(pool.ask("hang")), pool.ask("next")]);
    expect(hung).toBeInstanceOf(ThreadTimeoutError);
    expect(next).toMatchObject({ question: "next" });
  });

  test("answers the question of a thread that can't be ended at its deadline, and the next by another thread", async () => {
    open({ answerTimeoutMs: 500 });
    const beganAtMs = performance.now();
    expect(await outcomeOf(pool.ask("burn 3000"))).toBeInstanceOf(ThreadTimeoutError);
    expect(await outcomeOf(pool.ask("next"))).toMatchObject({ question: "next" });
    expect(performance.now() - beganAtMs).toBeLessThan(2_900);
  });

  test("does with as many threads that can't be ended as it says; one more, and the next question waits", async () => {
    open({ answerTimeoutMs: 200 });
    // A new thread may take longer to start than it has time to answer.
    const lateOf = async () =>
      expect(await outcomeOf(pool.ask("burn 2000"))).toBeInstanceOf(ThreadTimeoutError);
    for (let count = 0; count < dyingMax; count += 1) await lateOf();
    expect(pool.hasRoomFor(1)).toBe(true);
    await lateOf();
    expect(pool.hasRoomFor(1)).toBe(false);
    const waiting = pool.borrow();
    expect(await Promise.race([waiting, Bun.sleep(100)])).toBeUndefined();
    (await waiting).giveBack();
    expect(pool.hasRoomFor(1)).toBe(true);
  });

  test("has no room for whom a thread that can't be ended worked for, until that is gone", async () => {
    let gone = 0;
    open({ answerTimeoutMs: 200, onGone: () => (gone += 1) });
    const thread = await pool.borrow(1);
    await outcomeOf(thread.ask("burn 2000"));
    thread.giveBack();
    expect([pool.hasRoomFor(1), pool.hasRoomFor(2), gone]).toEqual([false, true, 0]);
    await until(() => gone === 1);
    expect(pool.hasRoomFor(1)).toBe(true);
  });

  test("closes without a thread that can't be ended", async () => {
    open({ answerTimeoutMs: 100 });
    await outcomeOf(pool.ask("burn 4000"));
    const beganAtMs = performance.now();
    await pool.close();
    expect(performance.now() - beganAtMs).toBeLessThan(3_000);
  });

  test("ends a thread whose question is called off, with the reason", async () => {
    open();
    const controller = new AbortController();
    const asking = outcomeOf(pool.ask("hang", controller.signal));
    controller.abort(new Error("called off"));
    expect(await asking).toMatchObject({ message: "called off" });
    expect(await outcomeOf(pool.ask("a", controller.signal))).toMatchObject({ message: "called off" });
    expect(await pool.ask("next")).toMatchObject({ question: "next" });
  });

  test("replaces a thread that dies while it has nothing to do", async () => {
    open();
    for (let count = 0; count < 3; count += 1) {
      const { threadId } = await pool.ask("die afterwards");
      await until(async () => ![threadId, null].includes(await threadThatAnswers()));
    }
  });

  test("says that a borrowed thread has ended, in place of waiting for it", async () => {
    open({ answerTimeoutMs: 60_000 });
    const thread = await pool.borrow();
    await thread.ask("die afterwards");
    await until(async () => (await outcomeOf(thread.ask("more"))) instanceof Error);
    expect(await outcomeOf(thread.ask("more"))).toMatchObject({ message: "The thread has ended." });
    thread.giveBack();
    expect(await pool.ask("next")).toMatchObject({ question: "next" });
  });

  test("keeps a borrowed thread for its borrower alone until it is given back", async () => {
    open();
    const thread = await pool.borrow();
    let isAnswered = false;
    const other = pool.ask("other").finally(() => {
      isAnswered = true;
    });
    await thread.ask("one");
    await thread.ask("two");
    expect(isAnswered).toBe(false);
    thread.giveBack();
    expect(await other).toMatchObject({ question: "other" });
  });

  test("lets as many wait as it says, and refuses one more", async () => {
    open({ waitingMax: 2 });
    const thread = await pool.borrow();
    const waiting = [pool.ask("a"), pool.ask("b")];
    expect(await outcomeOf(pool.ask("c"))).toMatchObject({
      message: "2 questions wait for a thread already.",
    });
    thread.giveBack();
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  test("gives an idle thread's memory back, and starts another when asked", async () => {
    open({ idleTimeoutMs: 50 });
    const first = await pool.ask("a");
    expect((await pool.ask("b")).threadId).toBe(first.threadId);
    await Bun.sleep(200);
    expect((await pool.ask("c")).threadId).not.toBe(first.threadId);
  });

  test("refuses whoever waits when it is closed, and whoever comes later", async () => {
    open();
    const hanging = outcomeOf(pool.ask("hang"));
    const waiting = outcomeOf(pool.ask("waiting"));
    await Bun.sleep(50);
    await pool.close();
    for (const outcome of [await hanging, await waiting, await outcomeOf(pool.ask("later"))])
      expect(outcome).toBeInstanceOf(Error);
  });

  function open(options: Partial<ThreadPoolOptions> = {}): void {
    pool = createThreadPool({
      module: new URL("./obedient-thread.ts", import.meta.url),
      workerData: { given: true },
      threadsMax: 1,
      waitingMax: 10,
      answerTimeoutMs: 5_000,
      idleTimeoutMs: 5_000,
      ...options,
    });
  }
  /** Null where the question met a thread as it died; that is said at once, and not when its time is over. */
  const threadThatAnswers = () =>
    pool.ask("who is there?").then(
      ({ threadId }) => threadId,
      (error: unknown) => {
        expect(error).not.toBeInstanceOf(ThreadTimeoutError);
        return null;
      },
    );
  const outcomeOf = (asking: Promise<unknown>) => asking.catch((error: Error) => error);
});

type Answer = { question: string; workerData: unknown; threadId: number };
