import { expect, test } from "bun:test";
import { shareConnections } from "../../../service/floor/db/share-connections.ts";
import { createAgencyWrites } from "../../../service/floor/limits/agency-writes.ts";
import { errorOf } from "../../support/error-of.ts";

/** As the service has them. */
const seatsPerAgency = 3;
const seats = 5;
const waitingMax = 1_000;

test("an agency writes in three seats, and all agencies together in five", async () => {
  const { call, begun, end } = createCalls();
  const calls = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3].map(call);
  await turn();
  expect(begun).toEqual([1, 1, 1, 2, 2]);
  expect(begun).toHaveLength(seats);
  end();
  await Promise.all(calls);
  expect(begun).toHaveLength(calls.length);
});

test("of eight connections, one agency writes on one, and all on two", async () => {
  const { call, begun, end } = createCalls(8);
  const calls = [1, 1, 2, 3].map(call);
  await turn();
  expect(begun).toEqual([1, 2]);
  end();
  await Promise.all(calls);
});

test("1,000 calls of an agency wait for their seat, and the next is told to come back", async () => {
  const { call, begun, end } = createCalls();
  const calls = Array.from({ length: seatsPerAgency + waitingMax }, () => call(1));
  await turn();
  expect(begun).toHaveLength(seatsPerAgency);
  expect(await errorOf(call(1))).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
  const other = call(2);
  await turn();
  expect(begun.at(-1)).toBe(2);
  end();
  await Promise.all([...calls, other]);
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Calls that never end by themselves. */
function createCalls(connections = 18) {
  const writes = createAgencyWrites(shareConnections(connections));
  const ended = Promise.withResolvers<void>();
  const begun: number[] = [];
  return {
    begun,
    end: ended.resolve,
    call: (agencyId: number) =>
      writes.run(agencyId, async () => {
        begun.push(agencyId);
        await ended.promise;
      }),
  };
}
