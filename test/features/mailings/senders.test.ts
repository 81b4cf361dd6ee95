import { describe, expect, test } from "bun:test";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import type { ResolveTxt } from "../../../service/features/mailings/senders/look-up.ts";
import { senderLoop } from "../../../service/features/mailings/senders/loop.ts";
import {
  checkSender,
  openSender,
  readSender,
  removeSender,
  renewSenderKey,
  type SenderView,
  setSender,
} from "../../../service/features/mailings/senders/senders.ts";
import { createMailer } from "../../../service/floor/mail/mailer.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { headerOf } from "../../support/read-mail.ts";
import { createContact, secrets } from "../media-contacts/support.ts";
import { actor, createDesk, keptMails, prepareAll, sendAll, sendMailing } from "./support.ts";

const { sql } = databaseScene();
const address = "presse@hafenbau.example";
const acting = { actor, secrets };

/** A name server that has these records, each cut into the strings of 255 bytes that DNS knows. */
function nameServer(records: Record<string, string>): ResolveTxt {
  return async (name) => {
    const value = records[name];
    if (value === undefined) throw Object.assign(new Error("queryTxt ENOTFOUND"), { code: "ENOTFOUND" });
    return [value.match(/.{1,255}/g) ?? []];
  };
}

const recordOf = ({ record }: SenderView) => ({ [record.name]: record.value });

async function scene() {
  const desk = await createDesk(sql);
  const { agencyId, clientId } = desk;
  const sender = await setSender(sql, agencyId, { clientId, name: "Hafenbau, Presse", address }, acting);
  return { desk, agencyId, clientId, sender };
}

describe("the sender of a client", () => {
  test("signs as soon as its key stands in DNS, and no sooner", async () => {
    const { agencyId, clientId, sender, desk } = await scene();
    expect(sender).toMatchObject({ domain: "hafenbau.example", isSigning: false, checkedAt: null });
    expect(await openSender(sql, agencyId, clientId, secrets)).toBeNull();
    const wrong = { [sender.record.name]: "v=DKIM1; k=rsa; p=MIIB" };
    expect(await checkSender(sql, agencyId, clientId, nameServer(wrong))).toMatchObject({
      isSigning: false,
      dmarc: "missing",
    });
    const right = { ...recordOf(sender), "_dmarc.hafenbau.example": "v=DMARC1; p=reject" };
    expect(await checkSender(sql, agencyId, clientId, nameServer(right))).toMatchObject({
      isSigning: true,
      dmarc: "enforced",
    });

    await createContact(sql, agencyId, { listIds: [desk.listId] });
    await sendMailing(sql, desk);
    await prepareAll(sql);
    const kept = keptMails();
    await sendAll(sql, kept);
    const mailServer = await startMailServer();
    const mailer = createMailer({ smtpUrl: mailServer.url, mailFrom: "Dienst <dienst@dienst.example>" });
    try {
      for (const mail of kept.mails) await mailer.send(mail);
    } finally {
      mailer.close();
      await mailServer.stop();
    }
    const [{ source, from, to } = { source: "", from: "", to: [] }] = mailServer.received;
    expect(headerOf(source, "from")).toBe(`"Hafenbau, Presse" <${address}>`);
    expect(from).toMatch(/^bounce\+[0-9a-z]{45}@dienst\.example$/);
    expect(to).toHaveLength(1);
    const verified = await dkimVerify(Buffer.from(source, "latin1"), { resolver: nameServer(right) });
    // RFC 8058, 4: without both under the signature no mail program offers one click.
    const signed = /\bh=([^;]+);/
      .exec(headerOf(source, "dkim-signature") ?? "")?.[1]
      ?.toLowerCase()
      .split(/[\s:]+/);
    expect(signed).toContain("list-unsubscribe");
    expect(signed).toContain("list-unsubscribe-post");
    expect(verified.results[0]).toMatchObject({
      signingDomain: "hafenbau.example",
      status: { result: "pass", aligned: "hafenbau.example" },
    });
    // Once DNS has lost the key, the service's own address is used again.
    await checkSender(sql, agencyId, clientId, nameServer({}));
    expect(await openSender(sql, agencyId, clientId, secrets)).toBeNull();
  });

  test("goes on with its old key until DNS has the new one", async () => {
    const { agencyId, clientId, sender } = await scene();
    await checkSender(sql, agencyId, clientId, nameServer(recordOf(sender)));
    const before = await openSender(sql, agencyId, clientId, secrets);
    const renewed = await renewSenderKey(sql, agencyId, clientId, acting);
    expect(renewed.nextRecord).not.toBeNull();
    await checkSender(sql, agencyId, clientId, nameServer(recordOf(sender)));
    expect(await openSender(sql, agencyId, clientId, secrets)).toEqual(before);
    const both = { ...recordOf(sender), [renewed.nextRecord?.name ?? ""]: renewed.nextRecord?.value ?? "" };
    const after = await checkSender(sql, agencyId, clientId, nameServer(both));
    expect(after).toMatchObject({ isSigning: true, nextRecord: null, record: renewed.nextRecord });
    const opened = await openSender(sql, agencyId, clientId, secrets);
    expect(opened?.selector).not.toBe(before?.selector);
    expect(opened?.privateKey).not.toBe(before?.privateKey);
  });

  test("keeps its key for another name, and begins anew with another domain", async () => {
    const { agencyId, clientId, sender } = await scene();
    await checkSender(sql, agencyId, clientId, nameServer(recordOf(sender)));
    const named = await setSender(
      sql,
      agencyId,
      { clientId, name: "Neu\r\nBcc: x@y.example", address },
      acting,
    );
    expect(named).toMatchObject({ name: "Neu Bcc: x@y.example", isSigning: true, record: sender.record });
    const moved = await setSender(
      sql,
      agencyId,
      { clientId, name: "Neu", address: "presse@anders.example" },
      acting,
    );
    expect(moved).toMatchObject({ isSigning: false, domain: "anders.example" });
    await removeSender(sql, agencyId, clientId, acting);
    expect(await readSender(sql, agencyId, clientId)).toBeNull();
  });

  test("is refused without an address, and is not there for a stranger", async () => {
    const { clientId } = await scene();
    const stranger = await createDesk(sql);
    const { agencyId } = stranger;
    const notFound = { code: "not_found" };
    expect(await errorOf(readSender(sql, agencyId, clientId))).toMatchObject(notFound);
    expect(await errorOf(setSender(sql, agencyId, { clientId, name: "X", address }, acting))).toMatchObject(
      notFound,
    );
    expect(await errorOf(renewSenderKey(sql, agencyId, clientId, acting))).toMatchObject(notFound);
    expect(await errorOf(checkSender(sql, agencyId, clientId, nameServer({})))).toMatchObject(notFound);
    expect(await errorOf(removeSender(sql, agencyId, clientId, acting))).toMatchObject(notFound);
    for (const wrong of [
      { name: "", address },
      { name: "x".repeat(101), address },
      { name: "X", address: "presse" },
    ])
      expect(
        await errorOf(setSender(sql, agencyId, { clientId: stranger.clientId, ...wrong }, acting)),
      ).toMatchObject({ code: "validation_error" });
    await setSender(sql, agencyId, { clientId: stranger.clientId, name: "x".repeat(100), address }, acting);
  });
});

