import { expect, test } from "bun:test";
import { mailingRetentionLoop } from "../../../service/features/mailings/retention-sql.ts";
import { takeReturnedMail } from "../../../service/features/mailings/returned/take-returned-mail.ts";
import { changeContact, getContact } from "../../../service/features/media-contacts/contacts.ts";
import { recordObjection } from "../../../service/features/media-contacts/object.ts";
import { MailError } from "../../../service/floor/mail/mailer.ts";
import { databaseScene } from "../../support/cast.ts";
import { refusalOf } from "../../support/workflow.ts";
import { contactFields, createContact, act as operator, secrets } from "../media-contacts/support.ts";
import {
  bounceMailbox,
  createDesk,
  type Desk,
  endAll,
  keptMails,
  prepareAll,
  sendAll,
  sendMailing,
} from "./support.ts";

const { sql } = databaseScene();

/** A mailing to one contact, which is prepared. */
async function scene() {
  const desk = await createDesk(sql);
  const contact = await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await sendMailing(sql, desk);
  await prepareAll(sql);
  return { desk, id, contact };
}

async function correct({ agencyId, listId }: Desk, id: string): Promise<void> {
  const fields = contactFields();
  await changeContact(sql, agencyId, { ...operator, id, fields, listIds: [listId] }, secrets);
}

const contactOf = ({ agencyId }: Desk, id: string) => getContact(sql, agencyId, { id, scope: null }, secrets);

/** What a mail server says later of an address that is none (RFC 3464). */
async function returned(
  to = "",
  lines = ["Final-Recipient: rfc822; weg@k.example", "Action: failed", "Status: 5.1.1"],
) {
  const head = [`To: ${to}`, "Auto-Submitted: auto-replied", "MIME-Version: 1.0"];
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary="B"';
  const part = ["--B", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example", ""];
  const source = [...head, type, "", ...part, ...lines, "", "--B--", ""].join("\r\n");
  return await takeReturnedMail({ sql, secrets, mailbox: bounceMailbox }, Buffer.from(source));
}

const objected = (to = "") =>
  takeReturnedMail(
    { sql, secrets, mailbox: bounceMailbox },
    Buffer.from(`To: ${to}\r\nSubject: Widerspruch\r\n\r\nText`),
  );

test("a mail to the old address that comes back late does not block the one that was put right since", async () => {
  const { desk, contact } = await scene();
  const mailer = keptMails();
  await sendAll(sql, mailer);
  await correct(desk, contact.id);
  expect(await returned(mailer.mails[0]?.bounceTo ?? "")).toBe("taken");
  expect(await contactOf(desk, contact.id)).toMatchObject({ undeliverableAt: null });
});

test("a mail to an address that was put right before it went out counts for that one", async () => {
  for (const isLate of [true, false]) {
    const { desk, contact } = await scene();
    await correct(desk, contact.id);
    const kept = keptMails();
    const refusing = {
      ...kept,
      send: () => Promise.reject(new MailError("EENVELOPE 550", { isFinal: true, bounce: "hard" })),
    };
    await sendAll(sql, isLate ? kept : refusing);
    if (isLate) await returned(kept.mails[0]?.bounceTo ?? "");
    expect(await contactOf(desk, contact.id)).toMatchObject({ undeliverableAt: expect.any(Date) });
  }
});

test("an objection by mail ends the address that the mail went to", async () => {
  const { desk, contact } = await scene();
  await correct(desk, contact.id);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  expect(await objected(mailer.mails[0]?.bounceTo ?? "")).toBe("taken");
  expect(await contactOf(desk, contact.id)).toMatchObject({ objectedAt: expect.any(Date) });
});

test("whoever has objected gets no more under an address that is put right, before or after", async () => {
  const before = await scene();
  const mailer = keptMails();
  await sendAll(sql, mailer);
  await correct(before.desk, before.contact.id);
  const { agencyId } = before.desk;
  const [mail] = await sql<{ addressKey: string }[]>`
    select details ->> 'addressKey' as "addressKey" from mail where agency_id = ${agencyId} and kind = 'mailing'`;
  const link = { addressKey: mail?.addressKey ?? "", how: "link" } as const;
  await recordObjection(sql, agencyId, { ...link, actor: { type: "service", id: null } });
  expect(await contactOf(before.desk, before.contact.id)).toMatchObject({ objectedAt: expect.any(Date) });
  expect(await refusalOf(correct(before.desk, before.contact.id))).toBe("validation_error");
  // What does not change the address may be put right.
  const { email } = await contactOf(before.desk, before.contact.id);
  const fields = { ...contactFields(), email: email ?? "", medium: "Anders" };
  await changeContact(sql, agencyId, { ...operator, id: before.contact.id, fields, listIds: [] }, secrets);
});

test("an objection by mail after whom the mailing went to is forgotten is left for people to read", async () => {
  const { id } = await scene();
  const mailer = keptMails();
  await sendAll(sql, mailer);
  await endAll(sql);
  await sql`update mailing set finished_at = now() - interval '10 years' where id = ${id}`;
  await mailingRetentionLoop({ sql }).run(new AbortController().signal);
  expect(await objected(mailer.mails[0]?.bounceTo ?? "")).toBe("foreign");
  expect(await returned(mailer.mails[0]?.bounceTo ?? "")).toBe("taken");
});
