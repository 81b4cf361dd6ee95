import { readFile, writeFile } from "node:fs/promises";
import { parseCrawlerRanges } from "../service/features/measurement/classify/crawler-ranges.ts";
import { type RangeFile, rangeFiles } from "../service/features/measurement/classify/published-ranges.ts";
import {
  readSignatureKeys,
  type SignatureKeyFile,
} from "../service/features/measurement/classify/verify-signature.ts";

/** Longest answer read, in bytes: the longest published list has 300 kB. */
const answerBytesMax = 5_000_000;
/** Time for one answer, in milliseconds. */
const answerTimeoutMs = 30_000;
/** Most keys taken from one directory: operators keep two or three while they change them. */
const keysMax = 16;

export type UpdateOutcome = { file: string; isUpdated: boolean; detail: string };

/**
 * Reads each operator's ranges and signing keys anew, and writes what is right into `folder`, with today's day. What can't be
 * read or is wrong leaves its file as it is.
 */
export async function updateLists(input: {
  folder: string;
  today: string;
  ranges?: readonly RangeFile[];
}): Promise<UpdateOutcome[]> {
  const { folder, today, ranges = rangeFiles } = input;
  const outcomes: UpdateOutcome[] = [];
  for (const file of ranges) {
    const path = `ranges/${file.name.toLowerCase()}.json`;
    outcomes.push(await attempt(path, () => updateRanges(`${folder}/${path}`, file, today)));
  }
  const keys = "signature-keys.json";
  outcomes.push(await attempt(keys, () => updateKeys(`${folder}/${keys}`, today)));
  return outcomes;
}

async function attempt(file: string, update: () => Promise<string>): Promise<UpdateOutcome> {
  try {
    return { file, isUpdated: true, detail: await update() };
  } catch (error) {
    return { file, isUpdated: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function updateRanges(path: string, { name, source }: RangeFile, today: string): Promise<string> {
  const published: unknown = await readJson(source);
  parseCrawlerRanges({ [name]: published });
  const prefixes = prefixesIn(published);
  // What is written has to be read at the next start.
  parseCrawlerRanges({ [name]: prefixes });
  await writeFile(path, `${JSON.stringify({ name, source, date: today, prefixes }, null, 2)}\n`);
  return `${prefixes.length} prefixes`;
}

function prefixesIn(published: unknown): string[] {
  if (typeof published !== "object" || published === null || !("prefixes" in published)) return [];
  const entries: unknown[] = Array.isArray(published.prefixes) ? published.prefixes : [];
  return entries.flatMap((entry) => {
    if (typeof entry === "string") return [entry];
    if (typeof entry !== "object" || entry === null) return [];
    return Object.values(entry).filter((value) => typeof value === "string");
  });
}

async function updateKeys(path: string, today: string): Promise<string> {
  const known: SignatureKeyFile = JSON.parse(await readFile(path, "utf8"));
  const renewed: SignatureKeyFile[number][] = [];
  for (const { host, source } of known) {
    const directory: unknown = await readJson(source);
    const keys = keysIn(directory);
    if (keys.length === 0 || keys.length > keysMax) throw new TypeError(`${host} publishes no Ed25519 key.`);
    renewed.push({ host, source, date: today, keys });
  }
  readSignatureKeys(renewed);
  await writeFile(path, `${JSON.stringify(renewed, null, 2)}\n`);
  return `keys of ${renewed.length} operators`;
}

function keysIn(directory: unknown): { kty: string; crv: string; x: string }[] {
  if (typeof directory !== "object" || directory === null || !("keys" in directory)) return [];
  const entries: unknown[] = Array.isArray(directory.keys) ? directory.keys : [];
  return entries.flatMap((entry) => {
    if (typeof entry !== "object" || entry === null || !("x" in entry) || typeof entry.x !== "string")
      return [];
    const isEd25519 = "kty" in entry && entry.kty === "OKP" && "crv" in entry && entry.crv === "Ed25519";
    return isEd25519 ? [{ kty: "OKP", crv: "Ed25519", x: entry.x }] : [];
  });
}

async function readJson(source: string): Promise<unknown> {
  const response = await fetch(source, { signal: AbortSignal.timeout(answerTimeoutMs) });
  if (!response.ok) throw new Error(`${source} answered ${response.status}.`);
  const announced = Number(response.headers.get("content-length") ?? 0);
  const text = announced > answerBytesMax ? null : await response.text();
  if (text === null || text.length > answerBytesMax) throw new Error(`${source} answered more than 5 MB.`);
  return JSON.parse(text);
}

if (import.meta.main) {
  const folder = new URL("../service/features/measurement/lists", import.meta.url).pathname;
  const outcomes = await updateLists({ folder, today: new Date().toISOString().slice(0, 10) });
  for (const { file, isUpdated, detail } of outcomes)
    console.log(`${isUpdated ? "updated" : "KEPT   "} ${file}: ${detail}`);
  if (outcomes.some(({ isUpdated }) => !isUpdated)) process.exitCode = 1;
}
