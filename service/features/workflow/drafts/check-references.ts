import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { quoted } from "../../../floor/strings/quoted.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { requireClientAssets } from "../../media/require-assets.ts";
import { findInLanguage, findOriginal } from "./reference-sql.ts";
import type { ReleaseDetailsInput } from "./release-details.ts";

type Referring = {
  clientId: number;
  language: string;
  releaseId: number | null;
  /** What the text is a translation of already; left out of a new one. */
  translationOf?: number | null;
};

/**
 * Refuses files and releases that the client doesn't have, and a second text in one language. Only what an input names is looked at, so
 * that a text can be edited although its original has left the newsroom since.
 * Throws `validation_error`, `not_found` or `invalid_parameters` with the fields.
 */
export async function checkReferences(
  transaction: Queryable,
  agencyId: number,
  { referring, input }: { referring: Referring; input: ReleaseDetailsInput & { language?: string } },
): Promise<void> {
  const { translationOf, imageAssetId = null, assetIds = [] } = input;
  await requireClientAssets(transaction, agencyId, { clientId: referring.clientId, imageAssetId, assetIds });
  const original = translationOf ?? null;
  if (original !== null)
    await checkOriginal(transaction, agencyId, { ...referring, translationOf: original });
  const originalId = original ?? referring.translationOf ?? referring.releaseId;
  if (originalId === null || (original === null && input.language === undefined)) return;
  await refuseTakenLanguage(transaction, agencyId, { ...referring, translationOf: originalId });
}

/**
 * Refuses a second text of one original in a language. Behind `lockClient` where the text goes online: two at once see nothing of each other.
 * Throws `validation_error`.
 */
export async function refuseTakenLanguage(
  transaction: Queryable,
  agencyId: number,
  { clientId, language, releaseId, translationOf = null }: Referring,
): Promise<void> {
  const originalId = translationOf ?? releaseId;
  if (originalId === null) return;
  const twin = await findInLanguage(transaction, agencyId, { clientId, originalId, language, releaseId });
  if (twin === null) return;
  throw refusal("validation_error", {
    german: `In dieser Sprache gibt es diese Meldung schon: ${quoted(twin.title)} (Nr. ${twin.pressReleaseId}). Bitte wählen Sie eine andere Sprache, oder archivieren oder stoppen Sie jene.`,
    english: `language: Release ${twin.pressReleaseId} is this text in the same language. Name another language, or correct, archive or stop that release.`,
    facts: { pressReleaseId: twin.pressReleaseId },
  });
}

async function checkOriginal(
  transaction: Queryable,
  agencyId: number,
  { clientId, language, releaseId, translationOf }: Referring & { translationOf: number },
): Promise<void> {
  const original = await findOriginal(transaction, agencyId, { clientId, pressReleaseId: translationOf });
  if (original === null || translationOf === releaseId) {
    throw wrongOriginal("The client has no such published release.");
  }
  if (original.translationOf !== null) {
    throw wrongOriginal(`That release is a translation itself. Name ${original.translationOf}.`);
  }
  if (original.language.toLowerCase() === language.toLowerCase()) {
    throw wrongOriginal("That release is in the same language.");
  }
}

function wrongOriginal(message: string): ServiceError {
  return new ServiceError(
    "validation_error",
    `translationOf: ${message}`,
    fieldReason("translationOf", message),
  );
}
