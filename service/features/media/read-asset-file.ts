import { fieldReason, ServiceError } from "../../errors.ts";
import type { MediaDeps } from "./add-asset.ts";
import { readWhole } from "./open-file.ts";
import { listOriginals } from "./originals-sql.ts";

/**
 * The whole original of an asset, for what takes a small file as it is. Throws `not_found`, `validation_error` with field `asset`
 * where it is over `bytesMax`, and `service_unavailable`.
 */
export async function readAssetFile(
  deps: Pick<MediaDeps, "sql" | "fileStore" | "log">,
  agencyId: number,
  { assetId, bytesMax }: { assetId: string; bytesMax: number },
): Promise<Uint8Array> {
  const [original] = await listOriginals(deps.sql, agencyId, [assetId]);
  if (original === undefined) throw new ServiceError("not_found", `The agency has no asset ${assetId}.`);
  const { bytes } = original;
  if (bytes > bytesMax) {
    const sentence = `The asset has ${bytes} bytes; at most ${bytesMax} are allowed here. Choose a smaller one.`;
    throw new ServiceError("validation_error", sentence, fieldReason("asset", sentence));
  }
  return await readWhole(deps, agencyId, original);
}
