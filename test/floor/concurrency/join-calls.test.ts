import { describe, expect, test } from "bun:test";
import { createJoinedCalls } from "../../../service/floor/concurrency/join-calls.ts";
import { errorOf } from "../../support/error-of.ts";
import { until } from "../../support/until.ts";

const limits = { batchMax: 100, batchesMax: 4, callsMax: 1_000, deadlineMs: 60_000 };

describe("calls that are joined", () => {
  test("what waits while a batch runs forms the next one, and each call gets its own answer", async () => {
    const held = heldBatches();
    const { call } = createJoinedCalls({ ...limits, run: held.run });
    const first = [call("a"), call("b")];
    await until(() => held.begun.length === 1);
    const second = [call("c"), call("d"), call("e")];
    held.answer(0);
    expect(await Promise.all(first)).toEqual(["A", "B"]);
    await until(() => held.begun.length === 2);
    held.answer(1);
    expect(await Promise.all(second)).toEqual(["C", "D", "E"]);
    expect(held.inputs()).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
  });

  test("a batch holds at most its bound, and the rest come after it in their order", async () => {
    const sizes: number[] = [];
    const { call } = createJoinedCalls<number, number>({
      ...limits,
      batchMax: 3,
      run: async (batch) => {
        sizes.push(batch.length);
        return batch;
      },
    });
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(call))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sizes).toEqual([3, 3, 1]);
  });

  test("beside a slow batch others begin, as many as are allowed, and a quick one lets the next begin at once", async () => {
    const held = heldBatches();
    const { call } = createJoinedCalls({ ...limits, batchesMax: 2, run: held.run });
    const slow = call("slow");
    await until(() => held.begun.length === 1);
    const quick = call("quick");
    await until(() => held.begun.length === 2);
    const next = call("next");
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(held.begun).toHaveLength(2);
    held.answer(1);
    expect(await quick).toBe("QUICK");
    await until(() => held.begun.length === 3);
    held.answer(2);
    expect(await next).toBe("NEXT");
    held.answer(0);
    expect(await slow).toBe("SLOW");
  });

  test("where two quick batches may run, a full one begins beside the first, and one that is not full waits for both", async () => {
    const held = heldBatches();
    const { call } = createJoinedCalls({
      ...limits,
      batchMax: 2,
      slowMs: 10_000,
      quickMax: 2,
      run: held.run,
    });
    const calls = ["a", "b", "c", "d", "e"].map(call);
    await until(() => held.begun.length === 2);
    await Bun.sleep(20);
    expect(held.inputs()).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    held.answer(1);
    await Bun.sleep(20);
    expect(held.begun).toHaveLength(2);
    held.answer(0);
    await until(() => held.begun.length === 3);
    held.answer(2);
    expect(await Promise.all(calls)).toEqual(["A", "B", "C", "D", "E"]);
  });

  test("an error in a call's position reaches that call alone; a batch that fails reaches all of it", async () => {
    const { call } = createJoinedCalls<string, string>({
      ...limits,
      run: async (batch) => {
        if (batch.includes("all")) throw new Error("no batch");
        return batch.map((input) => (input === "bad" ? new Error("no row") : input));
      },
    });
    const mixed = await Promise.allSettled([call("good"), call("bad")]);
    expect(mixed).toEqual([
      { status: "fulfilled", value: "good" },
      { status: "rejected", reason: new Error("no row") },
    ]);
    const failed = await Promise.allSettled([call("all"), call("good")]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await call("again")).toBe("again");
  });

  test("calls beyond the bound are refused at once, those under way counted, and taken again when there is room", async () => {
    const held = heldBatches();
    const { call } = createJoinedCalls({ ...limits, batchMax: 2, callsMax: 3, run: held.run });
    const taken = [call("a"), call("b"), call("c")];
    await until(() => held.begun.length === 1);
    expect(await errorOf(call("d"))).toMatchObject({ code: "service_unavailable" });
    held.answer(0);
    await Promise.all(taken.slice(0, 2));
    const after = call("e");
    await until(() => held.begun.length === 2);
    held.answer(1);
    expect(await Promise.all([...taken.slice(2), after])).toEqual(["C", "E"]);
  });

  test("a batch that is never answered is given up and holds no seat; what waited too long for its turn is not done", async () => {
    const held = heldBatches();
    const { call } = createJoinedCalls({
      ...limits,
      batchMax: 1,
      batchesMax: 1,
      deadlineMs: 100,
      run: held.run,
    });
    const settled = await Promise.allSettled([call("hung"), call("late")]);
    expect(settled).toEqual([
      { status: "rejected", reason: expect.objectContaining({ code: "service_unavailable" }) },
      { status: "rejected", reason: expect.objectContaining({ code: "service_unavailable" }) },
    ]);
    const next = call("next");
    await until(() => held.begun.length === 2);
    held.answer(1);
    expect(await next).toBe("NEXT");
    expect(held.inputs()).toEqual([["hung"], ["next"]]);
  });
});

/** A `run` whose batches are settled by hand, in the order in which they began. */
function heldBatches() {
  const begun: { inputs: readonly string[]; settle: PromiseWithResolvers<readonly (string | Error)[]> }[] =
    [];
  return {
    begun,
    inputs: () => begun.map(({ inputs }) => [...inputs]),
    answer: (batch: number) =>
      begun[batch]?.settle.resolve(begun[batch].inputs.map((input) => input.toUpperCase())),
    run: (inputs: readonly string[]) => {
      const settle = Promise.withResolvers<readonly (string | Error)[]>();
      begun.push({ inputs, settle });
      return settle.promise;
    },
  };
}
