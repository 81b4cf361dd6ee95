import { v7 as uuidv7 } from "uuid";
import { readBody } from "../../../floor/http/read-body.ts";
import { uuidPattern } from "../../../schema.ts";
import type { Fields, ValuesOf } from "./fields.ts";
import type { FormState } from "./form-state.ts";

/** Sent with each form beside its fields: the same for each copy of one form. */
export const idempotencyKeyName = "idempotencyKey";

/** Names and values of one body: a form has a few dozen, and a list of clients up to 500. */
const entriesMax = 1_000;

export type SentForm = { typed: Record<string, string[]>; idempotencyKey: string; problem: string | null };

const foreignProblem =
  "Das Formular passt nicht mehr zu dieser Seite. Bitte laden Sie sie neu und versuchen Sie es noch einmal.";

/** Reads a form with fields of its own, and takes it apart. */
export async function receiveForm(request: Request, fields: Fields, bytesMax: number): Promise<SentForm> {
  const body = await readBody(request, bytesMax);
  return parseForm(fields, request.headers.get("content-type"), body);
}

/** Takes a body apart. What was typed is kept for the answer, whatever is wrong with the rest. */
export function parseForm(fields: Fields, contentType: string | null, body: Uint8Array): SentForm {
  const typed: Record<string, string[]> = Object.create(null);
  let idempotencyKey: string | null = null;
  let problem =
    contentType?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded" &&
    !hasTooMany(body, "&")
      ? null
      : foreignProblem;
  for (const [name, value] of problem === null ? new URLSearchParams(new TextDecoder().decode(body)) : []) {
    const isKey = name === idempotencyKeyName;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isDoubled = isKey ? idempotencyKey !== null : field?.isList === false && typed[name] !== undefined;
    if (isDoubled || (!isKey && field === undefined)) {
      problem = foreignProblem;
      continue;
    }
    if (isKey) idempotencyKey = value;
    else typed[name] = [...(typed[name] ?? []), value];
  }
  if (idempotencyKey !== null && !uuidPattern.test(idempotencyKey)) problem = foreignProblem;
  return { typed, idempotencyKey: idempotencyKey ?? uuidv7(), problem };
}

/** The same for a form that may send a file beside its fields; the file is null where none was chosen. */
export async function parseFormWithFile(
  { fields, fileName }: { fields: Fields; fileName?: string },
  contentType: string | null,
  body: Uint8Array,
): Promise<{ sent: SentForm; file: File | null }> {
  if (fileName === undefined || !/^multipart\/form-data;/i.test(contentType ?? ""))
    return { sent: parseForm(fields, contentType, body), file: null };
  const form = await formDataOf(contentType, body);
  const texts = new URLSearchParams();
  for (const [name, value] of form ?? []) if (typeof value === "string") texts.append(name, value);
  // A body that is no form is refused as one of another kind.
  const kind = form === null ? null : "application/x-www-form-urlencoded";
  const sent = parseForm(fields, kind, new TextEncoder().encode(texts.toString()));
  return { sent, file: chosenFile(form, fileName) };
}

/** The values of a form, or the form with a reason beside each field that was refused. */
export function readForm<F extends Fields>(
  fields: F,
  sent: SentForm,
): { values: ValuesOf<F> } | { state: FormState } {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  let message = sent.problem;
  for (const [name, field] of Object.entries(fields)) {
    const read = field.read(sent.typed[name] ?? []);
    if ("value" in read) values[name] = read.value;
    // Nobody sees the field, so nobody can mend it.
    else if (field.shape === "hidden") message = foreignProblem;
    else problems[name] = read.problem;
  }
  if (message !== null || Object.keys(problems).length > 0)
    return { state: { typed: sent.typed, problems, message } };
  // Each name has just been read by its own field.
  return { values: values as ValuesOf<F> };
}

/** The file of a form that reads its body itself; null where none was chosen. Throws `payload_too_large` for a larger body. */
export async function readFile(request: Request, name: string, bytesMax: number): Promise<File | null> {
  const body = await readBody(request, bytesMax);
  return chosenFile(await formDataOf(request.headers.get("content-type"), body), name);
}

async function formDataOf(contentType: string | null, body: Uint8Array): Promise<FormData | null> {
  const [, boundary] = /;\s*boundary="?([^";,\s]{1,70})/i.exec(contentType ?? "") ?? [];
  if (boundary === undefined || hasTooMany(body, `--${boundary}`)) return null;
  return await new Response(new Uint8Array(body), { headers: { "content-type": contentType ?? "" } })
    .formData()
    .catch(() => null);
}

/**
 * Whether more than `entriesMax` separators stand in a body. Asked before anything is made of it: ten megabytes of `a&` from anybody, with
 * no session, held up all others for seconds.
 */
function hasTooMany(body: Uint8Array, separator: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let at = -1;
  for (let found = 0; found <= entriesMax; found += 1) {
    at = bytes.indexOf(separator, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function chosenFile(form: FormData | null, name: string): File | null {
  const sent = form?.get(name) ?? null;
  // A browser sends a field without a file as an empty file without a name, and Bun gives that one no name at all.
  return sent instanceof File && sent.name ? sent : null;
}
