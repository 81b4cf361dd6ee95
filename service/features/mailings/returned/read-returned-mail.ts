import PostalMime, { type Email } from "postal-mime";
import { type Bounce, bounceOf } from "../../../floor/mail/bounce.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { readReturnAddress } from "../return-address.ts";

/** What came to the mailbox of returned mails, and which mail it answers; null where it names none of ours. */
export type ReturnedMail = {
  mail: { agencyId: number; id: string } | null;
  /** `delayed` and `reply` change nothing: the one may still arrive, the other was written by a program (RFC 3834). */
  what:
    | { kind: "bounced"; bounce: Bounce | null; status: string }
    | { kind: "objection" }
    | { kind: "delayed" | "reply" | "other" };
};

/** Of one mail: a report stands before the original that it may bring along. Microsoft's stands behind 36 KB, AOL's behind 64. */
export const returnedBytesMax = 131_072;
/** What the library reads: headers, and the reports of most servers. */
const parsedBytesMax = 16_384;
/** A report has 3 KB. */
const reportBytesMax = 4_096;

/** Headers in which servers name the address that they delivered to, and the mail that they answer. */
const addressHeaders = ["delivered-to", "x-original-to", "envelope-to", "to", "in-reply-to", "references"];
const reportType = "message/delivery-status";
/** Parts that hold the mail that came back, or its headers. */
const originals = ["message/rfc822", "text/rfc822-headers", "message/rfc822-headers"];
/** What stands between addresses. Looking for the addresses themselves took 6 s for 64 KB of letters. */
const separators = /[\s<>,;:"()]+/;

/** Reads the beginning of a mail. Anybody may have written it: the slowest that we found took 0.2 s on a busy machine. */
export async function readReturnedMail(
  source: Uint8Array,
  { mailbox, secrets }: { mailbox: string; secrets: SecretCipher },
): Promise<ReturnedMail> {
  const email = await parse(source.subarray(0, parsedBytesMax));
  if (email === null) return { mail: null, what: { kind: "other" } };
  const addressed = [...addressHeaders.map((name) => headerOf(email, name)), ...originalIds(email)];
  const addresses = addressed.flatMap((text) => text.split(separators));
  const named = (kind: "bounce" | "objection") =>
    addresses
      .map((address) => readReturnAddress(kind, { mailbox, secrets }, address))
      .find((ref) => ref !== null) ?? null;
  const report = reportIn(email, source);
  if (report !== null) return { mail: named("bounce"), what: readReport(report) };
  const objected = named("objection");
  // The address is for nothing else: mail programs write there by themselves, as iPhones do, with or without a subject.
  if (objected !== null) return { mail: objected, what: { kind: "objection" } };
  return { mail: named("bounce"), what: whatOf(email) };
}

/** The report of a server (RFC 3464); empty where the mail says that it is one and none can be read, null where it is none. */
function reportIn(email: Email, source: Uint8Array): string | null {
  const part = email.attachments.find(({ mimeType }) => mimeType === reportType);
  if (part !== undefined) return textOf(part.content);
  if (!/^multipart\/report\b.*\breport-type="?delivery-status\b/is.test(headerOf(email, "content-type")))
    return null;
  const rest = Buffer.from(source).toString("latin1", 0, returnedBytesMax);
  const at = rest.toLowerCase().indexOf(`content-type: ${reportType}`);
  return at < 0 ? "" : rest.slice(at, at + reportBytesMax);
}

/** Null for what the library refuses, such as 257 parts within each other. Only that: what else fails is no fault of the mail. */
async function parse(source: Uint8Array): Promise<Email | null> {
  const options = { attachmentEncoding: "utf8", forceRfc822Attachments: true } as const;
  return await PostalMime.parse(source, options).catch(() => null);
}

/** The ids of mails that came back: ours are made like the address that they come back to. */
function originalIds({ attachments }: Email): string[] {
  return attachments
    .filter(({ mimeType }) => originals.includes(mimeType))
    .map(({ content }) => /^message-id:[ \t]*([^\r\n]{1,400})/im.exec(textOf(content))?.[1] ?? "");
}

function whatOf(email: Email): ReturnedMail["what"] {
  // Of mails that went out before objections had an address of their own.
  if (headerOf(email, "x-apple-unsubscribe").toLowerCase() === "true") return { kind: "objection" };
  const automatic = headerOf(email, "auto-submitted").toLowerCase();
  const isAutomatic =
    (automatic !== "" && automatic !== "no") ||
    headerOf(email, "x-autoreply") !== "" ||
    /\b(auto_reply|bulk|junk)\b/i.test(headerOf(email, "precedence"));
  if (isAutomatic) return { kind: "reply" };
  // What the address in List-Unsubscribe asks for (RFC 2369).
  return { kind: email.subject?.trim().toLowerCase() === "widerspruch" ? "objection" : "other" };
}

/** RFC 3464: each of our mails has one recipient. Without a status that can be read it may come from anybody: a soft one. */
function readReport(report: string): ReturnedMail["what"] {
  // People look at one that is cut off.
  if (report === "") return { kind: "other" };
  const action = /^action:\s*(\w+)/im.exec(report)?.[1]?.toLowerCase();
  const status = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1] ?? "";
  if (action !== "failed") return { kind: "delayed" };
  return { kind: "bounced", bounce: bounceOf(status), status };
}

function headerOf({ headers }: Email, name: string): string {
  return headers
    .filter(({ key }) => key === name)
    .map(({ value }) => value)
    .join(" ");
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}
