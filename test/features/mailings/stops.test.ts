import { describe, expect, test } from "bun:test";
import { setClientStatus } from "../../../service/features/clients/update-client.ts";
import { mailingMail } from "../../../service/features/mailings/mail-kinds.ts";
import { mailingMailWriters } from "../../../service/features/mailings/mailing-mails.ts";
import {
  changeMailing,
  createMailing,
  readFigures,
  readMailing,
} from "../../../service/features/mailings/mailings.ts";
import { noteReturned } from "../../../service/features/mailings/mails-sql.ts";
import { hasGrown } from "../../../service/features/mailings/rules.ts";
import { scheduleMailing, stopMailing } from "../../../service/features/mailings/send-mailing.ts";
import { removeAsset } from "../../../service/features/media/remove-asset.ts";
import { listFaults } from "../../../service/features/today/faults-sql.ts";
import { MailError } from "../../../service/floor/mail/mailer.ts";
import type { ClaimedMail } from "../../../service/floor/mail/outbox/mail-kind.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import { createContact } from "../media-contacts/support.ts";
import { fillContacts } from "./fill-contacts.ts";
import {
  actor,
  createDesk,
  type Desk,
  endAll,
  keptMails,
  mailingDeps,
  prepareAll,
  sendAll,
  sendDue,
} from "./support.ts";

const { sql } = databaseScene();
const replyTo = "anna@agentur.example";

/** Orders a mailing of the desk for now. */
async function order(
  { agencyId, clientId, releaseId, listId }: Desk,
  { isInforming = false, typedCount = null }: { isInforming?: boolean; typedCount?: number | null } = {},
): Promise<string> {
  const { id } = await createMailing(sql, agencyId, { clientId, releaseId, replyTo }, { actor });
  await changeMailing(sql, agencyId, { id, listIds: [listId] }, { actor });
  await scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount, isInforming }, { actor });
  return id;
}

const mailingOf = ({ agencyId }: Desk, id: string) => readMailing(sql, agencyId, { id, clientIds: null });

async function logOf({ agencyId }: Desk, id: string): Promise<{ action: string; details: unknown }[]> {
  return await sql<{ action: string; details: unknown }[]>`
    select action, details
    from audit
    where agency_id = ${agencyId} and subject_id = ${id} and actor_type = 'service'
    order by id
  `;
}

async function expectStopped(desk: Desk, id: string, reason: string): Promise<void> {
  await prepareAll(sql);
  expect(await mailingOf(desk, id)).toMatchObject({ status: "stopped", stopReason: reason });
  expect(await logOf(desk, id)).toEqual([{ action: "mailing.stopped", details: { reason } }]);
  const faults = await listFaults(sql, desk.agencyId, { clientIds: null, canMail: true });
  expect(faults).toContainEqual(expect.objectContaining({ kind: "mailing", id }));
  const limited = { clientIds: [desk.clientId + 1_000_000], canMail: true };
  expect(await listFaults(sql, desk.agencyId, limited)).toEqual([]);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  expect(mailer.mails).toEqual([]);
}

