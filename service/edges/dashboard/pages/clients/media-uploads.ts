import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { type Static, Type } from "@sinclair/typebox";
import { ServiceError, statusByErrorCode } from "../../../../errors.ts";
import { addAsset } from "../../../../features/media/add-asset.ts";
import type { Asset, AssetTexts } from "../../../../features/media/schema.ts";
import { assetChangesMax, assetStamp, updateAssets } from "../../../../features/media/update-asset.ts";
import { beginUpload, finishUpload, getUpload } from "../../../../features/media/uploads.ts";
import { checkOf } from "../../../../floor/http/field-errors.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import { uuidPattern } from "../../../../schema.ts";
import { type Context, type Done, defineRawForm, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { answerJson, defineUploads, uploadRefusal } from "../../uploads/define-uploads.ts";
import { readJsonObject } from "../signing-in/read-json.ts";
import { clientOf, clientPath, clientsPath } from "./client-frame.ts";
import { assetFields, mediaTab, showLibrary } from "./media-library.ts";
import { textPictures } from "./text-pictures.ts";

const path = `${clientsPath}/:id/mediathek` as const;
export const noFile = () =>
  refusal("file_type_refused", {
    german: "Bitte wählen Sie eine Datei aus.",
    english: "The form has no file. Choose one.",
  });

/** Alternative text, credit and caption, in letters of four bytes. */
const fieldBytesMax = 8_000;
const limits = { fields: 10, parts: 12, fieldSize: fieldBytesMax, fieldNameSize: 100 };

const SentWords = Type.Object({
  changes: Type.Array(
    Type.Object({
      assetId: Type.String({ pattern: uuidPattern.source }),
      alt: Type.String(),
      credit: Type.String(),
      caption: Type.String(),
      seenStamp: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    { minItems: 1, maxItems: assetChangesMax },
  ),
});
/** Three texts for each, in letters of four bytes. */
const wordsBytesMax = assetChangesMax * fieldBytesMax;

type SentFile = { texts: Partial<AssetTexts>; fileName: string; chunks: AsyncIterable<Uint8Array> };

/** The form for browsers without script: one file, stored while it arrives. */
const plainForm = defineRawForm({
  path: `${path}/hochladen`,
  action: "media.write",
  async handle(context): Promise<Done | PageContent> {
    const { visit, request, deps } = context;
    const { id } = await clientOf(context);
    let texts: Partial<AssetTexts> = {};
    try {
      const form = await readUploadForm(request, (sent) => {
        texts = sent.texts;
        const { fileName, chunks } = sent;
        return addAsset(deps, visit.agencyId, {
          ...texts,
          clientId: id,
          fileName,
          chunks,
          actor: visit.actor,
        });
      });
      texts = form.texts;
      if (form.taken === null) throw noFile();
      return {
        location: clientPath(id, `${mediaTab}/${form.taken.assetId}`),
        notice: `${form.taken.fileName} ist hochgeladen. Bitte prüfen Sie die Angaben.`,
      };
    } catch (error) {
      return await showRefused(context, { texts, error });
    }
  },
});

const partForms = defineUploads({
  path: `${path}/uploads`,
  action: "media.write",
  async begin(context, file) {
    const { id } = await clientOf(context);
    const { deps, visit } = context;
    return (await beginUpload(deps.sql, visit.agencyId, { ...file, clientId: id })).uploadId;
  },
  async check(context, uploadId) {
    const { id } = await clientOf(context);
    const upload = await getUpload(context.deps.sql, context.visit.agencyId, uploadId);
    if (upload.clientId !== id) throw new ServiceError("not_found", "The client has no such upload.");
  },
  async finish({ visit, params, deps }, uploadId) {
    const added = await finishUpload(deps, visit.agencyId, { uploadId, actor: visit.actor });
    const at = clientPath(Number(params.id), `${mediaTab}/${added.assetId}`);
    const { assetId, fileName, alt, credit, caption, width } = added;
    const [inText = null] = await textPictures({ visit, deps }, Number(params.id), [assetId]);
    return {
      assetId,
      fileName,
      alt,
      credit,
      caption,
      seenStamp: assetStamp({ alt, credit, caption, focus: null }, { hasFocus: false }),
      edit: at,
      picture: width === null ? null : `${at}/bild`,
      inText,
    };
  },
});

/**
 * Takes what is said of several files at once, by the script of the uploads. A fault in one refuses all of it. What a colleague has changed
 * since is passed over, and answered as it is stored.
 */
const wordsForm = defineRawForm({
  path: `${path}/angaben`,
  action: "media.write",
  async handle(context) {
    const { id } = await clientOf(context);
    const { visit, deps, request } = context;
    const sent = await readJsonObject(request, wordsBytesMax);
    if (!checkOf(SentWords).Check(sent))
      throw new ServiceError("invalid_body", "Send `changes` with assetId, alt, credit and caption.");
    return await answerJson(async () => {
      const { changes } = sent as Static<typeof SentWords>;
      const { changed, older } = await updateAssets(deps.sql, visit.agencyId, {
        changes,
        clientId: id,
        actor: visit.actor,
      });
      const files = [
        ...changed.map(shownFile),
        ...older.map(({ stored }) => ({ ...shownFile(stored), problem: olderText(stored) })),
      ];
      return { saved: changed.length, files };
    });
  },
});

function shownFile(asset: Asset) {
  return { assetId: asset.id, seenStamp: assetStamp(asset, { hasFocus: false }) };
}

function olderText(asset: AssetTexts): string {
  const stored = (["alt", "credit", "caption"] as const).map(
    (name) => `${assetFields[name].label} ${asset[name] === null ? "leer" : `„${asset[name]}“`}`,
  );
  return `Das wurde inzwischen an anderer Stelle geändert. Gespeichert ist: ${stored.join(", ")}. Speichern Sie noch einmal, dann gilt, was hier steht.`;
}

export const mediaUploadDefinitions = [plainForm, wordsForm, ...partForms];

async function showRefused(
  context: Context<{ id: string }>,
  { texts, error }: { texts: Partial<AssetTexts>; error: unknown },
): Promise<PageContent> {
  const { message, status } = refusedUpload(error);
  const state: FormState = {
    typed: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text ?? ""]])),
    problems: {},
    message,
  };
  return { ...(await showLibrary(context, state)), status };
}

