import { readReturnAddress, returnAddress } from "../../../service/features/mailings/return-address.ts";
import type { SecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { bounceMailbox as mailbox } from "./support.ts";

export const mail = { agencyId: 7, id: "0197f3c2-1111-7abc-8def-0123456789ab" };

export const bounceAddress = (mailbox: string, secrets: SecretCipher, ref: typeof mail) =>
  returnAddress("bounce", { mailbox, secrets }, ref);
export const readBounceAddress = (mailbox: string, secrets: SecretCipher, address: string) =>
  readReturnAddress("bounce", { mailbox, secrets }, address);

/** A report as Postfix writes it (RFC 3464); Microsoft 365 has many pages of its own before it. */
export function report(
  to: string,
  { action = "failed", status = "5.1.1", pagesBefore = "This is the mail system." } = {},
): Buffer {
  return Buffer.from(
    [
      "Return-Path: <>",
      `Delivered-To: ${to}`,
      "From: MAILER-DAEMON@mx.example (Mail Delivery System)",
      "Subject: Undelivered Mail Returned to Sender",
      `To: ${to}`,
      "Auto-Submitted: auto-replied",
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
      "",
      "--B",
      "Content-Type: text/plain; charset=us-ascii",
      "",
      pagesBefore,
      "",
      "--B",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      "",
      "Final-Recipient: rfc822; weg@zeitung.example",
      `Action: ${action}`,
      `Status: ${status}`,
      "",
      "--B--",
      "",
    ].join("\r\n"),
  );
}

/** Parts within each other: 11 KB that a mail program would never write. */
export function nested(depth: number): string {
  const begin = (level: number) => `Content-Type: multipart/mixed; boundary=${level}\r\n\r\n--${level}\r\n`;
  return `To: ${mailbox}\r\n${Array.from({ length: depth }, (_each, level) => begin(level)).join("")}`;
}

export const letter = (headers: readonly string[]) => Buffer.from([...headers, "", "Text"].join("\r\n"));
