import { textArray } from "../../floor/db/array-literals.ts";
import { fitsAll } from "../../floor/db/holds-words.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { originalPath } from "./paths.ts";
import type { Asset, AssetTexts, Focus } from "./schema.ts";

type AssetRow = Omit<Asset, "url" | "createdAt"> & { createdAt: Date };

/** The columns of an asset, from `asset a` and `media_blob b`. */
function columns(sql: Queryable) {
  return sql`
    a.id,
    a.client_id as "clientId",
    a.file_name as "fileName",
    a.alt,
    a.credit,
    a.caption,
    ${focusOf(sql, sql`a`)} as focus,
    a.created_at as "createdAt",
    b.media_type as "mediaType",
    b.bytes,
    encode(b.sha256, 'hex') as "sha256",
    b.width,
    b.height
  `;
}

/** The focus point of the asset that a statement calls so, as JSON. */
export function focusOf(sql: Queryable, asset: ReturnType<Queryable>) {
  return sql`case when ${asset}.focus_x is not null then json_build_object('x', ${asset}.focus_x, 'y', ${asset}.focus_y) end`;
}

function toAsset({ createdAt, ...row }: AssetRow): Asset {
  return { ...row, createdAt: createdAt.toISOString(), url: originalPath(row) };
}

/** An asset of the agency, or null. */
export async function findAsset(sql: Queryable, agencyId: number, assetId: string): Promise<Asset | null> {
  const [row] = await sql<AssetRow[]>`
    select ${columns(sql)}
    from asset a
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    where a.agency_id = ${agencyId}
      and a.id = ${assetId}
  `;
  return row === undefined ? null : toAsset(row);
}

/**
 * The assets of the agency with these ids, by id; until the end of the caller's transaction nobody else removes or changes them. A weaker
 * lock let a picture lose its credit while it was being published. With `isToChange` nobody else keeps them so either.
 */
export async function lockAssets(
  sql: Queryable,
  agencyId: number,
  ids: readonly string[],
  { isToChange = false }: { isToChange?: boolean } = {},
): Promise<Asset[]> {
  const rows = await sql<AssetRow[]>`
    select ${columns(sql)}
    from asset a
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    where a.agency_id = ${agencyId}
      and a.id = any(${textArray(ids)}::uuid[])
    order by a.id
    for ${isToChange ? sql`no key update` : sql`share`} of a
  `;
  return rows.map(toAsset);
}

/** Newest first: those of one client, or of all, that are older than `before`; with `patterns` those whose words fit all of them. */
export async function listAssetRows(
  sql: Queryable,
  agencyId: number,
  input: {
    clientId: number | null;
    bytesMax?: number | null;
    before: string | null;
    limit: number;
    patterns?: readonly string[];
  },
): Promise<Asset[]> {
  const { clientId, bytesMax = null, before, limit, patterns = [] } = input;
  const fits = fitsAll(sql, sql`concat_ws(' ', a.file_name, a.alt, a.caption, a.credit)`, patterns);
  const rows = await sql<AssetRow[]>`
    select ${columns(sql)}
    from asset a
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    where a.agency_id = ${agencyId}
      ${clientId === null ? sql`` : sql`and a.client_id = ${clientId}`}
      ${bytesMax === null ? sql`` : sql`and b.bytes <= ${bytesMax}`}
      ${before === null ? sql`` : sql`and a.id < ${before}`}
      ${fits}
    order by a.id desc
    limit ${limit}
  `;
  return rows.map(toAsset);
}

export async function insertAsset(
  sql: Queryable,
  agencyId: number,
  input: AssetTexts & { id: string; clientId: number; blobId: string; fileName: string },
): Promise<void> {
  await sql`
    insert into asset (agency_id, id, client_id, blob_id, file_name, alt, credit, caption)
    values (
      ${agencyId}, ${input.id}, ${input.clientId}, ${input.blobId}, ${input.fileName}, ${input.alt}, ${input.credit},
      ${input.caption}
    )
  `;
}

/** Changes what is said of assets, each by its id, in one statement. */
export async function updateAssetRows(
  sql: Queryable,
  agencyId: number,
  changes: readonly (AssetTexts & { assetId: string; focus: Focus | null })[],
): Promise<void> {
  const rows = changes.map(({ focus, ...change }) => ({
    ...change,
    x: focus?.x ?? null,
    y: focus?.y ?? null,
  }));
  await sql`
    update asset
    set
      alt = change.alt,
      credit = change.credit,
      caption = change.caption,
      focus_x = change.x,
      focus_y = change.y,
      updated_at = now()
    from jsonb_to_recordset(${sql.json(rows)}) as change (
      "assetId" uuid, alt text, credit text, caption text, x smallint, y smallint
    )
    where asset.agency_id = ${agencyId}
      and asset.id = change."assetId"
  `;
}