describe("a mailing stops by itself, says why in the log and on Heute, and sends nothing", () => {
  test("where its client was archived since", async () => {
    const desk = await createDesk(sql);
    const { agencyId, clientId } = desk;
    await createContact(sql, agencyId, { listIds: [desk.listId] });
    const id = await order(desk, { isInforming: true });
    await setClientStatus(sql, agencyId, { clientId, status: "archived" }, actor);
    await expectStopped(desk, id, "client_archived");
    const again = await order(desk, { isInforming: true }).catch(({ code }) => code);
    expect(again).toBe("validation_error");
  });

  test("where a chosen file was deleted since", async () => {
    const desk = await createDesk(sql);
    const { agencyId, clientId, releaseId, listId } = desk;
    await createContact(sql, agencyId, { listIds: [listId] });
    const assetId = Bun.randomUUIDv7();
    await insertTestAssets(sql, { agencyId, clientId }, [assetId]);
    const { id } = await createMailing(sql, agencyId, { clientId, releaseId, replyTo }, { actor });
    await changeMailing(sql, agencyId, { id, listIds: [listId], assetIds: [assetId] }, { actor });
    const ordered = { id, dueAt: null, typedCount: null, isInforming: true };
    await scheduleMailing(sql, agencyId, ordered, { actor });
    await removeAsset(sql, agencyId, { assetId, actor });
    await expectStopped(desk, id, "file_gone");
  });

  test("where somebody in Germany has joined since it was ordered without the sender's word", async () => {
    const desk = await createDesk(sql);
    const { id: contactId } = await createContact(sql, desk.agencyId, {
      ...{ country: "AT", basis: "own_request", listIds: [desk.listId] },
    });
    const id = await order(desk);
    await sql`update media_contact set country = 'DE' where id = ${contactId}`;
    await expectStopped(desk, id, "confirmation_missing");
  });

  test("where it has grown beyond 500 and nobody typed the number", async () => {
    const desk = await createDesk(sql);
    await fillContacts(sql, desk, 500);
    const id = await order(desk, { isInforming: true });
    await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
    await expectStopped(desk, id, "grown");
  });

  test("where its release is archived, its list gone, or its time long over", async () => {
    const archived = await createDesk(sql);
    await createContact(sql, archived.agencyId, { listIds: [archived.listId] });
    const id = await order(archived, { isInforming: true });
    await sql`update release set status = 'archived' where agency_id = ${archived.agencyId}`;
    await expectStopped(archived, id, "release_gone");

    const listless = await createDesk(sql);
    await createContact(sql, listless.agencyId, { listIds: [listless.listId] });
    const listlessId = await order(listless, { isInforming: true });
    await sql`delete from media_contact_list where agency_id = ${listless.agencyId}`;
    await expectStopped(listless, listlessId, "list_gone");

    const late = await createDesk(sql);
    await createContact(sql, late.agencyId, { listIds: [late.listId] });
    const lateId = await order(late, { isInforming: true });
    await sql`update mailing set due_at = now() - interval '25 hours' where id = ${lateId}`;
    await expectStopped(late, lateId, "overdue");
    const [stillGood] = [await order(late, { isInforming: true })];
    await sql`update mailing set due_at = now() - interval '23 hours' where id = ${stillGood}`;
    await prepareAll(sql);
    expect(await mailingOf(late, stillGood)).toMatchObject({ status: "sending", stopReason: null });
  });
});

/** Sends what waits for the last time that it is tried. */
async function sendInVain(id: string, error: MailError): Promise<void> {
  await sql`update mail set attempts = ${mailingMail.attemptsMax - 1} where about_id = ${id} and status = 'waiting'`;
  await sendAll(sql, { send: () => Promise.reject(error), close: () => undefined });
  await endAll(sql);
}

test.each([
  ["ECONNECTION", "mail_server"],
  ["EAUTH 535", "mail_server"],
  ["EENVELOPE 553", "mail_server"],
  ["EENVELOPE 454", "mail_server"],
  ["TOO_LATE", "overdue"],
  ["PREPARATION", "overdue"],
] as const)(
  "a mailing stops by itself where none of its mails went out for hours: %s is %s",
  async (code, stopReason) => {
    const desk = await createDesk(sql);
    const { agencyId, listId } = desk;
    for (const _each of [1, 2]) await createContact(sql, agencyId, { listIds: [listId] });
    const id = await order(desk, { isInforming: true });
    await prepareAll(sql);
    await sendInVain(id, new MailError(code, { isFinal: false }));
    const mailing = await mailingOf(desk, id);
    expect(mailing).toMatchObject({ status: "stopped", stopReason });
    expect(await readFigures(sql, agencyId, mailing)).toMatchObject({ sent: 0, undeliverable: 2 });
    expect((await logOf(desk, id)).at(-1)).toEqual({
      ...{ action: "mailing.stopped", details: { reason: stopReason } },
    });
    const faults = await listFaults(sql, agencyId, { clientIds: null, canMail: true });
    expect(faults).toContainEqual(expect.objectContaining({ kind: "mailing", id }));
  },
);

test("a mailing is sent where one of its mails went out, or a mailbox refused one or sent it back", async () => {
  const desk = await createDesk(sql);
  const { agencyId, listId } = desk;
  for (const _each of [1, 2]) await createContact(sql, agencyId, { listIds: [listId] });
  const away = new MailError("ECONNECTION", { isFinal: false });
  const endOf = async (first: "sent" | "returned" | MailError) => {
    const id = await order(desk, { isInforming: true });
    await prepareAll(sql);
    await sql`
      update mail set due_at = now() + interval '1 day'
      where about_id = ${id} and id <> (select id from mail where about_id = ${id} order by id limit 1)`;
    const send = () => (first instanceof MailError ? Promise.reject(first) : Promise.resolve());
    await sendDue(sql, { send, close: () => undefined });
    const [mail] = await sql<
      { id: string }[]
    >`select id from mail where about_id = ${id} order by id limit 1`;
    if (first === "returned") await noteReturned(sql, agencyId, { mailId: mail?.id ?? "", status: "5.1.1" });
    await sendInVain(id, away);
    return (await mailingOf(desk, id)).status;
  };
  const full = await order(desk, { isInforming: true });
  await prepareAll(sql);
  await sendInVain(full, new MailError("EENVELOPE 452", { isFinal: false, bounce: "soft" }));
  expect((await mailingOf(desk, full)).status).toBe("sent");
  const refused = new MailError("EENVELOPE 550", { isFinal: true, bounce: "hard" });
  expect([await endOf("sent"), await endOf("returned"), await endOf(refused)]).toEqual([
    "sent",
    "sent",
    "sent",
  ]);
});

