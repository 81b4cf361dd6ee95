import { describe, expect, test } from "bun:test";
import { mailingMail } from "../../../service/features/mailings/mail-kinds.ts";
import { readFigures, readMailing } from "../../../service/features/mailings/mailings.ts";
import { returnedLoops } from "../../../service/features/mailings/returned/loop.ts";
import { takeReturnedMail } from "../../../service/features/mailings/returned/take-returned-mail.ts";
import { createMailer, MailError } from "../../../service/floor/mail/mailer.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { startImapServer } from "../../support/imap-server.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { createContact, secrets } from "../media-contacts/support.ts";
import { letter, nested, readBounceAddress, report } from "./returned-mails.ts";
import {
  createDesk,
  endAll,
  keptMails,
  bounceMailbox as mailbox,
  prepareAll,
  sendAll,
  sendMailing,
} from "./support.ts";

const { sql } = databaseScene();

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
      expect(await takeReturnedMail(deps, source)).toBe("taken");
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
    const sender = mailer.mails[0]?.bounceTo ?? "";
    await takeReturnedMail(
      deps,
      letter([`To: ${sender}`, "Subject: Re: Neu", "Auto-Submitted: auto-replied"]),
    );
    const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
    expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 1, objections: 0 });
    // As an iPhone writes it.
    await takeReturnedMail(deps, letter([`To: ${to}`, "Subject:", "Auto-Submitted: auto-replied"]));
    expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 1, objections: 1 });
    expect(await takeReturnedMail(deps, report("anna@zeitung.example"))).toBe("foreign");
  });
});

test("a report that comes before its mail's row says that it is out is left for later, and none is lost", async () => {
  const desk = await createDesk(sql);
  const contact = await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await sendMailing(sql, desk);
  await prepareAll(sql);
  const deps = { sql, secrets, mailbox };
  const taken: string[] = [];
  const kept = keptMails();
  const answering = {
    ...kept,
    send: async (sent: Parameters<typeof kept.send>[0]) => {
      taken.push(await takeReturnedMail(deps, report(sent.bounceTo ?? "")));
      await kept.send(sent);
    },
  };
  await sendAll(sql, answering);
  taken.push(await takeReturnedMail(deps, report(kept.mails[0]?.bounceTo ?? "")));
  expect(taken).toEqual(["early", "taken"]);
  await endAll(sql);
  const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
  expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 0, undeliverable: 1 });
  const log = await sql`
    select details from audit
    where agency_id = ${desk.agencyId} and action = 'media_contact.undeliverable' and subject_id = ${contact.id}`;
  expect(log.map(({ details }) => details)).toEqual([{}]);
});

test("figures of a mailing that has ended follow what comes back later, and who objects", async () => {
  const desk = await createDesk(sql);
  for (const _each of [1, 2, 3]) await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await sendMailing(sql, desk);
  await prepareAll(sql);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  await endAll(sql);
  const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
  expect(mailing.status).toBe("sent");
  const [first, second] = mailer.mails.map(({ bounceTo }) => bounceTo ?? "");
  const deps = { sql, secrets, mailbox };
  await takeReturnedMail(deps, report(first ?? ""));
  await takeReturnedMail(deps, report(first ?? ""));
  await takeReturnedMail(deps, letter([`To: ${second}`, "Subject: Widerspruch"]));
  expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({
    ...{ waiting: 0, sent: 2, undeliverable: 1, cancelled: 0, objections: 1 },
  });
});

test.each([
  ["550", "no such user", "hard", true],
  ["550", "5.1.1 no such user", "hard", true],
  ["550", "5.2.1 disabled", "hard", true],
  ["552", "5.2.2 mailbox full", "soft", true],
  ["554", "5.4.1 no route", "soft", true],
  ["452", "4.2.2 mailbox full", "soft", false],
  ["550", "5.7.1 blocked", null, true],
  ["451", "4.7.1 greylisted", null, false],
] as const)("a recipient refused by %s %s is %p, and final: %p", async (code, text, bounce, isFinal) => {
  const server = await startMailServer();
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: "dienst@dienst.example" });
  try {
    server.answer = { at: "recipient", code: Number(code), text };
    const sending = mailer.send({
      to: { name: "", address: "a@zeitung.example" },
      subject: "",
      text: "",
      html: "",
    });
    expect(await errorOf(sending)).toMatchObject({ bounce, isFinal });
  } finally {
    mailer.close();
    await server.stop();
  }
});

test("a mailbox that is full for three mailings ends its address, and one that stays full through all attempts counts too", async () => {
  const desk = await createDesk(sql);
  const contact = await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const bounces = async () => {
    const [row] = await sql<{ count: number; hasEnded: boolean }[]>`
      select cardinality(soft_bounces) as count, undeliverable_at is not null as "hasEnded"
      from media_contact where id = ${contact.id}`;
    return row;
  };
  const full = (isFinal: boolean) => ({
    ...keptMails(),
    send: () => Promise.reject(new MailError("EENVELOPE 452", { isFinal, bounce: "soft" })),
  });
  await sendMailing(sql, desk);
  await prepareAll(sql);
  await sendAll(sql, full(false));
  expect(await bounces()).toEqual({ count: 0, hasEnded: false });
  await sql`update mail set attempts = ${mailingMail.attemptsMax - 1} where agency_id = ${desk.agencyId}`;
  await sendAll(sql, full(false));
  expect(await bounces()).toEqual({ count: 1, hasEnded: false });
  for (const _each of [2, 3]) {
    await sendMailing(sql, desk);
    await prepareAll(sql);
    await sendAll(sql, full(true));
  }
  expect(await bounces()).toEqual({ count: 3, hasEnded: true });
});

test("the loop goes on behind a mail that can't be read, leaves foreign ones to people and what came too early for later", async () => {
  const desk = await createDesk(sql);
  for (const _each of [1, 2]) await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await sendMailing(sql, desk);
  await prepareAll(sql);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  const [first, second] = mailer.mails.map(({ bounceTo }) => bounceTo ?? "");
  // As if its sender had not noted yet that it is out.
  const { id: mailId } = readBounceAddress(mailbox, secrets, second ?? "") ?? { id: "" };
  await sql`update mail set status = 'waiting', due_at = now() + interval '1 day', finished_at = null where id = ${mailId}`;
  const server = await startImapServer();
  const lines: string[] = [];
  const log = createLog("debug", (line) => lines.push(line));
  const loops = returnedLoops({ sql, log, secrets, bounces: { imapUrl: server.url, mailbox } });
  const run = () => loops[0]?.run(new AbortController().signal);
  try {
    server.add(nested(300));
    server.add(report(second ?? ""));
    server.add(letter(["To: x@y.example", "Subject: Werbung"]));
    server.add(report(first ?? ""));
    expect(await run()).toBe(false);
    expect(lines).toEqual([]);
    expect(server.messages.map(({ uid, isSeen }) => [uid, isSeen])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
    const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
    expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 0, undeliverable: 1 });
    await sendAll(sql, keptMails());
    await run();
    expect(server.messages.map(({ uid }) => uid)).toEqual([1, 3]);
    expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 0, undeliverable: 2 });
  } finally {
    await server.stop();
  }
  expect(await run()).toBe(false);
  expect(lines.join("")).toContain("returned_mails_not_read");
});
