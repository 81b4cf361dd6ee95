/** Inactivity that ends a visit, in milliseconds: 30 min, as web analytics agrees on. */
const visitTimeoutMs = 1_800_000;

/**
 * Activity of a visitor as PostgreSQL's `tstzmultirange`: the union of [t, t + 30 min) over all moments.
 * Ranges that touch are one, so a visit ends by more than 30 min without activity, and there are as many ranges as visits.
 * The union of two such values is right in whatever order batches are written: a late hit may join two visits into one.
 */
export function activityRanges(momentsMs: readonly number[]): { text: string; visits: number } {
  const sorted = momentsMs.toSorted((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const from of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = from + visitTimeoutMs;
    else ranges.push({ from, to: from + visitTimeoutMs });
  }
  const texts = ranges.map(({ from, to }) => `[${timestamp(from)},${timestamp(to)})`);
  return { text: `{${texts.join(",")}}`, visits: ranges.length };
}

function timestamp(momentMs: number): string {
  return new Date(momentMs).toISOString();
}
