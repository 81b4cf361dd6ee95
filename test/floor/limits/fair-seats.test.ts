import { describe, expect, test } from "bun:test";
import {
  createFairSeats,
  type FairSeatsOptions,
  type LeaveSeat,
} from "../../../service/floor/limits/fair-seats.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";

const settings: FairSeatsOptions = {
  what: "long reads",
  seats: 2,
  seatsPerAgency: 1,
  waitingPerAgencyMax: 2,
  waitMs: 5_000,
  retryAfterSeconds: 7,
};

const refusal = { code: "service_unavailable", retryAfterSeconds: 7 };

describe("fair seats", () => {
  test("a free seat is given at once, one beyond the agency's share has to wait", async () => {
    const { call, entered, leave } = createScene();
    void call(1, "a1");
    void call(1, "a2");
    void call(2, "b1");
    await turn();
    expect(entered).toEqual(["a1", "b1"]);
    await leave("a1");
    expect(entered).toEqual(["a1", "b1", "a2"]);
  });

  test("agencies take turns, however long one's line is", async () => {
    const { call, entered, leave } = createScene({ seats: 1, waitingPerAgencyMax: 10 });
    for (const name of ["a1", "a2", "a3", "a4"]) void call(1, name);
    for (const name of ["b1", "b2"]) void call(2, name);
    void call(3, "c1");
    for (let at = 0; at < 7; at += 1) {
      await turn();
      await leave(entered[at] ?? "");
    }
    expect(entered).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("one agency never has more than its share, even where seats are free", async () => {
    const { call, entered } = createScene({ seats: 5, seatsPerAgency: 2, waitingPerAgencyMax: 9 });
    for (let caller = 0; caller < 5; caller += 1) void call(1, `a${caller}`);
    await turn();
    expect(entered).toEqual(["a0", "a1"]);
  });

  test("a full line refuses the next caller of that agency at once, and nobody else", async () => {
    const { call, entered } = createScene({ seats: 3 });
    for (const name of ["a1", "a2", "a3"]) void call(1, name);
    expect(await errorOf(call(1, "a4"))).toMatchObject(refusal);
    await call(2, "b1");
    expect(entered).toEqual(["a1", "b1"]);
  });

  test("who has waited for long enough is refused, and its seat in the line is free again", async () => {
    const { call, entered, leave } = createScene({ seats: 1, waitMs: 20, waitingPerAgencyMax: 1 });
    void call(1, "a1");
    expect(await errorOf(call(1, "a2"))).toMatchObject(refusal);
    const third = call(1, "a3");
    await leave("a1");
    await third;
    expect(entered).toEqual(["a1", "a3"]);
  });

  test("who has gone leaves the line, and takes no seat", async () => {
    const { call, entered, leave } = createScene({ seats: 1 });
    const gone = new AbortController();
    void call(1, "a1");
    const second = call(1, "a2", gone.signal);
    const third = call(1, "a3");
    gone.abort();
    expect(await errorOf(second)).toMatchObject(refusal);
    expect(await errorOf(call(2, "b1", gone.signal))).toMatchObject(refusal);
    await leave("a1");
    await third;
    expect(entered).toEqual(["a1", "a3"]);
  });

  test("a seat that is given back twice is free once", async () => {
    const { call, entered, leave } = createScene({ seats: 1, waitingPerAgencyMax: 9 });
    void call(1, "a1");
    for (const name of ["a2", "a3"]) void call(1, name);
    await turn();
    await leave("a1");
    await leave("a1");
    expect(entered).toEqual(["a1", "a2"]);
  });

  test("a further condition holds an agency back until somebody says that it has changed", async () => {
    const closed = new Set([1]);
    const { call, entered, seats } = createScene({ mayEnter: (agencyId) => !closed.has(agencyId) });
    void call(1, "a1");
    void call(2, "b1");
    await turn();
    expect(entered).toEqual(["b1"]);
    closed.clear();
    seats.handOut();
    await turn();
    expect(entered).toEqual(["b1", "a1"]);
  });

  test("work that fails gives its seat back, and its error on", async () => {
    const { seats } = createScene({ seats: 1 });
    const broken = seats.run(1, async () => {
      throw new Error("broken");
    });
    expect(await thrownBy(broken)).toThrow("broken");
    expect(await seats.run(1, async () => "done")).toBe("done");
  });

  test("work that overruns its time is answered, and keeps its seat until it has ended", async () => {
    const { seats, call, entered } = createScene({ seats: 2 });
    const ended = Promise.withResolvers<void>();
    expect(await errorOf(seats.run(1, () => ended.promise, { workMs: 10 }))).toMatchObject({
      code: "service_unavailable",
    });
    void call(2, "b1");
    const waiting = call(1, "a1");
    await turn();
    expect(entered).toEqual(["b1"]);
    ended.resolve();
    await waiting;
    expect(entered).toEqual(["b1", "a1"]);
  });

  test("while all work overruns its time nobody waits in line, and afterwards the line is as it was", async () => {
    const { seats, call } = createScene({ seats: 2, seatsPerAgency: 2 });
    const ended = Promise.withResolvers<void>();
    const hang = () => seats.run(1, () => ended.promise, { workMs: 30 });
    const hanging = [hang(), hang()];
    const waiting = call(1, "a1");
    const other = call(2, "b1");
    const all = await Promise.allSettled([...hanging, waiting, other]);
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
    expect(await errorOf(waiting)).toMatchObject(refusal);
    expect(await errorOf(call(1, "a2"))).toMatchObject(refusal);
    ended.resolve();
    await turn();
    expect(await seats.run(1, async () => "done", { workMs: 1_000 })).toBe("done");
  });
});

/** What is settled by then did not have to wait. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Callers by name, in the order in which they entered. */
function createScene(options: Partial<FairSeatsOptions> = {}) {
  const seats = createFairSeats({ ...settings, ...options });
  const entered: string[] = [];
  const leaving = new Map<string, LeaveSeat>();
  return {
    seats,
    entered,
    call(agencyId: number, name: string, signal?: AbortSignal) {
      const entering = seats.enter(agencyId, signal === undefined ? {} : { signal }).then((leave) => {
        entered.push(name);
        leaving.set(name, leave);
      });
      // Who never gets a seat is refused after 5 s, when another file of this process may be under way.
      entering.catch(() => undefined);
      return entering;
    },
    async leave(name: string) {
      leaving.get(name)?.();
      await turn();
    },
  };
}
