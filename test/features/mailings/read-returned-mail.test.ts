import { describe, expect, test } from "bun:test";
import { returnAddress } from "../../../service/features/mailings/return-address.ts";
import {
  type ReturnedMail,
  readReturnedMail,
  returnedBytesMax,
} from "../../../service/features/mailings/returned/read-returned-mail.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { secrets } from "../media-contacts/support.ts";
import { bounceAddress, letter, mail, nested, readBounceAddress, report } from "./returned-mails.ts";
import { bounceMailbox as mailbox } from "./support.ts";

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
    ["5.1.1", "hard"],
    ["5.1.10", "hard"],
    ["5.2.1", "hard"],
    ["5.2.2", "soft"],
    ["5.3.4", "soft"],
    ["5.4.4", "soft"],
    ["5.6.0", "soft"],
    ["4.2.2", "soft"],
    ["4.1.1", "soft"],
    // Of us, and not of the mailbox.
    ["5.7.1", null],
    ["4.7.0", null],
    ["5.1.8", null],
  ] as const)("with the status %s is %p", async (status, bounce) => {
    expect(await read(report(to, { status }))).toEqual({ mail, what: { kind: "bounced", bounce, status } });
  });

  test.each(["text/rfc822-headers", "message/rfc822"])(
    "to another address is known by the id of the mail within it (%s)",
    async (type) => {
      const original = `--B\r\nContent-Type: ${type}\r\n\r\nSubject: Neu\r\nMessage-ID: <${to}>\r\n\r\n--B--`;
      const source = (text: string) => Buffer.from(text.replace(/--B--\r\n$/, original));
      const elsewhere = report("dienst@dienst.example", {}).toString();
      expect(await read(source(elsewhere))).toMatchObject({
        mail,
        what: { kind: "bounced", bounce: "hard" },
      });
      const forged = source(elsewhere)
        .toString()
        .replace(/Message-ID: <bounce\+./, "Message-ID: <bounce+!");
      expect((await read(Buffer.from(forged))).mail).toBeNull();
      expect(await read(letter([`In-Reply-To: <${to}>`, "Subject: Widerspruch"]))).toMatchObject({
        ...{ mail, what: { kind: "objection" } },
      });
    },
  );

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
    [["Subject: unsubscribe", "Auto-Submitted: auto-replied", "X-Apple-Unsubscribe: true"], "objection"],
  ] as const)("and says %p is a %s", async (headers, kind) => {
    expect(await read(letter([`To: ${to}`, ...headers]))).toMatchObject({ mail, what: { kind } });
  });

  test.each([
    [["Subject: Widerspruch"]],
    [["Auto-Submitted: auto-replied", "Subject:"]],
    [["Precedence: bulk", "Subject: unsubscribe"]],
  ])("to the address for objections is one, whatever it says: %p", async (headers) => {
    const objectTo = returnAddress("objection", { mailbox, secrets }, mail);
    expect(objectTo).not.toBe(to);
    const read = await readReturnedMail(letter([`To: ${objectTo}`, ...headers]), { mailbox, secrets });
    expect(read).toEqual({ mail, what: { kind: "objection" } });
  });

  test("behind many pages of its server is read, and one that is cut off is no absence note", async () => {
    const of = (length: number) => read(report(to, { pagesBefore: `${"<p>x</p>".repeat(length / 8)}` }));
    const hard: ReturnedMail = { mail, what: { kind: "bounced", bounce: "hard", status: "5.1.1" } };
    for (const length of [8, 16_000, 36_000, 64_000, 120_000]) expect(await of(length)).toEqual(hard);
    expect(await of(returnedBytesMax)).toEqual({ mail, what: { kind: "other" } });
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
      // The library throws at 257 parts within each other.
      nested(300),
    ];
    for (const text of texts) {
      const startMs = performance.now();
      expect((await read(Buffer.from(text))).mail).toBeNull();
      expect(performance.now() - startMs).toBeLessThan(5_000);
    }
  });
});
