import type { Queryable } from "../../floor/db/open.ts";

/** Inactivity that ends a visit, in milliseconds: 30 min, as web analytics agrees on. */
const visitTimeoutMs = 1_800_000;

/**
 * Activity of a visitor: the union of [t, t + 30 min) over all moments, as from and until in milliseconds, or as the text of
 * a `tstzmultirange` where it is in several pieces. Most are one piece, and the server reads two numbers faster than a text.
 */
export type Activity = { fromMs: number; untilMs: number; text: string | null; visits: number };

/**
 * Ranges that touch are one, so a visit ends by more than 30 min without activity, and there are as many ranges as visits.
 * The union of two such values is right in whatever order batches are written: a late hit may join two visits into one.
 */
export function activityOf(momentsMs: readonly number[]): Activity {
  const [first = 0] = momentsMs;
  if (momentsMs.length === 1)
    return { fromMs: first, untilMs: first + visitTimeoutMs, text: null, visits: 1 };
  const ranges: { fromMs: number; untilMs: number }[] = [];
  for (const fromMs of momentsMs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && fromMs <= last.untilMs) last.untilMs = fromMs + visitTimeoutMs;
    else ranges.push({ fromMs, untilMs: fromMs + visitTimeoutMs });
  }
  return {
    fromMs: ranges[0]?.fromMs ?? 0,
    untilMs: ranges.at(-1)?.untilMs ?? 0,
    text: ranges.length === 1 ? null : `{${ranges.map(rangeText).join(",")}}`,
    visits: ranges.length,
  };
}

/** The `tstzmultirange` of columns named as the fields of an `Activity`, with times as distances from `sinceMs`. */
export function givenActivity(sql: Queryable, sinceMs: number) {
  return sql`
    case
      when activity is null
      then tstzmultirange(tstzrange(
        to_timestamp((${sinceMs}::float8 + from_ms) / 1000), to_timestamp((${sinceMs}::float8 + until_ms) / 1000)
      ))
      else activity::tstzmultirange
    end
  `;
}

/**
 * The visits of `known` and `excluded` together, in an upsert. Only the rare row with several ranges counts them by a
 * sub-select, which would take a third of each upsert.
 */
export function visitsTogether(sql: Queryable) {
  return sql`
    case
      when known.visits > 1 or excluded.visits > 1
      then (select count(*) from unnest(known.activity + excluded.activity))::integer
      when known.activity && excluded.activity or known.activity -|- excluded.activity
      then 1
      else 2
    end
  `;
}

function rangeText({ fromMs, untilMs }: { fromMs: number; untilMs: number }): string {
  return `[${new Date(fromMs).toISOString()},${new Date(untilMs).toISOString()})`;
}
