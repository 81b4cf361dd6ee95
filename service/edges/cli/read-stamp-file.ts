import { readFile, stat } from "node:fs/promises";
import { tokenOfFile } from "../../features/stamps/ask-authority.ts";
import { imprintOf } from "../../features/stamps/check-token.ts";
import type { HeldStamp } from "../../features/stamps/judge-kept.ts";
import { subjectTypes } from "../../features/stamps/statements-sql.ts";
import { isZip, readDirectory, unpack } from "../../floor/archive-files/unzip.ts";
import { UsageError } from "./usage-error.ts";

/** An archive with more in it has its stamps in a file of their own, which can be taken out. */
const fileBytesMax = 1024 ** 3;
/** What an archive without ZIP64 may hold. */
const entriesMax = 65_535;
const stampsName = "time_stamp.jsonl";
const derSequence = 0x30;

/** What a file of `--stamp` holds; `agencyId` is null where the file does not say whose it is. */
export type StampFile = { agencyId: number | null; held: HeldStamp[] };

/**
 * Reads stamps that somebody kept: `stempel.tsr`, a token alone (DER), the answer of `GET /data`, the ZIP of an agency, or its
 * `time_stamp.jsonl`. Throws UsageError.
 */
export async function readStampFile(path: string): Promise<StampFile> {
  const bytes = await readBytes(path);
  try {
    if (bytes[0] === derSequence) return { agencyId: null, held: [heldOf(bytes)] };
    const rows = isZip(bytes) ? linesOf(stampsOfZip(bytes)) : rowsOf(bytes);
    const held = rows.flatMap((row) => heldOfRow(row) ?? []);
    const agencyId = rows.map((row) => memberOf(row, "agency_id")).find((id) => typeof id === "number");
    if (rows.length > 0) return { agencyId: agencyId ?? null, held };
  } catch {
    // Said below, whatever part of it can't be read.
  }
  throw new UsageError(
    "The file of --stamp is no time stamp: neither stempel.tsr, nor a token, nor the answer of GET /data or the ZIP of an agency with stamps in it.",
  );
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > fileBytesMax)
      throw new Error(`it has more than ${fileBytesMax} bytes. Take ${stampsName} out of it`);
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`The file ${path} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** A token that is one: it names a hash. */
function heldOf(bytes: Uint8Array): HeldStamp {
  const token = tokenOfFile(bytes);
  imprintOf(token);
  return { token, subject: null };
}

function stampsOfZip(bytes: Buffer): Uint8Array {
  const entry = readDirectory(bytes, entriesMax).find(({ name }) => name === stampsName);
  if (entry === undefined) throw new Error("no stamps in it");
  return unpack(bytes, entry, fileBytesMax);
}

/** Of `GET /data` its `timeStamps`; of anything else each line. */
function rowsOf(bytes: Uint8Array): unknown[] {
  const text = Buffer.from(bytes).toString("utf8");
  const [firstLine = ""] = text.split("\n", 1);
  if (firstLine.includes('"subject_type"')) return linesOf(bytes);
  const data: unknown = JSON.parse(text);
  const stamps = memberOf(data, "timeStamps");
  const agencyId = memberOf(data, "agencyId");
  return Array.isArray(stamps)
    ? stamps.map((stamp: unknown) => ({
        agency_id: agencyId,
        subject_type: memberOf(memberOf(stamp, "subject"), "type"),
        subject_id: memberOf(memberOf(stamp, "subject"), "id"),
        token: memberOf(stamp, "token"),
      }))
    : [];
}

function linesOf(bytes: Uint8Array): unknown[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
}

/** Null for a stamp that was still awaited. Tokens are base64 in `GET /data`, and hex digits behind `\x` in a ZIP. */
function heldOfRow(row: unknown): HeldStamp | null {
  const token = memberOf(row, "token");
  if (typeof token !== "string") return null;
  const bytes = token.startsWith("\\x") ? Buffer.from(token.slice(2), "hex") : Buffer.from(token, "base64");
  const type = subjectTypes.find((each) => each === memberOf(row, "subject_type"));
  const id = memberOf(row, "subject_id");
  return { token: bytes, subject: type === undefined || typeof id !== "string" ? null : { type, id } };
}

/** An own member of what came as JSON. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
