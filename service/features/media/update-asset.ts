import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { checkOf } from "../../floor/http/field-errors.ts";
import { type AuditActor, insertAudits } from "../audit/sql.ts";
import { checkTexts } from "./check-texts.ts";
import { isPicture } from "./media-types.ts";
import { type Asset, type AssetTexts, Focus } from "./schema.ts";
import { lockAssets, updateAssetRows } from "./sql.ts";
import { listUsesOfAssets } from "./uses-sql.ts";

export type AssetChange = Partial<AssetTexts> & { assetId: string; focus?: Focus | null };

/** As many as somebody uploads and describes at once. */
export const assetChangesMax = 100;

/**
 * Changes what is said of a picture or file; what is left out stays, an empty text takes it away. Pages show it at once.
 * Throws `not_found`, `invalid_parameters`, and `asset_incomplete` where a published release would lose alt text or credit.
 */
export async function updateAsset(
  sql: Sql,
  agencyId: number,
  { actor, ...change }: AssetChange & { actor: AuditActor },
): Promise<Asset> {
  const [changed] = await updateAssets(sql, agencyId, { changes: [change], actor });
  if (changed === undefined) throw new Error("A changed asset returned no row.");
  return changed;
}

/**
 * The same for several, all or none of them. With `clientId` they have to be that client's; further ones than `assetChangesMax` are
 * refused.
 */
export async function updateAssets(
  sql: Sql,
  agencyId: number,
  input: { changes: readonly AssetChange[]; clientId?: number; actor: AuditActor },
): Promise<Asset[]> {
  const { changes, clientId, actor } = input;
  if (changes.length > assetChangesMax)
    throw new ServiceError("invalid_parameters", `Change at most ${assetChangesMax} assets at once.`);
  return await sql.begin(async (transaction) => {
    const found = await lockAssets(
      transaction,
      agencyId,
      changes.map(({ assetId }) => assetId),
    );
    const before = new Map(found.map((asset) => [asset.id, asset]));
    const changed = changes.map((change) => {
      const asset = before.get(change.assetId.toLowerCase());
      if (asset === undefined || (clientId !== undefined && asset.clientId !== clientId))
        throw new ServiceError("not_found", `The agency has no asset ${change.assetId}.`);
      return { ...asset, ...wordsOf(asset, change) };
    });
    await refuseLosses(transaction, agencyId, changed);
    const rows = changed.map(({ id, alt, credit, caption, focus }) => ({
      assetId: id,
      alt,
      credit,
      caption,
      focus,
    }));
    await updateAssetRows(transaction, agencyId, rows);
    await insertAudits(
      transaction,
      agencyId,
      rows.map(({ assetId, ...details }) => ({
        actor,
        action: "asset.updated",
        subject: { type: "asset", id: assetId },
        details,
      })),
    );
    return changed;
  });
}

/** The middle is no choice: nothing is kept of it. */
function wordsOf(asset: Asset, change: AssetChange): AssetTexts & { focus: Focus | null } {
  const { focus = asset.focus } = change;
  if (focus !== null && !checkOf(Focus).Check(focus))
    throw new ServiceError("invalid_parameters", "A focus has x and y from 0 to 100.");
  const texts = checkTexts({
    alt: change.alt === undefined ? asset.alt : change.alt,
    credit: change.credit === undefined ? asset.credit : change.credit,
    caption: change.caption === undefined ? asset.caption : change.caption,
  });
  return { ...texts, focus: focus?.x === 50 && focus.y === 50 ? null : focus };
}

/** A published release keeps alt text and credit of what it shows. */
async function refuseLosses(sql: Queryable, agencyId: number, changed: readonly Asset[]): Promise<void> {
  const bare = changed.filter((asset) => isPicture(asset) && (asset.alt === null || asset.credit === null));
  if (bare.length === 0) return;
  const ids = bare.map(({ id }) => id);
  const uses = await listUsesOfAssets(sql, agencyId, ids);
  const [first] = uses;
  if (first !== undefined)
    throw neededBy(
      first.assetId,
      uses.filter(({ assetId }) => assetId === first.assetId).map(({ releaseId }) => releaseId),
    );
}

function neededBy(assetId: string, releases: readonly number[]): ServiceError {
  return new ServiceError(
    "asset_incomplete",
    `The published or planned releases ${releases.join(", ")} show the picture ${assetId}: it keeps an alt text and a credit. Change them instead of taking them away.`,
    { facts: { releases: releases.join(", ") } },
  );
}
