import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftStatus } from "./schema.ts";

/** Texts that are named where a file is used; more are in the list of texts. */
export const namedDraftsMax = 20;
/** Texts of a client whose newest versions are looked at, latest first. */
const lookedAtMax = 1_000;

/** Texts of a client that have not appeared and hold a picture or file in their newest version, last changed first. */
export async function listDraftsUsingAsset(
  sql: Queryable,
  agencyId: number,
  { clientId, assetId }: { clientId: number; assetId: string },
): Promise<{ draftId: string; title: string; status: DraftStatus }[]> {
  return await sql<{ draftId: string; title: string; status: DraftStatus }[]>`
    select d.id as "draftId", v.title, d.status
    from (
      select id, version, status, updated_at
      from draft
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and status not in ('published', 'archived')
      order by updated_at desc
      limit ${lookedAtMax}
    ) d
    join draft_version v on v.agency_id = ${agencyId} and v.draft_id = d.id and v.version = d.version
    where v.image_asset_id = ${assetId} or v.asset_ids @> array[${assetId}]::uuid[]
    order by d.updated_at desc
    limit ${namedDraftsMax}
  `;
}
