import type { Queryable } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import { mediaTypeOf } from "./media-types.ts";
import type { Asset } from "./schema.ts";
import { lockAssets } from "./sql.ts";

/** What the database takes for one release. */
const assetsPerReleaseMax = 50;

type Chosen = { clientId: number; imageAssetId: string | null; assetIds: readonly string[] };

/**
 * Refuses what a release can't be published with: assets that are not this client's, a leading picture that is none, and
 * pictures without alt text or credit, each by name. In the transaction that publishes, they can't be removed until its end.
 * Throws `invalid_parameters`, `not_found` and `asset_incomplete`, with the fields that are wrong.
 */
export async function requireAssets(sql: Queryable, agencyId: number, chosen: Chosen): Promise<void> {
  const { imageAssetId, assetIds } = chosen;
  if (imageAssetId === null && assetIds.length === 0) return;
  if (assetIds.length > assetsPerReleaseMax || new Set(assetIds).size < assetIds.length) {
    throw refused("invalid_parameters", {
      assetIds: `A release has at most ${assetsPerReleaseMax} assets, each once.`,
    });
  }
  const ids = [...new Set([...assetIds, ...(imageAssetId === null ? [] : [imageAssetId])])];
  const found = new Map((await lockAssets(sql, agencyId, ids)).map((asset) => [asset.id, asset]));
  const problem = (problemOf: (asset: Asset | undefined, id: string) => string | null) => {
    const image = imageAssetId === null ? null : problemOf(found.get(imageAssetId), imageAssetId);
    const files = assetIds.map((id) => problemOf(found.get(id), id)).filter((each) => each !== null);
    return {
      ...(image === null ? {} : { imageAssetId: image }),
      ...(files.length === 0 ? {} : { assetIds: files.join(" ") }),
    };
  };
  refuseAny(
    "not_found",
    problem((asset, id) => (asset?.clientId === chosen.clientId ? null : `The client has no asset ${id}.`)),
  );
  const leading = imageAssetId === null ? undefined : found.get(imageAssetId);
  if (leading !== undefined && !isPicture(leading)) {
    throw refused("invalid_parameters", {
      imageAssetId: `The asset ${leading.id} is no picture that a page can show.`,
    });
  }
  refuseAny(
    "asset_incomplete",
    problem((asset) => (asset === undefined ? null : missingText(asset))),
  );
}

function isPicture({ mediaType }: Asset): boolean {
  return mediaTypeOf(mediaType)?.shownAs === "picture";
}

function missingText(asset: Asset): string | null {
  const missing = [
    ...(asset.alt === null ? ["an alt text"] : []),
    ...(asset.credit === null ? ["a credit"] : []),
  ];
  if (!isPicture(asset) || missing.length === 0) return null;
  return `The picture ${asset.id} needs ${missing.join(" and ")}: set it with \`asset update\`.`;
}

type Problems = { imageAssetId?: string; assetIds?: string };
type Code = "invalid_parameters" | "not_found" | "asset_incomplete";

function refuseAny(code: Code, problems: Problems): void {
  if (Object.keys(problems).length > 0) throw refused(code, problems);
}

function refused(code: Code, problems: Problems): ServiceError {
  const fieldErrors = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, [problem]]),
  );
  return new ServiceError(code, [...new Set(Object.values(problems))].join(" "), {
    details: { formErrors: [], fieldErrors },
  });
}