/** Why a form with a file was refused, and the status of its page. Throws what is no refusal of the file. */
export function refusedUpload(error: unknown): { message: string; status: 400 | 409 } {
  const status = error instanceof ServiceError ? statusByErrorCode[error.code] : 500;
  if (!(error instanceof ServiceError) || status >= 500 || status === 404) throw error;
  return { message: uploadRefusal(error), status: status === 409 ? 409 : 400 };
}

/**
 * Reads a form with texts and then one file, and hands the file to `take` while it comes, so that it is never held in memory.
 * Nothing is taken of a form without a file. Throws what `take` throws.
 */
export async function readUploadForm<T>(
  request: Request,
  take: (sent: SentFile) => Promise<T>,
): Promise<{ taken: T | null; texts: Partial<AssetTexts> }> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data;.*boundary=/i.test(contentType) || request.body === null)
    return { taken: null, texts: {} };
  const parser = parserFor(contentType);
  if (parser === null) return { taken: null, texts: {} };
  const texts: Partial<AssetTexts> = {};
  let taken: Promise<T> | null = null;
  parser.on("field", (name, value) => {
    if (name === "alt" || name === "credit" || name === "caption") texts[name] = value.trim();
  });
  parser.on("file", (_name, file, fileName) => {
    // Whoever reads the file meets the same failure; with nobody listening it would end the process.
    file.on("error", () => {});
    // A second file is read to nowhere: by its limit of files the library never came to the end of the form.
    if (!fileName || taken !== null) return void file.resume();
    // A destroyed file would never end the form: who refuses it in the middle leaves the rest to be read to nowhere.
    const chunks = { [Symbol.asyncIterator]: () => file.iterator({ destroyOnReturn: false }) };
    taken = take({ texts: { ...texts }, fileName, chunks });
    taken.catch(() => file.resume());
    reading.catch(() => file.destroy(halfBody()));
  });
  const reading = pipeline(Readable.from(chunksOf(request.body)), parser);
  const isRead = await reading.then(
    () => true,
    () => false,
  );
  if (taken === null) return { taken, texts };
  const result: T = await taken;
  if (!isRead) throw halfBody();
  return { taken: result, texts };
}

/** Null for a boundary that is none: the library throws for one without a name, and for one of more than 252 characters. */
function parserFor(contentType: string): InstanceType<typeof Busboy> | null {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    return null;
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function halfBody(): ServiceError {
  return new ServiceError("invalid_request", "The body ended before its end.");
}