test("what was confirmed for a mailing is forgotten with its next draft", async () => {
  const desk = await createDesk(sql);
  const { agencyId, listId } = desk;
  await createContact(sql, agencyId, { listIds: [listId] });
  const { id } = await createMailing(sql, agencyId, { ...desk, replyTo }, { actor });
  await changeMailing(sql, agencyId, { id, listIds: [listId] }, { actor });
  const schedule = (isInforming: boolean) =>
    scheduleMailing(
      sql,
      agencyId,
      { id, dueAt: new Date(Date.now() + 60_000), typedCount: 1, isInforming },
      { actor },
    );
  await schedule(true);
  expect(await mailingOf(desk, id)).toMatchObject({ confirmedAt: expect.any(Date), typedCount: 1 });
  await stopMailing(sql, agencyId, id, { actor });
  expect(await mailingOf(desk, id)).toMatchObject({
    ...{ status: "draft", confirmedAt: null, typedCount: null, finishedAt: null },
  });
  expect(await errorOf(schedule(false))).toMatchObject({ code: "validation_error" });
});

test("a typed number covers a tenth more, and 500 need none", () => {
  expect([hasGrown(500, null), hasGrown(501, null)]).toEqual([false, true]);
  expect([hasGrown(1_100, 1_000), hasGrown(1_101, 1_000), hasGrown(500, 1)]).toEqual([false, true, false]);
});

test("the log says how many a mailing was prepared for and that it is through, without an address", async () => {
  const desk = await createDesk(sql);
  await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await order(desk, { isInforming: true });
  await prepareAll(sql);
  await sendAll(sql, keptMails());
  await endAll(sql);
  expect(await logOf(desk, id)).toEqual([
    { action: "mailing.prepared", details: { recipients: 1 } },
    { action: "mailing.sent", details: {} },
  ]);
});

test("a mailing stopped while a mail is under way sends none of the others, and its figures stand still", async () => {
  const desk = await createDesk(sql);
  for (const _each of [1, 2, 3]) await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await order(desk, { isInforming: true });
  await prepareAll(sql);
  await sql`update mail set due_at = now() + interval '1 day' where about_id = ${id}`;
  await sql`update mail set due_at = now() - interval '1 second' where id = (select id from mail where about_id = ${id} order by id limit 1)`;
  const kept = keptMails();
  const stopping = {
    ...kept,
    send: async (mail: Parameters<typeof kept.send>[0]) => {
      await stopMailing(sql, desk.agencyId, id, { actor });
      await kept.send(mail);
    },
  };
  await sendDue(sql, stopping);
  expect(kept.mails).toHaveLength(1);
  await sendAll(sql, kept);
  expect(kept.mails).toHaveLength(1);
  const mailing = await mailingOf(desk, id);
  expect(mailing).toMatchObject({ status: "stopped", stopReason: null });
  expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ waiting: 0, sent: 1, cancelled: 2 });
});

test("a mail whose mailing's parts are kept from the mail before it does not go once the mailing is stopped", async () => {
  const desk = await createDesk(sql);
  await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await order(desk, { isInforming: true });
  await prepareAll(sql);
  const [mail] = await sql<ClaimedMail[]>`
    select id, agency_id as "agencyId", about_id as "aboutId", recipient, details from mail where about_id = ${id}`;
  const [writer] = mailingMailWriters(mailingDeps(sql));
  const { signal } = new AbortController();
  if (mail === undefined || writer === undefined) throw new Error("Nothing was prepared.");
  expect(await writer.prepare(mail, signal)).toMatchObject({ subject: expect.any(String) });
  await stopMailing(sql, desk.agencyId, id, { actor });
  expect(await writer.prepare(mail, signal)).toBeNull();
});
