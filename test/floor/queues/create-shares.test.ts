import { expect, test } from "bun:test";
import { createShares } from "../../../service/floor/queues/create-shares.ts";

/** Gives agencies one place after the other, in turn, until none may take more; answers what each holds. */
function fill(seatsMax: number, agencies: number): number[] {
  const shares = createShares(seatsMax);
  const held = Array.from({ length: agencies }, () => 0);
  for (let turn = 0; turn < seatsMax; turn += 1) {
    for (const agencyId of held.keys()) {
      if (shares.roomOf(agencyId) === 0) continue;
      shares.take(agencyId, 1);
      held[agencyId] = (held[agencyId] ?? 0) + 1;
    }
  }
  expect(shares.full().length).toBe(agencies);
  return held;
}

test("an agency alone holds half of the seats, two hold a third each, and as many as there are seats hold one each", () => {
  expect(fill(64, 1)).toEqual([32]);
  expect(fill(63, 2)).toEqual([21, 21]);
  expect(fill(4, 1)).toEqual([2]);
  expect(fill(4, 4)).toEqual([1, 1, 1, 1]);
});

test("whoever comes next finds a seat, and none where all are taken", () => {
  const shares = createShares(3);
  shares.take(1, shares.roomOf(1));
  expect(shares.roomOf(2)).toBe(1);
  shares.take(2, 1);
  shares.take(3, 1);
  expect([shares.taken(), shares.roomOf(4)]).toEqual([3, 0]);
  shares.giveBack(2, 1);
  expect(shares.roomOf(4)).toBe(1);
});
