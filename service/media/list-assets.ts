import { decodeCursor } from "../db/cursor.ts";
import type { Sql } from "../db/open.ts";
import { pageOf } from "../db/page-of.ts";
import { ServiceError } from "../errors.ts";
import { uuidPattern } from "../schema.ts";
import type { Asset } from "./schema.ts";
import { findAsset, listAssetRows } from "./sql.ts";

const listName = "assets";
const limitDefault = 50;
const limitMax = 100;

/** The agency's pictures and files, newest first, all or those of one client. Throws `invalid_cursor`. */
export async function listAssets(
  sql: Sql,
  agencyId: number,
  input: { clientId?: number | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ assets: Asset[]; nextCursor: string | null }> {
  const limit = Math.min(input.limit ?? limitDefault, limitMax);
  const before = input.cursor === undefined ? null : decodeCursor(listName, input.cursor, isId);
  const rows = await listAssetRows(sql, agencyId, {
    clientId: input.clientId ?? null,
    before,
    limit: limit + 1,
  });
  const page = pageOf(rows, { list: listName, limit, toItem: (row) => row, idOf: ({ id }) => id });
  return { assets: page.items, nextCursor: page.nextCursor };
}

/** One picture or file of the agency. Throws `not_found`. */
export async function getAsset(sql: Sql, agencyId: number, assetId: string): Promise<Asset> {
  const asset = await findAsset(sql, agencyId, assetId);
  if (asset === null) throw new ServiceError("not_found", `The agency has no asset ${assetId}.`);
  return asset;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
