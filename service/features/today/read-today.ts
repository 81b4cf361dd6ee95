import type { Queryable } from "../../floor/db/open.ts";
import { type Fault, listFaults } from "./faults-sql.ts";
import { countFindings } from "./findings-sql.ts";
import { type LatestRelease, listLatestReleases } from "./releases-sql.ts";
import { type AgencyState, readAgencyState } from "./steps-sql.ts";
import { readWeek, type WeekFigures } from "./week-sql.ts";
import { listWork, type WorkItem } from "./work-sql.ts";

export type Today = {
  work: WorkItem[];
  faults: Fault[];
  releases: LatestRelease[];
  state: AgencyState;
  week: WeekFigures;
  /** Clippings that were found and nobody has looked at. */
  findings: number;
};

/** Everything that a person finds on the page Heute, in six statements. */
export async function readToday(
  sql: Queryable,
  agencyId: number,
  input: { clientIds: readonly number[] | null; timeZone: string; canMail: boolean },
): Promise<Today> {
  const [work, faults, releases, state, week, findings] = await Promise.all([
    listWork(sql, agencyId, input),
    listFaults(sql, agencyId, input),
    listLatestReleases(sql, agencyId, input),
    readAgencyState(sql, agencyId),
    readWeek(sql, agencyId, input),
    countFindings(sql, agencyId, input),
  ]);
  return { work, faults, releases, state, week, findings };
}
