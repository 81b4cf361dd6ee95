import { expect, test } from "bun:test";
import { checkBounces, checkSenders } from "../../../../service/edges/cli/doctor/check-mailings.ts";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { keyRecord, type ResolveTxt } from "../../../../service/features/mailings/senders/look-up.ts";
import { checkSender, setSender } from "../../../../service/features/mailings/senders/senders.ts";
import { operator, secrets } from "../../../features/media-contacts/support.ts";
import { databaseScene } from "../../../support/cast.ts";
import { startImapServer } from "../../../support/imap-server.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

const { sql } = databaseScene();

const failing =
  (code: string): ResolveTxt =>
  async () => {
    throw Object.assign(new Error(`queryTxt ${code}`), { code });
  };

function nameServer(records: Record<string, string>): ResolveTxt {
  return async (name) => (name in records ? [[records[name] ?? ""]] : await failing("ENOTFOUND")(name));
}

test("the doctor asks for every sender that is used, names lost keys, those that wait, and domains without DMARC and SPF", async () => {
  expect(await checkSenders(sql, nameServer({}))).toMatchObject({ ok: true });
  const records: Record<string, string> = {};
  const { agencyId } = await createTestAgency(sql);
  const create = async (domain: string) => {
    const { clientId } = await createTestRelease(sql, agencyId);
    const input = { clientId, name: "Presse", address: `presse@${domain}` };
    const { record } = await setSender(sql, agencyId, input, { actor: operator, secrets });
    return { clientId, record };
  };
  const signing = await create("gut.example");
  Object.assign(records, {
    [signing.record.name]: signing.record.value,
    "gut.example": "v=spf1 -all",
    "_dmarc.gut.example": "v=DMARC1; p=reject",
  });
  await checkSender(sql, agencyId, signing.clientId, nameServer(records));
  const waiting = await create("wartet.example");
  const check = await checkSenders(sql, nameServer(records));
  expect(check).toEqual({
    name: "mail_senders",
    ok: true,
    message: `The key of every sender in use stands in DNS. Not in use yet, because DNS has no key: wartet.example (client ${waiting.clientId}). No DMARC, which large providers expect: wartet.example (client ${waiting.clientId}). No SPF, which other mails of the domain need: wartet.example (client ${waiting.clientId}).`,
  });
  // A key of another text is none.
  records[signing.record.name] = keyRecord("MIIB");
  const lost = await checkSenders(sql, nameServer(records));
  expect(lost.ok).toBe(false);
  expect(lost.message).toContain(
    `fail DMARC until the service has noticed: gut.example (client ${signing.clientId}).`,
  );
  expect(await checkSenders(sql, failing("ESERVFAIL"))).toMatchObject({
    ok: true,
    message: expect.stringContaining("DNS does not answer"),
  });
  // A client that has gone takes its record out of DNS, and no mailing of it goes out.
  const isWell = async () => (await checkSenders(sql, nameServer(records))).ok;
  await setClientStatus(sql, agencyId, { clientId: signing.clientId, status: "archived" }, operator);
  expect(await isWell()).toBe(true);
  await setClientStatus(sql, agencyId, { clientId: signing.clientId, status: "active" }, operator);
  expect(await isWell()).toBe(false);
  await sql`update agency set deletion_requested_at = now(), delete_after = now() where id = ${agencyId}`;
  expect(await isWell()).toBe(true);
});

test("the doctor opens the mailbox of returned mails, and asks for SPF with and without one", async () => {
  const mail = { smtpUrl: "smtp://127.0.0.1:1", mailFrom: "Dienst <dienst@dienst.example>" };
  const spf = nameServer({ "dienst.example": "v=spf1 mx -all" });
  expect(await checkBounces({ bounces: null, mail: null }, spf)).toEqual([]);
  const [without] = await checkBounces({ bounces: null, mail }, nameServer({}));
  expect(without).toMatchObject({ ok: true, message: expect.stringContaining("dienst.example has no SPF") });
  expect((await checkBounces({ bounces: null, mail }, spf))[0]?.message).not.toContain("SPF");
  const server = await startImapServer();
  const bounces = { imapUrl: server.url, mailbox: "bounce@dienst.example" };
  try {
    expect(await checkBounces({ bounces, mail }, spf)).toMatchObject([
      { ok: true, message: "The mailbox of returned mails can be read, and dienst.example has SPF." },
    ]);
    expect(await checkBounces({ bounces, mail }, nameServer({}))).toMatchObject([{ ok: false }]);
  } finally {
    await server.stop();
  }
  const [closed] = await checkBounces({ bounces, mail }, spf);
  expect(closed).toMatchObject({ ok: false, message: expect.stringContaining("Correct IMAP_URL") });
});
