import { expect, test } from "bun:test";
import { readSignInLink } from "../../../service/features/people/sign-in.ts";
import { enqueueSignInMail, signInMailWriter } from "../../../service/features/people/sign-in-mails.ts";
import { createMailer } from "../../../service/floor/mail/mailer.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { readMail } from "../../support/read-mail.ts";
import { makeMailsDue, sendMails } from "../../support/send-mails.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser } from "./support.ts";

const { service, atEnd } = serviceScene();
const mailServer = given(() => startMailServer());
const mailer = given(async () =>
  createMailer({ smtpUrl: mailServer.url, mailFrom: "Dienst <dienst@nordlicht.example>" }),
);
atEnd(async () => {
  mailer.close();
  await mailServer.stop();
});

test("a link to sign in is made when its mail goes out, and stands nowhere before or after", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { email } = await createDashboardUser(service, agencyId);
  await service.sql`delete from sign_in_link`;
  expect(await enqueueSignInMail(service.sql, { email, next: "/app/konto" })).toBe(true);
  const before = await everything();
  expect((await service.sql`select from sign_in_link`).length).toBe(0);
  await sendAll();
  const mail = readMail((await mailServer.next()).source);
  const token = /\/app\/anmelden\/([\w-]{43})\?weiter=%2Fapp%2Fkonto/.exec(mail)?.[1] ?? "";
  const browser = { userAgent: null, sessionToken: null };
  expect(await readSignInLink(service.sql, { token, browser })).toEqual({ email, isOfBrowser: true });
  expect(before).not.toContain(token);
  expect(await everything()).not.toContain(token);
});

test("nothing is put into the outbox for an address of nobody", async () => {
  const count = async () => (await service.sql`select from mail`).length;
  const before = await count();
  expect(await enqueueSignInMail(service.sql, { email: "niemand@example.org", next: "/app" })).toBe(false);
  expect(await count()).toBe(before);
});

test("a confirmation that is asked for twice is one mail until it has gone out", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { email } = await createDashboardUser(service, agencyId);
  const order = { email, next: "/app/konto", confirmsSessionId: crypto.randomUUID() };
  const states = async () =>
    (await service.sql`select status from mail where agency_id = ${agencyId}`).map(({ status }) => status);
  await enqueueSignInMail(service.sql, order);
  await enqueueSignInMail(service.sql, order);
  expect(await states()).toEqual(["waiting"]);
  await service.sql`update mail set status = 'sent', due_at = null, finished_at = now() where agency_id = ${agencyId}`;
  await enqueueSignInMail(service.sql, order);
  expect(await states()).toEqual(["waiting"]);
  await enqueueSignInMail(service.sql, { ...order, confirmsSessionId: crypto.randomUUID() });
  expect(await states()).toEqual(["waiting", "waiting"]);
});

test("a link to sign in is tried again while the mail server is away, and given up after a quarter of an hour", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { email } = await createDashboardUser(service, agencyId);
  mailServer.received.length = 0;
  const stateOf = async () => {
    const [row] = await service.sql`select status from mail where agency_id = ${agencyId}`;
    return String(row?.status);
  };
  await enqueueSignInMail(service.sql, { email, next: "/app" });
  mailServer.answer = { at: "data", code: 451 };
  await sendAll();
  expect(await stateOf()).toBe("waiting");
  await service.sql`
    update mail set created_at = now() - interval '15 minutes 1 second' where agency_id = ${agencyId}`;
  mailServer.answer = null;
  await makeMailsDue(service.sql);
  await sendAll();
  expect([await stateOf(), mailServer.received.length]).toEqual(["failed", 0]);
});

const sendAll = () =>
  sendMails(service.sql, mailer, [signInMailWriter({ sql: service.sql, publicUrl: "https://pr.example" })]);

/** All that the database holds, as text. */
async function everything(): Promise<string> {
  const tables = await service.sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await service.sql.unsafe<{ text: string }[]>(`select t::text as text from ${name} t`);
      return rows.map(({ text }) => text).join("\n");
    }),
  );
  return texts.join("\n");
}
