import { describe, expect, test } from "bun:test";
import { bounceAddress, readBounceAddress } from "../../../service/features/mailings/bounce-address.ts";
import { readFigures, readMailing } from "../../../service/features/mailings/mailings.ts";
import {
  readReturnedMail,
  returnedBytesMax,
} from "../../../service/features/mailings/returned/read-returned-mail.ts";
import { takeReturnedMail } from "../../../service/features/mailings/returned/take-returned-mail.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { databaseScene } from "../../support/cast.ts";
import { createContact, secrets } from "../media-contacts/support.ts";
import {
  createDesk,
  keptMails,
  bounceMailbox as mailbox,
  prepareAll,
  sendAll,
  sendMailing,
} from "./support.ts";

const { sql } = databaseScene();
const mail = { agencyId: 7, id: "0197f3c2-1111-7abc-8def-0123456789ab" };

/** A report as Postfix writes it (RFC 3464). */
function report(to: string, { action = "failed", status = "5.1.1" } = {}): Uint8Array {
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
      "This is the mail system.",
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

const letter = (headers: readonly string[]) => Buffer.from([...headers, "", "Text"].join("\r\n"));
const read = (source: Uint8Array) => readReturnedMail(source, { mailbox, secrets });

describe("the address that a mail comes back to", () => {
  test("names its mail in any case of letters, and fits a local part", () => {
    const address = bounceAddress(mailbox, secrets, mail);
    expect(readBounceAddress(mailbox, secrets, address)).toEqual(mail);
    expect(readBounceAddress(mailbox, secrets, address.toUpperCase())).toEqual(mail);
    const longest = bounceAddress(`${"b".repeat(18)}@dienst.example`, secrets, mail);
    expect(longest.indexOf("@")).toBeLessThanOrEqual(64);
  });

  test("is nobody's where it is forged, cut, of another key or another mailbox", () => {
    const address = bounceAddress(mailbox, secrets, mail);
    const other = createSecretCipher(new Uint8Array(32).fill(8));
    const forged = address.replace(/\+(.)/, (_whole, digit: string) => `+${digit === "0" ? "1" : "0"}`);
    for (const wrong of [
      forged,
      address.replace(/.@/, "@"),
      mailbox,
      "",
      "+@",
      address.replace("bounce", "andere"),
    ])
      expect(readBounceAddress(mailbox, secrets, wrong)).toBeNull();
    expect(readBounceAddress(mailbox, other, address)).toBeNull();
    expect(readBounceAddress("bounce@anderswo.example", secrets, address)).toBeNull();
    expect(readBounceAddress(mailbox, secrets, `bounce+${"z".repeat(45)}@dienst.example`)).toBeNull();
  });
});

describe("a mail that came back", () => {
  const to = bounceAddress(mailbox, secrets, mail);

  test.each([
    ["5.1.1", true],
    ["5.2.2", false],
    ["5.7.1", false],
    ["4.2.2", false],
  ])("with the status %s is hard: %p", async (status, isHard) => {
    expect(await read(report(to, { status }))).toEqual({ mail, what: { kind: "bounced", isHard, status } });
  });

  test("that is only late changes nothing", async () => {
    expect((await read(report(to, { action: "delayed", status: "4.4.1" }))).what).toEqual({
      kind: "delayed",
    });
  });

  test.each([
    [["Auto-Submitted: auto-replied"], "reply"],
    [["Auto-Submitted: auto-generated"], "reply"],
    [["X-Autoreply: yes"], "reply"],
    [["Precedence: auto_reply"], "reply"],
    [["Auto-Submitted: no", "Subject: Danke"], "other"],
    [["Subject: Widerspruch"], "objection"],
    [["Subject: Widerspruch", "Auto-Submitted: auto-replied"], "reply"],
  ] as const)("and says %p is a %s", async (headers, kind) => {
    expect(await read(letter([`To: ${to}`, ...headers]))).toMatchObject({ mail, what: { kind } });
  });

  test("and is hostile is read quickly, and names nobody", async () => {
    const long = "a".repeat(returnedBytesMax);
    const texts = [
      `To: ${"bounce+".repeat(9_000)}`,
      `To: ${"a+a@".repeat(16_000)}`,
      `Subject: ${"=?utf-8?q?".repeat(6_000)}`,
      `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${"--b\r\nContent-Type: message/delivery-status\r\n\r\n".repeat(1_400)}`,
      `To: ${long}`,
      `To: ${"a:b;".repeat(returnedBytesMax)}`,
      `From: ${"a,".repeat(returnedBytesMax)}`,
      long,
    ];
    for (const text of texts) {
      const startMs = performance.now();
      expect((await read(Buffer.from(text))).mail).toBeNull();
      expect(performance.now() - startMs).toBeLessThan(5_000);
    }
  });
});

describe("what comes back of a mailing", () => {
  test("ends a hard address at once and a soft one the third time, and counts once", async () => {
    const desk = await createDesk(sql);
    const contact = await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
    const deps = { sql, secrets, mailbox };
    const ended = async () => {
      const [row] = await sql<
        { at: Date | null }[]
      >`select undeliverable_at as at from media_contact where id = ${contact.id}`;
      return row?.at !== null;
    };
    for (const round of [1, 2, 3]) {
      const id = await sendMailing(sql, desk);
      await prepareAll(sql);
      const mailer = keptMails();
      await sendAll(sql, mailer);
      const source = report(mailer.mails[0]?.bounceTo ?? "", { status: "4.2.2" });
      expect(await takeReturnedMail(deps, source)).toBe(true);
      await takeReturnedMail(deps, source);
      const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
      expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 0, undeliverable: 1 });
      expect(await ended()).toBe(round === 3);
    }
    await sql`update media_contact set undeliverable_at = null, soft_bounces = '{}' where id = ${contact.id}`;
    await sendMailing(sql, desk);
    await prepareAll(sql);
    const mailer = keptMails();
    await sendAll(sql, mailer);
    await takeReturnedMail(deps, report(mailer.mails[0]?.bounceTo ?? ""));
    expect(await ended()).toBe(true);
  });

  test("objects by mail as the header offers it, and does nothing for an absence note", async () => {
    const desk = await createDesk(sql);
    await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
    const id = await sendMailing(sql, desk);
    await prepareAll(sql);
    const mailer = keptMails();
    await sendAll(sql, mailer);
    const to = /mailto:([^?]+)\?subject=Widerspruch/.exec(
      mailer.mails[0]?.headers?.["List-Unsubscribe"] ?? "",
    )?.[1];
    const deps = { sql, secrets, mailbox };
    await takeReturnedMail(deps, letter([`To: ${to}`, "Subject: Re: Neu", "Auto-Submitted: auto-replied"]));
    const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
    expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 1, objections: 0 });
    await takeReturnedMail(deps, letter([`To: ${to}`, "Subject: Widerspruch"]));
    expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 1, objections: 1 });
    expect(await takeReturnedMail(deps, report("anna@zeitung.example"))).toBe(false);
  });
});
