import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { draftForClients, orderDrafts } from "../../../../service/features/reporting/drafts/change-drafts.ts";
import { draftLoop } from "../../../../service/features/reporting/drafts/issue-drafts.ts";
import { listDrafts } from "../../../../service/features/reporting/drafts/list-drafts.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { insertViews } from "../../../edges/dashboard/reports/support.ts";
import { thisMonth } from "../../../support/berlin-days.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

export const actor = { type: "operator", id: null } as const;
export const never = new AbortController().signal;
export const period = thisMonth();

/** Whose drafts those of a test are. */
type Whose = { agencyId: number; clientIds: number[] };

/** An agency with two clients, each with a release that was read; the first has a contact. */
export async function createWhose(sql: Sql): Promise<Whose> {
  const { agencyId } = await createTestAgency(sql);
  const releases = [await createTestRelease(sql, agencyId), await createTestRelease(sql, agencyId)];
  const clientIds = releases.map(({ clientId }) => clientId);
  for (const { pressReleaseId } of releases) await insertViews(sql, agencyId, pressReleaseId);
  const contact = { clientId: clientIds[0] ?? 0, name: "Anna", email: "anna@mueller.example" };
  await addClientContact(sql, agencyId, contact, actor);
  return { agencyId, clientIds };
}

/** What is done with drafts, and what is there afterwards. */
export function draftCalls(sql: Sql, of: () => Whose) {
  const many = (more: object = {}) =>
    draftForClients(
      sql,
      of().agencyId,
      { clientIds: of().clientIds, period, comparison: "previous_year", formats: ["pdf"], ...more },
      actor,
    );
  const list = async () => (await listDrafts(sql, of().agencyId, { clientIds: null })).drafts;
  const order = async (draftIds?: string[]) =>
    orderDrafts(
      sql,
      of().agencyId,
      { draftIds: draftIds ?? (await list()).map(({ id }) => id), replyTo: "ich@agentur.example" },
      actor,
    );
  const issue = async (freshReads = async () => sql) =>
    draftLoop({
      sql,
      freshReads,
      log: createLog("silent", () => {}),
      seal: await testSeal(),
      publicUrl: "http://x",
      readPictures: async () => [],
    }).run(never);
  const rowsOf = (table: string) => sql`select * from ${sql(table)} where agency_id = ${of().agencyId}`;

  return { many, list, order, issue, rowsOf };
}
