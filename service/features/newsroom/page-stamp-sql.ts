import type { Sql } from "../../floor/db/open.ts";
import { atAddress } from "../../floor/db/public-address.ts";
import { assetsStamp } from "../media/shown-asset-sql.ts";

/**
 * Names the versions of all rows that a release's page is made of: the same stamp, the same page. Null where there is no
 * such page. PostgreSQL writes a new version of a row at each update (`ctid` and `xmin`), so this needs no column that every
 * writer would have to keep, and reads no text.
 */
export async function findPageStamp(
  sql: Sql,
  slugs: { clientSlug: string; releaseSlug: string },
): Promise<string | null> {
  return await atAddress(sql, { kind: "newsroom", address: slugs.clientSlug }, (agencyId) =>
    findStampOf(sql, agencyId, slugs),
  );
}

async function findStampOf(
  sql: Sql,
  agencyId: number,
  { clientSlug, releaseSlug }: { clientSlug: string; releaseSlug: string },
): Promise<string | null> {
  const neighbour = (isOlder: boolean) => sql`
    select concat_ws(' ', o.ctid, o.xmin) as version
    from release o
    where o.agency_id = ${agencyId}
      and o.client_id = c.id
      and o.status = 'published'
      and (o.published_at, o.id) ${isOlder ? sql`<` : sql`>`} (r.published_at, r.id)
    order by o.published_at ${isOlder ? sql`desc` : sql`asc`}, o.id ${isOlder ? sql`desc` : sql`asc`}
    limit 1
  `;
  const translations = sql`
    select string_agg(concat_ws(' ', t.ctid, t.xmin), ',' order by t.id)
    from release t
    where t.agency_id = ${agencyId}
      and t.client_id = r.client_id
      and t.status = 'published'
      and (t.translation_of = coalesce(r.translation_of, r.id) or t.id = r.translation_of)
  `;
  const [row] = await sql<{ stamp: string }[]>`
    select
      concat_ws(' ', r.ctid, r.xmin, c.ctid, c.xmin, n.ctid, n.xmin, a.ctid, a.xmin)
      || '/' || coalesce((${neighbour(true)}), '')
      || '/' || coalesce((${neighbour(false)}), '')
      || '/' || coalesce((${translations}), '')
      || '/' || ${assetsStamp(sql, {
        agencyId: sql`${agencyId}`,
        assetIds: sql`r.asset_ids || array[r.image_asset_id, n.logo_asset_id, n.contact_picture_asset_id]`,
      })} as stamp
    from client c
    join newsroom n on n.agency_id = ${agencyId} and n.client_id = c.id
    join agency a on a.id = ${agencyId}
    join release r on r.agency_id = ${agencyId} and r.client_id = c.id
    where c.agency_id = ${agencyId}
      and c.slug = ${clientSlug}
      and c.status = 'active'
      and a.delete_after is null
      and r.slug = ${releaseSlug}
      and r.status = 'published'
  `;
  return row?.stamp ?? null;
}
