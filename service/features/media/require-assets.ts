import { ServiceError } from "../../errors.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { isPicture } from "./media-types.ts";
import type { Asset } from "./schema.ts";
import { lockAssets } from "./sql.ts";

/** The most assets that the database takes for one release. */
const assetsPerReleaseMax = 50;

type Chosen = { clientId: number; imageAssetId: string | null; assetIds: readonly string[] };

/**
 * Refuses what a release can't be published with: besides what `requireClientAssets` refuses, pictures without alt text or credit,
 * each by name. In the transaction that publishes, they can't be removed until its end. Throws `asset_incomplete` too.
 */
export async function requireAssets(sql: Queryable, agencyId: number, chosen: Chosen): Promise<void> {
  const found = await requireClientAssets(sql, agencyId, chosen);
  refuseAny(
    "asset_incomplete",
    problemsOf(chosen, (id) => {
      const asset = found.get(id);
      return asset === undefined ? null : missingText(asset);
    }),
  );
}

/**
 * Refuses what no text of a client can have: assets that are not this client's, and a leading picture that is none.
 * Throws `invalid_parameters` and `not_found`, with the fields that are wrong.
 */
export async function requireClientAssets(
  sql: Queryable,
  agencyId: number,
  chosen: Chosen,
): Promise<ReadonlyMap<string, Asset>> {
  const { clientId, imageAssetId, assetIds } = chosen;
  if (imageAssetId === null && assetIds.length === 0) return new Map();
  if (assetIds.length > assetsPerReleaseMax || new Set(assetIds).size < assetIds.length) {
    throw refused("invalid_parameters", {
      assetIds: `A release has at most ${assetsPerReleaseMax} assets, each once.`,
    });
  }
  const ids = [...new Set([...assetIds, ...(imageAssetId === null ? [] : [imageAssetId])])];
  const found = new Map((await lockAssets(sql, agencyId, ids)).map((asset) => [asset.id, asset]));
  refuseAny(
    "not_found",
    problemsOf(chosen, (id) =>
      found.get(id)?.clientId === clientId
        ? null
        : `The client has no file ${id}. Take it out of the text, or choose another.`,
    ),
  );
  const leading = imageAssetId === null ? undefined : found.get(imageAssetId);
  if (leading !== undefined && !isPicture(leading)) {
    throw refused("invalid_parameters", {
      imageAssetId: `The asset ${leading.id} is no picture that a page can show.`,
    });
  }
  return found;
}

function problemsOf({ imageAssetId, assetIds }: Chosen, problemOf: (id: string) => string | null): Problems {
  const image = imageAssetId === null ? null : problemOf(imageAssetId);
  const files = assetIds.map(problemOf).filter((each) => each !== null);
  return {
    ...(image === null ? {} : { imageAssetId: image }),
    ...(files.length === 0 ? {} : { assetIds: files.join(" ") }),
  };
}

function missingText(asset: Asset): string | null {
  const missing = [
    ...(asset.alt === null ? ["an alt text"] : []),
    ...(asset.credit === null ? ["a credit"] : []),
  ];
  if (!isPicture(asset) || missing.length === 0) return null;
  return `The picture ${asset.id} needs ${missing.join(" and ")}: somebody of the agency enters it in the client's media library (an operator by \`asset update\`).`;
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
