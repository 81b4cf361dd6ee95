import type { Queryable } from "../../floor/db/open.ts";
import type { ContactSettings } from "./schema.ts";

export async function findContactSettings(sql: Queryable, agencyId: number): Promise<ContactSettings> {
  const [row] = await sql<ContactSettings[]>`
    select retention_months as "retentionMonths", notice_url as "noticeUrl"
    from media_contact_setting
    where agency_id = ${agencyId}
  `;
  return row ?? { retentionMonths: 24, noticeUrl: null };
}

export async function upsertContactSettings(
  sql: Queryable,
  agencyId: number,
  { retentionMonths, noticeUrl }: ContactSettings,
): Promise<void> {
  await sql`
    insert into media_contact_setting (agency_id, retention_months, notice_url)
    values (${agencyId}, ${retentionMonths}, ${noticeUrl})
    on conflict (agency_id) do update
    set retention_months = excluded.retention_months, notice_url = excluded.notice_url
  `;
}

/** Shows those no more that a longer time keeps: when that ends, they are shown for a month again before they go. */
export async function takeBackShown(sql: Queryable, agencyId: number, months: number): Promise<void> {
  await sql`
    update media_contact
    set deletion_shown_at = null
    where agency_id = ${agencyId}
      and deletion_shown_at is not null
      and greatest(confirmed_at, coalesce(mailed_at, confirmed_at)) >= now() - ${months} * interval '1 month'
  `;
}
