import type { Queryable } from "../../floor/db/open.ts";
import { type AlertEntry, listNews } from "../alerts/sql.ts";
import { countContacts } from "../media-contacts/sql.ts";
import { type ListedDraft, listDraftRows } from "../reporting/drafts/list-sql.ts";
import { type Fault, listFaults } from "./faults-sql.ts";
import { countFindings } from "./findings-sql.ts";
import { type LatestRelease, listLatestReleases } from "./releases-sql.ts";
import { type AgencyState, readAgencyState } from "./steps-sql.ts";
import { readWeek, type WeekFigures } from "./week-sql.ts";
import { listWork, type WorkItem } from "./work-sql.ts";

export type Today = {
  work: WorkItem[];
  news: (AlertEntry & { occurredAt: Date })[];
  faults: Fault[];
  releases: LatestRelease[];
  state: AgencyState;
  week: WeekFigures;
  /** Clippings that were found and nobody has looked at. */
  findings: number;
  /** Contacts who have to be told that they are stored, and those that are about to be deleted. */
  contacts: { overdue: number; deletion: number };
  /** Reports that wait to be looked through, the newest. */
  reports: ListedDraft[];
};

/** Whoever has more goes on to their list. */
export const reportsShownMax = 10;
/** Whoever has more contacts to care for reads "mehr als". */
export const contactsCountedMax = 500;

/** Everything that a person finds on the page Heute, in some statements at once. */
export async function readToday(
  sql: Queryable,
  agencyId: number,
  input: { clientIds: readonly number[] | null; timeZone: string; canMail: boolean },
): Promise<Today> {
  const [work, faults, releases, state, week, findings, news, reports, overdue, deletion] = await Promise.all(
    [
      listWork(sql, agencyId, input),
      listFaults(sql, agencyId, input),
      listLatestReleases(sql, agencyId, input),
      readAgencyState(sql, agencyId),
      readWeek(sql, agencyId, input),
      countFindings(sql, agencyId, input),
      listNews(sql, agencyId, input.clientIds),
      listDraftRows(sql, agencyId, {
        clientIds: input.clientIds,
        isWaiting: true,
        isArchived: false,
        before: null,
        limit: reportsShownMax,
      }),
      countContacts(sql, agencyId, contactsIn("overdue", input)),
      countContacts(sql, agencyId, contactsIn("deletion", input)),
    ],
  );
  return { work, faults, releases, state, week, findings, news, reports, contacts: { overdue, deletion } };
}

function contactsIn(state: "overdue" | "deletion", { clientIds }: { clientIds: readonly number[] | null }) {
  return { filter: { scope: clientIds, state }, countMax: contactsCountedMax + 1 };
}
