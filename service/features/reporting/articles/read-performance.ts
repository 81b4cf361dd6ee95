import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { hasInteractions, levelsOfRelease } from "./levels.ts";
import { daysBetween, toPerformance, toReportedRelease } from "./rules.ts";
import type { Performance, ReleaseFigures, ReportWindow } from "./schema.ts";
import { readRollUps, selectDayWindow, selectReleaseFigures } from "./sql.ts";

/** Days of a report, both ends included; `from` and `to` are calendar days of the agency's time zone. */
export type DayWindow = Omit<ReportWindow, "dataThrough">;

/** The last `days` days of an agency, today included. Throws `not_found` for an agency that doesn't exist. */
export async function dayWindow(sql: Queryable, agencyId: number, days: number): Promise<DayWindow> {
  const window = await selectDayWindow(sql, agencyId, days);
  if (window === null) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  return { ...window, days: daysBetween(window.from, window.to).length };
}

/**
 * Figures of several releases together: each one is the sum over the releases, visitors and visits too, so a reader of two
 * releases counts twice. `level` is the lowest that they were measured at. Ids of other agencies add nothing.
 */
export async function readPerformance(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: { from: string; to: string } },
): Promise<Performance> {
  const { from, to } = input.window;
  // Its ends alone: a window that also counts its days would be taken for the last ones.
  const rollUps = await readRollUps(sql, agencyId, { releaseIds: input.releaseIds, window: { from, to } });
  if (rollUps === null) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  return toPerformance(rollUps);
}

/** Headline figures of each release of the agency among `releaseIds`, newest first; their sums are those of `readPerformance`. */
export async function readReleaseFigures(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: { from: string; to: string } },
): Promise<ReleaseFigures[]> {
  const rows = await selectReleaseFigures(sql, agencyId, input);
  return rows.map((row) => {
    const levels = levelsOfRelease(row.levels, row.level);
    return {
      release: toReportedRelease(agencyId, row),
      views: row.views,
      uniqueVisitors: row.uniqueVisitors,
      visits: row.visits,
      interactions: hasInteractions(levels, row.interactions) ? row.interactions : null,
      levels,
    };
  });
}
