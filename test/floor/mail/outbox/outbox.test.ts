import { beforeEach, describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import type { Mail, Mailer } from "../../../../service/floor/mail/mailer.ts";
import type {
  ClaimedMail,
  MailKind,
  MailLane,
  MailWriter,
} from "../../../../service/floor/mail/outbox/mail-kind.ts";
import {
  bundleMails,
  enqueueMails,
  mailQueues,
  removeOldMails,
} from "../../../../service/floor/mail/outbox/sql.ts";
import { claimRow, type Fragment } from "../../../../service/floor/queues/leased-rows.ts";
import { serviceScene } from "../../../support/cast.ts";
import { makeMailsDue, sendMails } from "../../../support/send-mails.ts";
import { createTestAgency } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";

const kindOf = (lane: MailLane, more: Partial<MailKind> = {}): MailKind => ({
  name: `test_${lane}`,
  lane,
  attemptsMax: 3,
  ...more,
});
const personal = kindOf("personal", { keptDays: 30 });
const many = kindOf("many");
const signIn = kindOf("sign_in", { secondsMax: 900 });

const { service } = serviceScene();
let agencyId: number;
/** Recipients in the order in which the mail server was asked, and in that in which it took them. */
let asked: string[];
let sent: string[];
/** Recipients whose mail server answers when the test lets it. */
let slow: Map<string, PromiseWithResolvers<void>>;
beforeEach(async () => {
  await service.sql`truncate mail, agency_work`;
  ({ agencyId } = await createTestAgency(service.sql));
  asked = [];
  sent = [];
  slow = new Map();
});

const mailer: Mailer = {
  async send({ to }) {
    asked.push(to.address);
    await slow.get(to.address)?.promise;
    sent.push(to.address);
  },
  close() {},
};

const mailTo = (address: string): Mail => ({ to: { name: "", address }, subject: "", text: "", html: "" });
const writerOf = (kind: MailKind): MailWriter => ({
  kind,
  prepare: ({ recipient }) => Promise.resolve(recipient === null ? null : mailTo(recipient)),
});
const writers = [personal, many, signIn].map(writerOf);

describe("the outbox", () => {
  test("lets one slow answer of a mail server hold up no other mail, of the same agency or of another", async () => {
    const other = await createTestAgency(service.sql);
    slow.set("slow@example.org", Promise.withResolvers());
    await enqueue(personal, ["slow@example.org"]);
    await enqueue(personal, numbered(20, "next"));
    await enqueue(personal, ["other@example.org"], other.agencyId);
    const sending = sendAll();
    await until(() => sent.length === 21);
    expect(sent).not.toContain("slow@example.org");
    slow.get("slow@example.org")?.resolve();
    await sending;
    expect(sent).toContain("slow@example.org");
  });

  test("gives another agency its turn while 10,000 mails of one wait", async () => {
    const other = await createTestAgency(service.sql);
    await service.sql`
      insert into mail (agency_id, lane, kind, about_id, recipient, due_at)
      select ${agencyId}::integer, 'many', ${many.name}, gen_random_uuid(), 'loud-' || number || '@example.org', now()
      from generate_series(1, 10000) as number`;
    await makeMailsDue(service.sql);
    await enqueue(many, ["quiet@example.org"], other.agencyId);
    const stopped = new Error("enough");
    const stopping: Mailer = {
      ...mailer,
      async send(mail) {
        if (sent.length >= 40) throw stopped;
        await mailer.send(mail);
      },
    };
    // What is refused is put off, so that the run ends when each was tried once; the other agency's has to be among the first.
    const [row] = await service.sql`select count(*)::integer as waiting from mail`;
    expect(row?.waiting).toBe(10_001);
    const run = sendMails(service.sql, stopping, writers, { mailsPerSecond: 100_000 });
    await until(() => sent.length >= 40);
    expect(sent.slice(0, 20)).toContain("quiet@example.org");
    await service.sql`delete from mail where lease_token is null`;
    await run;
  });

  test("sends a link to sign in before a thousand mails that waited longer", async () => {
    const others = [...numbered(500, "many"), ...numbered(500, "personal")];
    for (const recipient of others) slow.set(recipient, Promise.withResolvers());
    await enqueue(many, others.slice(0, 500));
    await enqueue(personal, others.slice(500));
    const sending = sendAll();
    await until(() => asked.length >= 8);
    await enqueue(signIn, ["waiting@example.org"]);
    const signingIn = sendAll();
    await until(() => sent.length > 0);
    expect(sent).toEqual(["waiting@example.org"]);
    for (const { resolve } of slow.values()) resolve();
    await Promise.all([sending, signingIn]);
    expect(sent.length).toBe(1_001);
  });

  test("claims a mail of a sender that died when its lease is over, and not before", async () => {
    await enqueue(personal, ["anna@example.org"]);
    expect(await claimRow(service.sql, mailQueues.personal, agencyId)).not.toBeNull();
    await sendAll();
    expect(sent).toEqual([]);
    await makeMailsDue(service.sql);
    await Promise.all([sendAll(), sendAll()]);
    expect(sent).toEqual(["anna@example.org"]);
    expect([...(await rows())]).toEqual([{ status: "sent", attempts: 2, error: null }]);
  });

  test("keeps from a sender whose lease is lost that it changes anything", async () => {
    await enqueue(personal, ["anna@example.org"]);
    const early = await claimRow<ClaimedMail>(service.sql, mailQueues.personal, agencyId);
    await makeMailsDue(service.sql);
    const late = await claimRow<ClaimedMail>(service.sql, mailQueues.personal, agencyId);
    expect(late?.id).toBe(early?.id ?? "");
    expect(late?.leaseToken).not.toBe(early?.leaseToken ?? "");
    expect(late?.attempts).toBe(2);
  });

  test("puts off what can't be prepared, for no other mail to notice, and gives it up after its last attempt", async () => {
    const broken: MailWriter = {
      kind: personal,
      prepare: (mail) =>
        mail.recipient === "broken@example.org"
          ? Promise.reject(new Error("no text"))
          : writerOf(personal).prepare(mail, new AbortController().signal),
    };
    await enqueue(personal, ["broken@example.org", "fine@example.org"]);
    for (let time = 0; time < 3; time += 1) {
      await sendAll([broken]);
      await makeMailsDue(service.sql);
    }
    expect(sent).toEqual(["fine@example.org"]);
    expect([...(await rows())]).toEqual([
      { status: "failed", attempts: 3, error: "PREPARATION" },
      { status: "sent", attempts: 1, error: null },
    ]);
  });

  test("keeps a mail of a kind that it does not know for the program that does", async () => {
    await enqueue({ ...personal, name: "of_tomorrow" }, ["anna@example.org"]);
    await sendAll();
    expect([...(await rows())]).toEqual([{ status: "waiting", attempts: 1, error: "PREPARATION" }]);
  });

  test("gives up what nobody waits for any more, at the bound and not before", async () => {
    const age = (seconds: number) =>
      service.sql`update mail set created_at = now() - make_interval(secs => ${seconds})`;
    await enqueue(signIn, ["late@example.org"]);
    await age(901);
    await sendAll();
    expect([...(await rows())]).toEqual([{ status: "failed", attempts: 1, error: "TOO_LATE" }]);
    await service.sql`delete from mail`;
    await enqueue(signIn, ["still@example.org"]);
    await age(880);
    await sendAll();
    expect(sent).toEqual(["still@example.org"]);
  });

  test("holds one mail for each value of `once`, and lets it wait anew where that is asked for", async () => {
    const aboutId = randomUUID();
    const order = (again?: { pause?: Fragment }) =>
      enqueueMails(service.sql, agencyId, {
        kind: personal,
        mails: [{ aboutId, once: "", recipient: "anna@example.org" }],
        ...(again && { again }),
      });
    const pausing = { pause: service.sql`interval '10 minutes'` };
    expect([await order(), await order(), await order({})]).toEqual([1, 0, 0]);
    await sendAll();
    expect([await order(), await order(pausing)]).toEqual([0, 0]);
    await service.sql`update mail set finished_at = now() - interval '601 seconds'`;
    expect(await order(pausing)).toBe(1);
    // Between two attempts it waits anew for somebody who waits for it, and not for who may press a button without end.
    await service.sql`update mail set attempts = 1`;
    expect([await order(pausing), await order({}), await order({})]).toEqual([0, 1, 0]);
    await sendAll();
    expect(sent.length).toBe(2);
  });

  test("bundles what is due and goes out together, and loses nothing of it to a sender whose lease is lost", async () => {
    const { sql } = service;
    const kind = kindOf("many", { name: "test_digest", isBundled: true });
    const aboutId = randomUUID();
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000);
    const mails = [1, 2, 3].map((number) => ({ aboutId, once: String(number), details: [number] }));
    await enqueueMails(sql, agencyId, { kind, mails });
    await enqueueMails(sql, agencyId, { kind, mails: [{ aboutId, details: [4], dueAt: tomorrow }] });
    const claim = () => claimRow<ClaimedMail>(sql, mailQueues.many, agencyId);
    const left = async () => (await sql`select from mail`).length;
    const early = await claim();
    expect(await claim()).toBeNull();
    // Its lease ends, and a mail with a smaller id has come.
    await sql`update mail set due_at = now() - interval '1 second' where lease_token is not null`;
    await sql`
      insert into mail (agency_id, id, lane, kind, about_id, is_bundled, details, due_at)
      values (${agencyId}, ${"0".repeat(32)}::uuid, 'many', ${kind.name}, ${aboutId}, true, '[0]', now())`;
    const late = await claim();
    expect(late?.details).toEqual([0]);
    await sql`update mail set lease_token = ${randomUUID()} where id = ${early?.id ?? ""}`;
    if (early === null || late === null) throw new Error("Nothing was claimed.");
    await bundleMails(sql, early);
    expect(await left()).toBe(5);
    const bundled = await bundleMails(sql, late);
    expect(Array.isArray(bundled) ? bundled.map(Number).toSorted((a, b) => a - b) : bundled).toEqual([
      0, 1, 2, 3,
    ]);
    expect(await left()).toBe(2);
  });

  test("gives back mails that wait for their pace when the service stops, and counts no attempt of theirs", async () => {
    await enqueue(many, numbered(20, "paced"));
    const stopping = new AbortController();
    const sending = sendMails(service.sql, mailer, writers, { mailsPerSecond: 1, signal: stopping.signal });
    const held = async () => (await service.sql`select from mail where lease_token is not null`).length;
    await until(async () => sent.length > 0 && (await held()) > 1);
    const before = sent.length;
    stopping.abort();
    await sending;
    // Of those that waited at most one had its turn in that moment.
    expect(sent.length - before).toBeLessThanOrEqual(1);
    const others = await service.sql`
      select distinct status, attempts, lease_token is null as "isFree", last_error as error from mail where status <> 'sent'`;
    expect([...others]).toEqual([{ status: "waiting", attempts: 0, isFree: true, error: null }]);
  });

  test("forgets a finished mail when its kind's days are over, and not before", async () => {
    await enqueue(personal, ["anna@example.org"]);
    await enqueue(many, ["for-good@example.org"]);
    await sendAll();
    const age = (days: number) =>
      service.sql`update mail set finished_at = now() - ${days} * interval '1 day'`;
    const left = async () => (await service.sql`select from mail`).length;
    await age(29.9);
    await removeOldMails(service.sql, [personal, many]);
    expect(await left()).toBe(2);
    await age(30.1);
    await removeOldMails(service.sql, [personal, many]);
    expect(await left()).toBe(1);
  });
});

const enqueue = (kind: MailKind, recipients: readonly string[], of = agencyId) =>
  enqueueMails(service.sql, of, {
    kind,
    mails: recipients.map((recipient) => ({ aboutId: randomUUID(), recipient })),
  });
const sendAll = (more: readonly MailWriter[] = writers) => sendMails(service.sql, mailer, more);
const rows = () => service.sql`select status, attempts, last_error as error from mail order by recipient`;
const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}@example.org`);
