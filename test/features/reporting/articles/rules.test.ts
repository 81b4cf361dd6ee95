import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exactShares } from "../../../../service/features/reporting/articles/exact-shares.ts";
import { changePercent, daysBetween } from "../../../../service/features/reporting/articles/rules.ts";

describe("shares", () => {
  test("add up to exactly 1 in their order, and each is within a hundredth of a per cent", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 11 }), (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        const shares = exactShares(counts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total === 0 ? 0 : 1);
        for (const [index, count] of counts.entries()) {
          const share = shares[index] ?? Number.NaN;
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
          expect(Math.abs(share - (total === 0 ? 0 : count / total))).toBeLessThanOrEqual(0.000_100_1);
        }
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });

  test("have four decimals, and none of them is left over", () => {
    expect(exactShares([1, 1, 1])).toEqual([0.3334, 0.3333, 0.3333]);
    expect(exactShares([5, 0, 5])).toEqual([0.5, 0, 0.5]);
    expect(exactShares([0, 0])).toEqual([0, 0]);
    expect(exactShares([7])).toEqual([1]);
  });
});

describe("change to the previous period", () => {
  test("has one decimal, can be negative, and is null where there was nothing", () => {
    expect(changePercent(3, 4)).toBe(33.3);
    expect(changePercent(4, 3)).toBe(-25);
    expect(changePercent(10, 0)).toBe(-100);
    expect(changePercent(5, 5)).toBe(0);
    expect(changePercent(0, 9)).toBeNull();
  });

  test.each([
    [15, 16, -6.3],
    [45, 48, -6.3],
    [351, 400, -12.3],
    [17, 16, 6.3],
    [449, 400, 12.3],
    [79, 80, -1.3],
    [81, 80, 1.3],
  ])("rounds a fall as a rise: %i after %i", (current, previous, change) => {
    expect(changePercent(previous, current)).toBe(change);
  });
});

describe("days of a window", () => {
  test("are complete over a change of the clock and a leap day", () => {
    expect(daysBetween("2026-03-28", "2026-03-30")).toEqual(["2026-03-28", "2026-03-29", "2026-03-30"]);
    expect(daysBetween("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
    expect(daysBetween("2026-10-24", "2026-10-26")).toHaveLength(3);
  });
});
