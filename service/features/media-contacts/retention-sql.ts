import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { insertAudit } from "../audit/sql.ts";
import { retentionMonths } from "./settings.ts";

/** Days in which a person may still keep a contact that is shown for deletion. */
const shownDays = 30;
/** Rows that one statement changes: short locks. */
const rowsPerStatementMax = 2_000;

/** Shows contacts for deletion that nobody has written to or confirmed for so long, and deletes those that were shown long enough. */
export function contactRetentionLoop({ sql }: { sql: Sql }): Loop {
  return { name: "contact-retention", schedule: "37 12 * * * *", run: () => retireContacts(sql) };
}

/** One round; true when there may be more. */
async function retireContacts(sql: Sql): Promise<boolean> {
  const shown = await listOldContacts(sql, sql`c.deletion_shown_at is null`);
  for (const [agencyId, ids] of byAgency(shown))
    await sql`
      update media_contact
      set deletion_shown_at = now()
      where agency_id = ${agencyId}
        and id = any (${sql.array(ids)}::uuid[])
    `;
  const due = await listOldContacts(sql, sql`c.deletion_shown_at < now() - ${shownDays} * interval '1 day'`);
  for (const [agencyId, ids] of byAgency(due)) await deleteShown(sql, agencyId, ids);
  return shown.length >= rowsPerStatementMax || due.length >= rowsPerStatementMax;
}

type OldContact = { agencyId: number; id: string };

/** Of all agencies: a cluster locks rows of one agency alone, so whoever changes them does it agency by agency. */
async function listOldContacts(sql: Queryable, isWanted: ReturnType<Queryable>): Promise<OldContact[]> {
  return await sql<OldContact[]>`
    select c.agency_id as "agencyId", c.id
    from media_contact c
    left join media_contact_setting s on s.agency_id = c.agency_id
    where greatest(c.confirmed_at, coalesce(c.mailed_at, c.confirmed_at)) < now() - ${retentionMonths.min} * interval '1 month'
      and greatest(c.confirmed_at, coalesce(c.mailed_at, c.confirmed_at))
        < now() - coalesce(s.retention_months, ${retentionMonths.usual}) * interval '1 month'
      and ${isWanted}
    limit ${rowsPerStatementMax}
  `;
}

/** Whoever was confirmed or written to meanwhile is shown no more, and stays. */
async function deleteShown(sql: Sql, agencyId: number, ids: string[]): Promise<void> {
  await sql.begin(async (transaction) => {
    const deleted = await transaction`
      delete from media_contact
      where agency_id = ${agencyId}
        and id = any (${sql.array(ids)}::uuid[])
        and deletion_shown_at < now() - ${shownDays} * interval '1 day'
    `;
    if (deleted.count === 0) return;
    await insertAudit(transaction, agencyId, {
      actor: { type: "service", id: null },
      action: "media_contacts.expired",
      subject: { type: "agency", id: String(agencyId) },
      details: { contacts: deleted.count },
    });
  });
}

function byAgency(contacts: readonly OldContact[]): [agencyId: number, ids: string[]][] {
  const grouped = Map.groupBy(contacts, ({ agencyId }) => agencyId);
  return [...grouped].map(([agencyId, own]) => [agencyId, own.map(({ id }) => id)]);
}
