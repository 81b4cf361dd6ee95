import type { Sql } from "../../../floor/db/open.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { listShownAssets } from "../../media/shown-asset-sql.ts";
import { assetIdsIn, withoutPictures } from "../../media/text-pictures.ts";
import { createDraft } from "./create-draft.ts";
import { draftOf } from "./find-draft.ts";
import type { DraftContext } from "./read-draft-text.ts";
import { type Draft, titleCharactersMax } from "./schema.ts";

const addition = " (Kopie)";

/**
 * A new draft of the same client with the text of another one, its topics, pictures and files. What belongs to one publication alone stays
 * behind: date, address, and the texts for search engines. Throws `not_found`, `validation_error` for an archived client, and
 * `idempotency_conflict`.
 */
export async function duplicateDraft(
  sql: Sql,
  agencyId: number,
  { draftId, idempotencyKey }: { draftId: string; idempotencyKey: string },
  context: DraftContext,
): Promise<Draft> {
  const { clientId, content } = await draftOf(sql, agencyId, draftId);
  const { title, subtitle, bodyMarkdown, language, keywords, topics, dateline } = content;
  const wanted = [
    ...(content.imageAssetId === null ? [] : [content.imageAssetId]),
    ...content.assetIds,
    ...assetIdsIn(bodyMarkdown),
  ];
  const shown = await listShownAssets(sql, agencyId, { clientId, assetIds: wanted });
  const isThere = (id: string) => shown.some((asset) => asset.id === id);
  const { imageAssetId } = content;
  const input = {
    clientId,
    title: firstCharacters(title, titleCharactersMax - addition.length) + addition,
    // What was removed from the library since is in no new text.
    bodyMarkdown: withoutPictures(bodyMarkdown, (id) => !isThere(id)),
    language,
    keywords,
    topics,
    dateline,
    imageAssetId: imageAssetId !== null && isThere(imageAssetId) ? imageAssetId : null,
    assetIds: content.assetIds.filter(isThere),
    idempotencyKey,
    ...(subtitle !== null && { subtitle }),
  };
  return await createDraft(sql, agencyId, input, context);
}
