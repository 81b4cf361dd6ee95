import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { checkTexts } from "./check-texts.ts";
import { isPicture } from "./media-types.ts";
import type { Asset, AssetTexts } from "./schema.ts";
import { lockAssets, updateAssetTexts } from "./sql.ts";
import { findUses } from "./uses-sql.ts";

/**
 * Changes what is said of a picture or file; what is left out stays, an empty text takes it away. Pages show it at once.
 * Throws `not_found`, `invalid_parameters`, and `asset_incomplete` where a published release would lose alt text or credit.
 */
export async function updateAsset(
  sql: Sql,
  agencyId: number,
  input: Partial<AssetTexts> & { assetId: string; actor: AuditActor },
): Promise<Asset> {
  const { assetId, actor } = input;
  return await sql.begin(async (transaction) => {
    const [before] = await lockAssets(transaction, agencyId, [assetId]);
    if (before === undefined) throw new ServiceError("not_found", `The agency has no asset ${assetId}.`);
    const texts = checkTexts({
      alt: input.alt === undefined ? before.alt : input.alt,
      credit: input.credit === undefined ? before.credit : input.credit,
      caption: input.caption === undefined ? before.caption : input.caption,
    });
    if (isPicture(before) && (texts.alt === null || texts.credit === null)) {
      const { releases } = await findUses(transaction, agencyId, assetId);
      if (releases.length > 0) throw neededBy(assetId, releases);
    }
    await updateAssetTexts(transaction, agencyId, { assetId, texts });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "asset.updated",
      subject: { type: "asset", id: assetId },
      details: texts,
    });
    return { ...before, ...texts };
  });
}

function neededBy(assetId: string, releases: readonly number[]): ServiceError {
  return new ServiceError(
    "asset_incomplete",
    `The published releases ${releases.join(", ")} show the picture ${assetId}: it keeps an alt text and a credit. Change them instead of taking them away.`,
    { facts: { releases: releases.join(", ") } },
  );
}
