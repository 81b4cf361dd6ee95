import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { ServiceError } from "../../../errors.ts";
import type { AssetTexts } from "../../../media/schema.ts";

/** Alternative text, credit and caption, in letters of four bytes. */
const fieldBytesMax = 8_000;
const limits = { fields: 10, files: 1, parts: 12, fieldSize: fieldBytesMax, fieldNameSize: 100 };

export type SentFile = { texts: Partial<AssetTexts>; fileName: string; chunks: AsyncIterable<Uint8Array> };

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
  const parser = new Busboy({ headers: { "content-type": contentType }, limits });
  const texts: Partial<AssetTexts> = {};
  let taken: Promise<T> | null = null;
  parser.on("field", (name, value) => {
    if (name === "alt" || name === "credit" || name === "caption") texts[name] = value.trim();
  });
  parser.on("file", (_name, file, fileName) => {
    // Whoever reads the file meets the same failure; with nobody listening it would end the process.
    file.on("error", () => {});
    if (!fileName) return void file.resume();
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

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function halfBody(): ServiceError {
  return new ServiceError("invalid_request", "The body ended before its end.");
}
