import type { Queryable } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { accessParameter, createAccess } from "../../media/access.ts";
import { listShownAssets } from "../../media/shown-asset-sql.ts";
import type { Asset, Picture } from "../../newsroom/pages/page-input.ts";
import { assetOf, pictureOf } from "../../newsroom/shown-asset.ts";
import type { DraftContent } from "../drafts/rules.ts";

/** What reads the pictures and files of a text that is not published. */
export type UnpublishedAssetDeps = { sql: Queryable; secrets: SecretCipher };

export type UnpublishedAssets = { image: Picture | null; assets: Asset[] };

/**
 * Pictures and files of a text before its publication, at addresses that open them for some hours. Only what belongs to the
 * client is among them: a text that is not saved yet may name anything.
 */
export async function readUnpublishedAssets(
  { sql, secrets }: UnpublishedAssetDeps,
  { agencyId, clientId }: { agencyId: number; clientId: number },
  { imageAssetId, assetIds }: Pick<DraftContent, "imageAssetId" | "assetIds">,
): Promise<UnpublishedAssets> {
  const ids = [...new Set([...(imageAssetId === null ? [] : [imageAssetId]), ...assetIds])];
  const shown = await listShownAssets(sql, agencyId, { clientId, assetIds: ids });
  const now = new Date();
  const address = ({ id }: { id: string }, path: string) => {
    const access = createAccess(secrets, { agencyId, assetId: id }, now);
    return `${path}${path.includes("?") ? "&" : "?"}${accessParameter}=${access}`;
  };
  const leading = shown.find(({ id }) => id === imageAssetId);
  return {
    image: leading === undefined ? null : pictureOf(leading, address),
    assets: shown.filter(({ id }) => assetIds.includes(id)).map((asset) => assetOf(asset, address)),
  };
}
