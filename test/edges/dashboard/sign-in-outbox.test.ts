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

test("a link to sign in is tried every minute until nobody waits for it any more", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { email } = await createDashboardUser(service, agencyId);
  await enqueueSignInMail(service.sql, { email, next: "/app" });
  mailServer.answer = { at: "data", code: 451 };
  const pauses: number[] = [];
  for (;;) {
    await sendAll();
    const [row] = await service.sql<{ seconds: number }[]>`
      select extract(epoch from due_at - now())::double precision as seconds
      from mail
      where agency_id = ${agencyId} and status = 'waiting'`;
    if (row === undefined) break;
    pauses.push(row.seconds);
    await service.sql`
      update mail set created_at = created_at - make_interval(secs => ${row.seconds}) where agency_id = ${agencyId}`;
    await makeMailsDue(service.sql);
  }
  mailServer.answer = null;
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60);
  const minutes = pauses.reduce((sum, seconds) => sum + seconds, 0) / 60;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15);
});

test("who asks anew while a mail waits between two attempts has it tried at once, and for as long as a new one", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { email, personId } = await createDashboardUser(service, agencyId);
  const [session] = await service.sql<
    { id: string }[]
  >`select id from person_session where person_id = ${personId}`;
  const order = { email, next: "/app/konto", confirmsSessionId: session?.id };
  const state = async () =>
    (
      await service.sql`
        select attempts, due_at <= now() as "isDue", created_at > now() - interval '1 minute' as "isNew"
        from mail where agency_id = ${agencyId}`
    ).map((row) => ({ ...row }));
  await enqueueSignInMail(service.sql, order);
  mailServer.answer = { at: "data", code: 451 };
  await sendAll();
  mailServer.answer = null;
  await service.sql`update mail set created_at = now() - interval '14 minutes' where agency_id = ${agencyId}`;
  const tried = { attempts: 1, isDue: false, isNew: false };
  expect(await state()).toEqual([tried]);
  // In the hands of a sender it stays as it is.
  await service.sql`update mail set lease_token = gen_random_uuid() where agency_id = ${agencyId}`;
  await enqueueSignInMail(service.sql, order);
  expect(await state()).toEqual([tried]);
  await service.sql`update mail set lease_token = null where agency_id = ${agencyId}`;
  await enqueueSignInMail(service.sql, order);
  expect(await state()).toEqual([{ attempts: 0, isDue: true, isNew: true }]);
  mailServer.received.length = 0;
  await sendAll();
  expect(mailServer.received).toHaveLength(1);
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
