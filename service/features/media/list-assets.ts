import { ServiceError } from "../../errors.ts";
import { byUuid, limitForPeople, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Asset } from "./schema.ts";
import { findAsset, listAssetRows } from "./sql.ts";

const list = { name: "assets", ...byUuid, limitDefault: limitForPeople };

/** The agency's pictures and files, newest first, all or those of one client. Throws `invalid_cursor`. */
export async function listAssets(
  sql: Sql,
  agencyId: number,
  { clientId = null, ...page }: PageInput & { clientId?: number | null | undefined },
): Promise<{ assets: Asset[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, page, ({ after, rowsMax }) =>
    listAssetRows(sql, agencyId, { clientId, before: after, limit: rowsMax }),
  );
  return { assets: items, nextCursor };
}

/** One picture or file of the agency. Throws `not_found`. */
export async function getAsset(sql: Sql, agencyId: number, assetId: string): Promise<Asset> {
  const asset = await findAsset(sql, agencyId, assetId);
  if (asset === null) throw new ServiceError("not_found", `The agency has no asset ${assetId}.`);
  return asset;
}
