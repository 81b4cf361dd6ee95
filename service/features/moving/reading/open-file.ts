import { readFile, writeFile } from "node:fs/promises";
import {
  isZip,
  readDirectory,
  unpack,
  type ZipEntry,
  ZipProblem,
} from "../../../floor/archive-files/unzip.ts";
import { decodeBody, xmlEncoding } from "../../../floor/outbound/decode-body.ts";
import { ImportError } from "../../insights/import/faults.ts";
import {
  type FoundPicture,
  type FoundText,
  type MissingReason,
  type MoveFault,
  pictureBytesMax,
  textsMax,
} from "../schema.ts";
import { pictureNames } from "./picture-names.ts";
import { type Attachments, noAttachments, type RawText, readAttachment, readEntry } from "./read-entry.ts";
import { readTable } from "./read-table.ts";
import { fieldsOf, splitEntries } from "./split-entries.ts";
import { toText } from "./to-text.ts";

/** A file that is open in a thread: how many entries it has, and each of them. Null for one that is no text. */
type OpenFile = {
  entries: number;
  read: (index: number) => RawText | null;
  attachments: Attachments;
  language: string | null;
  zip: { bytes: Buffer; entries: ReadonlyMap<string, ZipEntry> } | null;
};
export type Opened = { entries: number } | { fault: MoveFault };

/** Entries of any kind: an export names its pictures and revisions too. */
const entriesMax = 100_000;
const entryCharactersMax = 2_000_000;
const zipEntriesMax = 10_000;
/** Bytes of the CSV file in an archive, unpacked. */
const tableBytesMax = 50_000_000;

/** The last file stays in memory: it is asked for again and again, and its thread ends when it is idle. */
let held: { path: string; file: OpenFile } | null = null;

export async function openFile(path: string): Promise<Opened> {
  const file = await fileAt(path);
  return typeof file === "string" ? { fault: file } : { entries: file.entries };
}

/** Texts of the entries from the one at `from` on. */
export async function readTexts(input: {
  path: string;
  site: string;
  from: number;
  count: number;
}): Promise<FoundText[]> {
  const file = await fileAt(input.path);
  if (typeof file === "string") return [];
  const indexes = Array.from({ length: Math.min(input.count, file.entries - input.from) }, (_, at) => at);
  return indexes.flatMap((at) => {
    const raw = file.read(input.from + at);
    return raw === null ? [] : [toText(raw, { site: input.site, ...file })];
  });
}

/** Writes a picture of an archive to `to`, or says why it can't. One that is damaged says nothing of the others. */
export async function unpackPicture(input: {
  path: string;
  name: string;
  to: string;
}): Promise<MissingReason | null> {
  const file = await fileAt(input.path);
  const zip = typeof file === "string" ? null : file.zip;
  const entry = zip?.entries.get(input.name);
  if (!zip || entry === undefined) return "not_found";
  if (entry.unpackedBytes > pictureBytesMax) return "too_large";
  try {
    await writeFile(input.to, unpack(zip.bytes, entry, pictureBytesMax));
    return null;
  } catch (error) {
    if (error instanceof ZipProblem) return "no_picture";
    throw error;
  }
}

async function fileAt(path: string): Promise<OpenFile | MoveFault> {
  if (held?.path === path) return held.file;
  // Two large ones at once would take twice the memory.
  held = null;
  try {
    const bytes = await readFile(path);
    const start = new TextDecoder("latin1")
      .decode(bytes.subarray(0, 1_000))
      .replace(/^(?:\xef\xbb\xbf)?\s*/, "");
    const file = start.startsWith("<") ? openXml(bytes) : await openTable(bytes);
    if (typeof file !== "string") held = { path, file };
    return file;
  } catch (error) {
    if (error instanceof ImportError || error instanceof ZipProblem) return "not_readable";
    throw error;
  }
}

function openXml(bytes: Buffer): OpenFile | MoveFault {
  const xml = decodeBody({ body: bytes, headers: {} }, xmlEncoding);
  const ranges = splitEntries(xml, entriesMax + 1);
  const head = xml.slice(0, ranges[0]?.start);
  // Declared entities are what a document takes memory or files by; no export has any.
  if (/<!ENTITY/i.test(head)) return "forbidden_xml";
  if (ranges.length > entriesMax) return "too_many_texts";
  const entryAt = (index: number) => xml.slice(ranges[index]?.start, ranges[index]?.end);
  const byId = new Map<string, FoundPicture>();
  for (const [index, { start, end }] of ranges.entries()) {
    if (end - start > entryCharactersMax || !entryAt(index).includes("wp:attachment_url")) continue;
    const found = readAttachment(fieldsOf(entryAt(index)));
    if (found !== null) byId.set(found.id, found.picture);
  }
  const byUrl = new Map([...byId.values()].map((picture) => [picture.url, picture]));
  const attachments = { byId, byUrl };
  const language =
    /<language>\s*([\w-]{2,20})\s*</.exec(head)?.[1] ?? /xml:lang="([\w-]{2,20})"/.exec(head)?.[1];
  return {
    entries: ranges.length,
    read: (index) => readEntry(fieldsOf(entryAt(index).slice(0, entryCharactersMax)), attachments),
    attachments,
    language: language ?? null,
    zip: null,
  };
}

async function openTable(bytes: Buffer): Promise<OpenFile | MoveFault> {
  const parts = isZip(bytes) ? readDirectory(bytes, zipEntriesMax) : null;
  const named = parts?.filter(({ name }) => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name)) ?? [];
  const table = named.find(({ name }) => /\.csv$/i.test(name));
  if (parts !== null && table === undefined) return "not_readable";
  const nameOf = pictureNames(named.map(({ name }) => name));
  const pictureNamed = (name: string) => (/^https?:\/\//.test(name) ? name : `zip:${nameOf(name) ?? name}`);
  const rows = await readTable(
    table === undefined ? bytes : unpack(bytes, table, tableBytesMax),
    pictureNamed,
  );
  if (rows === null) return "columns_missing";
  if (rows.length > textsMax) return "too_many_texts";
  return {
    entries: rows.length,
    read: (index) => rows[index] ?? null,
    attachments: noAttachments,
    language: null,
    // A name that an archive has twice means its first part, as everywhere here.
    zip: parts && { bytes, entries: new Map(named.toReversed().map((entry) => [entry.name, entry])) },
  };
}
