import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { requireClientAssets } from "../../media/require-assets.ts";
import { findOriginal } from "./reference-sql.ts";
import type { ReleaseDetailsInput } from "./release-details.ts";

type Referring = { clientId: number; language: string; releaseId: number | null };

/**
 * Refuses files and releases that the client doesn't have. Only what an input names is looked at, so that a text can be edited
 * although its original has left the newsroom since.
 * Throws `validation_error`, `not_found` or `invalid_parameters` with the fields.
 */
export async function checkReferences(
  transaction: Queryable,
  agencyId: number,
  { referring, input }: { referring: Referring; input: ReleaseDetailsInput },
): Promise<void> {
  const { translationOf, imageAssetId = null, assetIds = [] } = input;
  await requireClientAssets(transaction, agencyId, { clientId: referring.clientId, imageAssetId, assetIds });
  if (translationOf === undefined || translationOf === null) return;
  const original = await findOriginal(transaction, agencyId, {
    clientId: referring.clientId,
    pressReleaseId: translationOf,
  });
  if (original === null || translationOf === referring.releaseId) {
    throw wrongField("translationOf", "The client has no such published release.");
  }
  if (original.translationOf !== null) {
    throw wrongField(
      "translationOf",
      `That release is a translation itself. Name ${original.translationOf}.`,
    );
  }
  if (original.language.toLowerCase() === referring.language.toLowerCase()) {
    throw wrongField("translationOf", "That release is in the same language.");
  }
}

function wrongField(field: string, message: string): ServiceError {
  return new ServiceError("validation_error", `${field}: ${message}`, {
    details: { formErrors: [], fieldErrors: { [field]: [message] } },
  });
}
