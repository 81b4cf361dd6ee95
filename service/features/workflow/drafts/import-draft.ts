import { createHash, type Hash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { isRefusal } from "../../../errors.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { type DocxReader, docxBytesMax, docxTooLarge } from "../../../press-text/docx/docx-reader.ts";
import type { DocxPicture, DocxText, LeftOut } from "../../../press-text/docx/read-docx.ts";
import { textCharactersMax } from "../../../press-text/markdown/text-limits.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { addAsset, type MediaDeps } from "../../media/add-asset.ts";
import { removeAsset } from "../../media/remove-asset.ts";
import { safeFileName } from "../../media/rules.ts";
import { altCharactersMax } from "../../media/schema.ts";
import { checkInput } from "../check-input.ts";
import { checkReferences } from "./check-references.ts";
import { createDraft } from "./create-draft.ts";
import { draftOf } from "./find-draft.ts";
import { type DraftContext, readDraftText } from "./read-draft-text.ts";
import { languageDefault } from "./rules.ts";
import { type Draft, NewDraftInput, titleCharactersMax } from "./schema.ts";
import { findDraftByKey } from "./sql.ts";

export type ImportDeps = MediaDeps & { docx: DocxReader };
type Import = {
  clientId: number;
  fileName: string;
  chunks: AsyncIterable<Uint8Array>;
  idempotencyKey: string;
  language?: string;
  translationOf?: number;
};
/** What is said of the draft beside the document. */
const GivenDetails = Type.Pick(NewDraftInput, ["language", "translationOf"]);
type Read = Omit<Import, "chunks"> & { text: DocxText; sentHash: Uint8Array };

/**
 * Makes a draft of a Word document: its title, text and tables, and its pictures as files of the client that stand in the text. What a
 * release can't hold is counted in `leftOut`. The same file under the same key, at once too, makes one draft.
 * Throws `idempotency_conflict`, `not_found`, `validation_error`, `file_type_refused`, `payload_too_large`, `service_unavailable`.
 */
export async function importDraft(
  deps: ImportDeps,
  agencyId: number,
  { chunks, ...input }: Import,
  context: DraftContext,
): Promise<{ draft: Draft; leftOut: LeftOut }> {
  const { clientId, language, translationOf } = input;
  await refuseInactiveClient(deps.sql, agencyId, clientId);
  checkInput(GivenDetails, input);
  // On the disk, as pictures are: nothing of what waits for the thread is in memory.
  const hash = createHash("sha256").update(`${[clientId, language, translationOf].join(" ")} `);
  const text = await deps.uploads.during(hashed(hash, upTo(docxBytesMax, chunks)), ({ path }) =>
    deps.docx.read(agencyId, path),
  );
  return await createImported(deps, agencyId, { ...input, text, sentHash: hash.digest() }, context);
}

async function* hashed(hash: Hash, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* upTo(bytesMax: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw docxTooLarge();
    yield chunk;
  }
}

async function createImported(
  deps: ImportDeps,
  agencyId: number,
  { clientId, fileName, idempotencyKey, text, sentHash, ...given }: Read,
  context: DraftContext,
): Promise<{ draft: Draft; leftOut: LeftOut }> {
  const name = safeFileName(fileName, { extension: "docx" }).replace(/\.docx$/, "");
  if (text.markdown.trim() === "") throw noText();
  // Before a picture is stored: a text that is refused leaves nothing behind.
  if ([...text.markdown].length > textCharactersMax) throw tooLong();
  await readDraftText(context, agencyId, text.markdown);
  const language = given.language ?? languageDefault;
  await checkReferences(deps.sql, agencyId, {
    referring: { clientId, language, releaseId: null },
    input: given,
  });
  const isRepeated = (await findDraftByKey(deps.sql, agencyId, idempotencyKey)) !== null;
  const pictures = isRepeated ? [] : text.pictures;
  const added = await addPictures(deps, agencyId, { clientId, name, pictures, context });
  const assets = added.filter((asset) => asset !== null);
  const draft = await createDraft(
    deps.sql,
    agencyId,
    {
      clientId,
      idempotencyKey,
      ...given,
      title: firstCharacters(text.title ?? name, titleCharactersMax),
      bodyMarkdown: withPictures(text.markdown, added),
      // What stands in a text is served to readers as one of its files.
      assetIds: assets.map(({ assetId }) => assetId),
      ...(text.subtitle !== null && { subtitle: text.subtitle }),
    },
    { ...context, sentHash },
  );
  // Of two at once one makes the draft; the pictures of the other are in no text.
  const { content } = await draftOf(deps.sql, agencyId, draft.id);
  const unused = assets.filter(({ assetId }) => !content.assetIds.includes(assetId));
  for (const { assetId } of unused)
    await removeAsset(deps.sql, agencyId, { assetId, actor: context.actor }).catch(refusedAsNull);
  const refused = added.length - assets.length;
  return { draft, leftOut: { ...text.leftOut, pictures: text.leftOut.pictures + refused } };
}

type Picture = { assetId: string; url: string };

/** One after the other, as they come from a page: each takes its turn in the thread of pictures. Null for one that is refused. */
async function addPictures(
  deps: ImportDeps,
  agencyId: number,
  input: { clientId: number; name: string; pictures: readonly DocxPicture[]; context: DraftContext },
): Promise<(Picture | null)[]> {
  const { clientId, name, pictures, context } = input;
  const added: (Picture | null)[] = [];
  for (const [index, { bytes, alt }] of pictures.entries()) {
    const fileName = `${firstCharacters(name, 80)}-bild-${index + 1}`;
    const chunks = (async function* () {
      yield bytes;
    })();
    const texts = alt === "" ? {} : { alt: firstCharacters(alt, altCharactersMax) };
    const adding = addAsset(deps, agencyId, { clientId, fileName, chunks, actor: context.actor, ...texts });
    added.push(await adding.catch(refusedAsNull));
  }
  return added;
}

function refusedAsNull(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

/** The marks of pictures with their addresses; a mark without a picture goes. */
function withPictures(markdown: string, pictures: readonly (Picture | null)[]): string {
  return markdown
    .replace(/(!\[(?:\\.|[^\]\\])*\])\(docx-picture:(\d{1,3})\)/g, (_whole, alt: string, number: string) => {
      const picture = pictures[Number(number)] ?? null;
      return picture === null ? "" : `${alt}(${picture.url})`;
    })
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const noText = () =>
  refusal("validation_error", {
    german: "In diesem Dokument steht kein Text, aus dem eine Meldung werden kann.",
    english: "The document has no text.",
  });
const tooLong = () =>
  refusal("validation_error", {
    german: "Der Text des Dokuments ist zu lang: höchstens 100.000 Zeichen. Teilen Sie es auf.",
    english: "The text of the document is over 100,000 characters.",
  });
