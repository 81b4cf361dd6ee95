import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { forgetCards } from "./card/sql.ts";
import { deleteAssets, lockForRemoval } from "./remove-sql.ts";
import { type AssetUses, detachAsset, findUses } from "./uses-sql.ts";

/**
 * Removes a picture or file. Throws `not_found`, and `asset_in_use` with the published and planned releases and the newsrooms that show it,
 * and the press mailings that are being sent with it: the rest of their recipients would get them without it.
 * A draft that names it can't be published until it names another.
 */
export async function removeAsset(
  sql: Sql,
  agencyId: number,
  { assetId, actor }: { assetId: string; actor: AuditActor },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const [asset] = await lockForRemoval(transaction, agencyId, assetId);
    if (asset === undefined) throw new ServiceError("not_found", `The agency has no asset ${assetId}.`);
    // After the lock: a publication that was under way has ended by now, and is seen.
    const uses = await findUses(transaction, agencyId, assetId);
    if (Object.values(uses).some((each) => each.length > 0)) throw inUse(assetId, uses);
    await detachAsset(transaction, agencyId, assetId);
    await forgetCards(transaction, agencyId, asset.clientId);
    await deleteAssets(transaction, agencyId, [asset]);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "asset.removed",
      subject: { type: "asset", id: assetId },
      details: { clientId: asset.clientId },
    });
  });
}

function inUse(assetId: string, uses: AssetUses): ServiceError {
  const releases = uses.releases.join(", ");
  const newsrooms = uses.newsrooms.join(", ");
  const mailings = uses.mailings.join(", ");
  const shown = [
    ...(releases === "" ? [] : [`the published or planned releases ${releases}`]),
    ...(newsrooms === "" ? [] : [`the newsrooms of the clients ${newsrooms}`]),
    ...(mailings === "" ? [] : [`the press mailings ${mailings}, which are being sent`]),
  ].join(" and ");
  return new ServiceError(
    "asset_in_use",
    `The asset ${assetId} is used by ${shown}. Correct, archive or stop those releases, set another picture there, or wait until those mailings are sent, and remove it then.`,
    { facts: { releases: releases || null, newsrooms: newsrooms || null, mailings: mailings || null } },
  );
}
