import { ServiceError } from "../../errors.ts";
import { byUuid, limitForPeople, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";
import { patternsOf } from "../../floor/db/word-patterns.ts";
import type { Asset } from "./schema.ts";
import { findAsset, listAssetRows } from "./sql.ts";

const list = { name: "assets", ...byUuid, limitDefault: limitForPeople };

/** The agency's pictures and files, newest first: all, those of one client, those of at most some bytes, or those that fit a query. Throws `invalid_cursor`. */
export async function listAssets(
  sql: Sql,
  agencyId: number,
  {
    clientId = null,
    bytesMax = null,
    query = "",
    ...page
  }: PageInput & { clientId?: number | null | undefined; bytesMax?: number | null; query?: string },
): Promise<{ assets: Asset[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, page, ({ after, rowsMax }) =>
    listAssetRows(sql, agencyId, {
      clientId,
      bytesMax,
      before: after,
      limit: rowsMax,
      patterns: patternsOf(query),
    }),
  );
  return { assets: items, nextCursor };
}

/** One picture or file of the agency. Throws `not_found`. */
export async function getAsset(sql: Sql, agencyId: number, assetId: string): Promise<Asset> {
  const asset = await findAsset(sql, agencyId, assetId);
  if (asset === null) throw new ServiceError("not_found", `The agency has no asset ${assetId}.`);
  return asset;
}
