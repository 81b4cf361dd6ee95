import type { Queryable } from "../../floor/db/open.ts";
import { type Fault, listFaults } from "./faults-sql.ts";
import { type LatestRelease, listLatestReleases } from "./releases-sql.ts";
import { type AgencyState, readAgencyState } from "./steps-sql.ts";
import { listWork, type WorkItem } from "./work-sql.ts";

export type Today = {
  work: WorkItem[];
  faults: Fault[];
  releases: LatestRelease[];
  state: AgencyState;
};

/** Everything that a person finds on the page Heute, in four statements. `since` is the person's visit before this one. */
export async function readToday(
  sql: Queryable,
  agencyId: number,
  input: { clientIds: readonly number[] | null; since: Date | null; timeZone: string; canMail: boolean },
): Promise<Today> {
  const [work, faults, releases, state] = await Promise.all([
    listWork(sql, agencyId, input),
    listFaults(sql, agencyId, input),
    listLatestReleases(sql, agencyId, input),
    readAgencyState(sql, agencyId),
  ]);
  return { work, faults, releases, state };
}