describe("the name server", () => {
  const away: ResolveTxt = async () => {
    throw Object.assign(new Error("queryTxt ESERVFAIL"), { code: "ESERVFAIL" });
  };
  const logOf = async (agencyId: number) => {
    const rows = await sql<{ action: string }[]>`
      select action from audit where agency_id = ${agencyId} and actor_type = 'service' order by id`;
    return rows.map(({ action }) => action);
  };

  test("that does not answer changes nothing", async () => {
    const { agencyId, clientId, sender } = await scene();
    const right = {
      ...recordOf(sender),
      "_dmarc.hafenbau.example": "v=DMARC1; p=none",
      "hafenbau.example": "v=spf1 -all",
    };
    await checkSender(sql, agencyId, clientId, nameServer(right));
    const before = await readSender(sql, agencyId, clientId);
    expect(before).toMatchObject({ isSigning: true, dmarc: "none", hasSpf: true });
    expect(await checkSender(sql, agencyId, clientId, away)).toMatchObject({ ...before, hasAnswered: false });
    expect(await openSender(sql, agencyId, clientId, secrets)).not.toBeNull();
  });

  test("is asked again by a loop, which puts a lost key out of use and a found one into it, with a line in the log", async () => {
    const { agencyId, clientId, sender } = await scene();
    const isSigning = async () => (await readSender(sql, agencyId, clientId))?.isSigning;
    const run = async (resolve: ResolveTxt) => {
      const loop = senderLoop({ sql, log: createLog("error", () => undefined), resolve });
      expect(await loop.run(new AbortController().signal)).toBe(false);
    };
    await run(nameServer(recordOf(sender)));
    expect(await isSigning()).toBe(true);
    // Within the hour nobody is asked.
    await run(nameServer({}));
    expect(await isSigning()).toBe(true);
    await sql`update mail_sender set looked_at = now() - interval '56 minutes'`;
    await run(away);
    expect(await isSigning()).toBe(true);
    await sql`update mail_sender set looked_at = now() - interval '56 minutes'`;
    // Nor for a deleted agency, until it is back.
    await sql`update agency set deletion_requested_at = now(), delete_after = now() where id = ${agencyId}`;
    await run(nameServer({}));
    expect(await isSigning()).toBe(true);
    await sql`update agency set deletion_requested_at = null, delete_after = null where id = ${agencyId}`;
    await run(nameServer({}));
    expect(await isSigning()).toBe(false);
    expect(await logOf(agencyId)).toEqual(["mail_sender.key_found", "mail_sender.key_lost"]);
  });
});
