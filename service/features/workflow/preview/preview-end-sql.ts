import type { Queryable } from "../../../floor/db/open.ts";

/** Preview links of a draft that were made before this moment are void; null where none was taken back. */
export async function findPreviewsEnd(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<Date | null> {
  const [row] = await sql<{ revokedAt: Date | null }[]>`
    select preview_links_revoked_at as "revokedAt"
    from draft
    where agency_id = ${agencyId}
      and id = ${draftId}
  `;
  return row?.revokedAt ?? null;
}

export async function setPreviewsEnd(
  transaction: Queryable,
  agencyId: number,
  { draftId, revokedAt }: { draftId: string; revokedAt: Date },
): Promise<void> {
  await transaction`
    update draft
    set preview_links_revoked_at = ${revokedAt}
    where agency_id = ${agencyId}
      and id = ${draftId}
  `;
}
