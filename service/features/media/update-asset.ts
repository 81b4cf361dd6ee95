import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { checkOf } from "../../floor/http/field-errors.ts";
import { refuseChangedSince, type SeenValues, stampOf } from "../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudits } from "../audit/sql.ts";
import { checkTexts } from "./check-texts.ts";
import { isPicture } from "./media-types.ts";
import { type Asset, type AssetTexts, Focus } from "./schema.ts";
import { lockAssets, updateAssetRows } from "./sql.ts";
import { listUsesOfAssets } from "./uses-sql.ts";

/** With `seenStamp` (`assetStamp`) it is of what somebody saw. */
export type AssetChange = Partial<AssetTexts> & {
  assetId: string;
  focus?: Focus | null;
  seenStamp?: string | undefined;
};
type Said = AssetTexts & { focus: Focus | null };

/** As many as somebody uploads and describes at once. */
export const assetChangesMax = 100;

/**
 * Changes what is said of a picture or file; what is left out stays, an empty text takes it away. Pages show it at once.
 * Throws `not_found`, `invalid_parameters`, `asset_incomplete` where a published release would lose alt text or credit, and
 * `version_conflict` where somebody has changed it since `seenStamp`: an older page would undo that on pages that are published.
 */
export async function updateAsset(
  sql: Sql,
  agencyId: number,
  { actor, ...change }: AssetChange & { actor: AuditActor },
): Promise<Asset> {
  const { changed, older } = await updateAssets(sql, agencyId, { changes: [change], actor });
  for (const { stored, wanted } of older)
    refuseChangedSince(seenOf(stored, change), {
      wanted: seenOf(wanted, change),
      seenStamp: change.seenStamp,
    });
  const [asset] = changed;
  if (asset === undefined) throw new Error("A changed asset returned no row.");
  return asset;
}

/**
 * The same for several, all or none of them but those that somebody has changed since their `seenStamp`: they stay, and are returned as
 * `older`. With `clientId` they have to be that client's; further ones than `assetChangesMax` are refused.
 */
export async function updateAssets(
  sql: Sql,
  agencyId: number,
  input: { changes: readonly AssetChange[]; clientId?: number; actor: AuditActor },
): Promise<{ changed: Asset[]; older: { stored: Asset; wanted: Said }[] }> {
  const { changes, clientId, actor } = input;
  if (changes.length > assetChangesMax)
    throw new ServiceError("invalid_parameters", `Change at most ${assetChangesMax} assets at once.`);
  return await sql.begin(async (transaction) => {
    const found = await lockAssets(
      transaction,
      agencyId,
      changes.map(({ assetId }) => assetId),
      { isToChange: true },
    );
    const before = new Map(found.map((asset) => [asset.id, asset]));
    const all = changes.map((change) => {
      const asset = before.get(change.assetId.toLowerCase());
      if (asset === undefined || (clientId !== undefined && asset.clientId !== clientId))
        throw new ServiceError("not_found", `The agency has no asset ${change.assetId}.`);
      return { change, stored: asset, wanted: wordsOf(asset, change) };
    });
    const older = all.filter(isOlder);
    const changed = all
      .filter((each) => !older.includes(each))
      .map(({ stored, wanted }) => ({ ...stored, ...wanted }));
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
    return { changed, older };
  });
}

/** Of a picture or file, for `updateAsset`: of its texts, and of its focus for who changes that too. */
export const assetStamp = (asset: Said, { hasFocus }: { hasFocus: boolean }): string =>
  stampOf(seenOf(asset, hasFocus ? { focus: null } : {}));

function seenOf(said: Said, { focus }: Pick<AssetChange, "focus">): SeenValues {
  const { alt, credit, caption } = said;
  const { x: focusX, y: focusY } = said.focus ?? { x: 50, y: 50 };
  return { alt, credit, caption, ...(focus !== undefined && { focusX, focusY }) };
}

/** A double click is none. */
function isOlder({ change, stored, wanted }: { change: AssetChange; stored: Asset; wanted: Said }): boolean {
  const seen = stampOf(seenOf(stored, change));
  const { seenStamp = seen } = change;
  return seenStamp !== seen && seen !== stampOf(seenOf(wanted, change));
}

/** The middle is no choice: nothing is kept of it. */
function wordsOf(asset: Asset, change: AssetChange): Said {
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
