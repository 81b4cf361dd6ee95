import type { PendingQuery, Row } from "postgres";
import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";

type Fragment = PendingQuery<Row[]>;

// Writes tables of other folders: releases import media, so media cannot call them when a picture goes.

/** Releases named in a refusal; further ones are counted. */
export const namedReleasesMax = 20;

export type AssetUses = {
  /** Ids of published and planned releases, newest first, at most `namedReleasesMax`. */
  releases: number[];
  /** Clients whose newsroom shows it as logo or contact. */
  newsrooms: number[];
  /** Ids of press mailings that are being sent with it, at most `namedReleasesMax`. */
  mailings: string[];
};

/** What the public sees an asset on, or is about to. */
export async function findUses(sql: Queryable, agencyId: number, assetId: string): Promise<AssetUses> {
  const [row] = await sql<AssetUses[]>`
    select
      array(${showing(sql, agencyId, sql`${assetId}::uuid`)}) as releases,
      array(
        select client_id
        from newsroom
        where agency_id = ${agencyId}
          and (logo_asset_id = ${assetId} or contact_picture_asset_id = ${assetId})
        order by client_id
        limit ${namedReleasesMax}
      ) as newsrooms,
      array(
        select id::text
        from mailing
        where ${isAttached(sql, agencyId, assetId)}
          and status = 'sending'
        limit ${namedReleasesMax}
      ) as mailings
  `;
  return row ?? { releases: [], newsrooms: [], mailings: [] };
}

/** The press mailings that are planned or under way with an asset, the next first, at most `namedReleasesMax`. */
export async function listUsingMailings(
  sql: Queryable,
  agencyId: number,
  assetId: string,
): Promise<{ id: string; subject: string; isSending: boolean }[]> {
  return await sql<{ id: string; subject: string; isSending: boolean }[]>`
    select id, subject, status = 'sending' as "isSending"
    from mailing
    where ${isAttached(sql, agencyId, assetId)}
    order by due_at, id
    limit ${namedReleasesMax}
  `;
}

function isAttached(sql: Queryable, agencyId: number, assetId: string) {
  return sql`agency_id = ${agencyId} and due_at is not null and asset_ids @> array[${assetId}]::uuid[]`;
}

/** Which of these assets published and planned releases show, newest releases first. */
export async function listUsesOfAssets(
  sql: Queryable,
  agencyId: number,
  assetIds: readonly string[],
): Promise<{ assetId: string; releaseId: number }[]> {
  return await sql<{ assetId: string; releaseId: number }[]>`
    select wanted.id::text as "assetId", used.id as "releaseId"
    from unnest(${textArray(assetIds)}::uuid[]) as wanted (id)
    cross join lateral (${showing(sql, agencyId, sql`wanted.id`)}) as used
    order by used.id desc
    limit ${namedReleasesMax}
  `;
}

/** Releases that show an asset, and those that are planned: they appear by themselves, with what was approved. */
function showing(sql: Queryable, agencyId: number, assetId: Fragment) {
  return sql`
    select id
    from release
    where agency_id = ${agencyId}
      and status = 'published'
      and (image_asset_id = ${assetId} or asset_ids @> array[${assetId}])
    union
    select d.release_id
    from draft d
    join draft_version v on v.agency_id = ${agencyId} and v.draft_id = d.id and v.version = d.version
    where d.agency_id = ${agencyId}
      and d.status = 'scheduled'
      and (v.image_asset_id = ${assetId} or v.asset_ids @> array[${assetId}])
    order by 1 desc
    limit ${namedReleasesMax}
  `;
}

/** The published or the archived releases that show an asset, newest first, at most `namedReleasesMax`. */
export async function listUsingReleases(
  sql: Queryable,
  agencyId: number,
  { assetId, status }: { assetId: string; status: "published" | "archived" },
): Promise<{ id: number; title: string }[]> {
  return await sql<{ id: number; title: string }[]>`
    select id, title
    from release
    where agency_id = ${agencyId}
      and status = ${status}
      and (image_asset_id = ${assetId} or asset_ids @> array[${assetId}]::uuid[])
    order by id desc
    limit ${namedReleasesMax}
  `;
}

/**
 * Takes an asset off releases that are not published, whose rows would keep it. One without a draft goes on naming it among its files, of
 * which it may have 50: what names a file that is gone is not restored.
 */
export async function detachAsset(sql: Queryable, agencyId: number, assetId: string): Promise<void> {
  await sql`
    update release
    set
      image_asset_id = nullif(image_asset_id, ${assetId}::uuid),
      asset_ids = case
        when draft_id is not null then array_remove(asset_ids, ${assetId}::uuid)
        when asset_ids @> array[${assetId}]::uuid[] then asset_ids
        else asset_ids[:49] || ${assetId}::uuid
      end
    where agency_id = ${agencyId}
      and status <> 'published'
      and (image_asset_id = ${assetId} or asset_ids @> array[${assetId}]::uuid[])
  `;
}
