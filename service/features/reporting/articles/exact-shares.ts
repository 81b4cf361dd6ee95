/** Shares have four decimals: a hundredth of a per cent. */
const steps = 10_000;

/**
 * Shares of whole numbers in their total, with four decimals, by largest remainder. Added up in their order they are exactly 1;
 * all are 0 when the total is 0. For that the last share may differ in its sixteenth digit, as 0.1 + 0.2 isn't 0.3.
 */
export function exactShares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count / total) * steps);
  const floors = exact.map(Math.floor);
  let missing = steps - floors.reduce((sum, floor) => sum + floor, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder) {
    if (missing <= 0) break;
    floors[index] = (floors[index] ?? 0) + 1;
    missing -= 1;
  }
  return closeSum(floors.map((floor) => floor / steps));
}

function closeSum(shares: number[]): number[] {
  const last = shares.findLastIndex((share) => share > 0);
  const others = shares.slice(0, last).reduce((sum, share) => sum + share, 0);
  // Exact by Sterbenz for sums from 0.5 on; below, the error is at most 2^-54, which rounds to 1 as well.
  if (others + (shares[last] ?? 0) !== 1) shares[last] = 1 - others;
  return shares;
}
