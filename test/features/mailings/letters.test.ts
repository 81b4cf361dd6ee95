import { expect, test } from "bun:test";
import { returnedLoops } from "../../../service/features/mailings/returned/loop.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { startImapServer } from "../../support/imap-server.ts";
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

test("what somebody writes in words of their own to the address of an objection is left for people", async () => {
  const desk = await createDesk(sql);
  await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  await sendMailing(sql, desk);
  await prepareAll(sql);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  const to = mailer.mails[0]?.bounceTo;
  const server = await startImapServer();
  const log = createLog("error", () => undefined);
  try {
    for (const subject of ["Unsubscribe", "Re: Widerspruch", "Bitte streichen Sie mich", "Widerspruch"])
      server.add(
        Buffer.from(`From: ada@zeitung.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nBitte.\r\n`),
      );
    const [loop] = returnedLoops({ sql, log, secrets, bounces: { imapUrl: server.url, mailbox } });
    await loop?.run(new AbortController().signal);
    const objections = await sql`select from media_contact_objection where agency_id = ${desk.agencyId}`;
    expect([objections.length, server.messages.length]).toEqual([1, 3]);
  } finally {
    await server.stop();
  }
});
