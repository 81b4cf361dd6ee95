import type { Queryable } from "../../floor/db/open.ts";
import {
  type ClientClipping,
  type ClientRelease,
  findDraftOfLastMonth,
  findReportOfLastMonth,
  hasLastMonth,
  listClientClippings,
  listClientReleases,
  type MonthDraft,
  type MonthReport,
} from "./client-sql.ts";
import { listWork, type WorkItem } from "./work-sql.ts";

export type ClientState = {
  /** Open approvals and appointments, the most urgent first. */
  work: WorkItem[];
  releases: ClientRelease[];
  clippings: ClientClipping[];
  /** Of last month. */
  report: MonthReport | null;
  /** Of the same; it waits to be looked through, or is being issued. */
  draft: MonthDraft | null;
  /** False for a client that begins with this month. */
  hasLastMonth: boolean;
};

/** What is going on for one client, in six statements. */
export async function readClientState(
  sql: Queryable,
  agencyId: number,
  { clientId, timeZone }: { clientId: number; timeZone: string },
): Promise<ClientState> {
  const [work, releases, clippings, report, draft, isOfLastMonth] = await Promise.all([
    listWork(sql, agencyId, { clientIds: [clientId] }),
    listClientReleases(sql, agencyId, { clientId, timeZone }),
    listClientClippings(sql, agencyId, clientId),
    findReportOfLastMonth(sql, agencyId, { clientId, timeZone }),
    findDraftOfLastMonth(sql, agencyId, { clientId, timeZone }),
    hasLastMonth(sql, agencyId, { clientId, timeZone }),
  ]);
  return {
    work: work.filter(({ kind }) => kind === "open" || kind === "scheduled"),
    releases,
    clippings,
    report,
    draft,
    hasLastMonth: isOfLastMonth,
  };
}
