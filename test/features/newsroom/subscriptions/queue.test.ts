import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { subscriberMails } from "../../../../service/features/newsroom/subscriptions/mail-kinds.ts";
import { removeOldSubscriptions } from "../../../../service/features/newsroom/subscriptions/retention-sql.ts";
import { endSubscriptions } from "../../../../service/features/newsroom/subscriptions/sql.ts";
import { removeOldMails } from "../../../../service/floor/mail/outbox/sql.ts";
import { makeMailsDue } from "../../../support/send-mails.ts";
import { mailScene } from "./mail-scene.ts";
import { createSubscription, createTestNewsroom, fanOutAll, publishTo, sendAll } from "./support.ts";

const kinds = Object.values(subscriberMails);
const { service, mailServer, mailer, newsroom, fillSubscriptions, recipients, mailRows } = mailScene();

describe("the queue of mails", () => {
  test("waits while the server is away, longer after each failure, and gives up after 13 attempts", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org" });
    await publishTo(sql, newsroom);
    await fanOutAll(sql);
    mailServer.answer = { at: "data", code: 451 };
    for (const expected of [30, 60, 120]) {
      await makeMailsDue(sql);
      await sendAll(sql, mailer);
      const [row] = await sql`select extract(epoch from due_at - now())::float as delay from mail`;
      expect(Math.abs(Number(row?.delay) - expected)).toBeLessThanOrEqual(5);
    }
    await sql`update mail set attempts = 11`;
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    expect(await mailRows()).toMatchObject([{ status: "waiting", attempts: 12 }]);
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    expect(await mailRows()).toMatchObject([{ status: "failed", attempts: 13 }]);
  });

  test("ends a subscription whose mailbox is gone, and not one whose server refuses us", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org" });
    await publishTo(sql, newsroom);
    await fanOutAll(sql);
    const logged: string[] = [];
    mailServer.answer = {
      at: "recipient",
      code: 550,
      text: "5.7.1 Service unavailable, client host blocked",
    };
    await sendAll(sql, mailer, { logged });
    expect(await statusOfAnna()).toEqual({ status: "active", reason: null, hasAddress: true });
    await publishTo(sql, newsroom);
    await fanOutAll(sql);
    mailServer.answer = { at: "recipient", code: 550, text: "5.1.1 anna@example.org: no such user" };
    await sendAll(sql, mailer, { logged });
    expect(await statusOfAnna()).toEqual({ status: "ended", reason: "bounced", hasAddress: false });
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join("\n")).not.toContain("anna@");
  });

  test("sends what a dead sender had claimed when its lease is over, and not before", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org" });
    await publishTo(sql, newsroom);
    await fanOutAll(sql);
    await sql`
      update mail
      set attempts = 1, lease_token = ${randomUUID()}, due_at = now() + interval '100 seconds'`;
    await sendAll(sql, mailer);
    expect(recipients()).toEqual([]);
    await makeMailsDue(sql);
    await Promise.all([sendAll(sql, mailer), sendAll(sql, mailer)]);
    expect(recipients()).toEqual(["anna@example.org"]);
  });

  test("keeps to its mails per second", async () => {
    await fillSubscriptions(30);
    await publishTo(service.sql, newsroom);
    await fanOutAll(service.sql);
    const startedAt = performance.now();
    await sendAll(service.sql, mailer, { mailsPerSecond: 10 });
    expect(mailServer.received.length).toBe(30);
    // Ten at once, ten after a second, ten after two.
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  });

  test("gives another agency its turn while one sends to many", async () => {
    const other = await createTestNewsroom(service.sql);
    await fillSubscriptions(60);
    await publishTo(service.sql, newsroom);
    await createSubscription(service.sql, other, { address: "andere@example.org" });
    await publishTo(service.sql, other);
    await fanOutAll(service.sql);
    await sendAll(service.sql, mailer, { mailsPerSecond: 60 });
    expect(mailServer.received.findIndex(({ to }) => to[0] === "andere@example.org")).toBeLessThan(20);
  });

  test("forgets finished mails after 30 days and proofs after four years, and not before", async () => {
    const { sql } = service;
    const { id } = await createSubscription(sql, newsroom, { address: "anna@example.org" });
    await publishTo(sql, newsroom);
    await fanOutAll(sql);
    await sendAll(sql, mailer);
    await sql`update mail set finished_at = now() - interval '30 days' + interval '1 minute'`;
    await removeOldMails(sql, kinds);
    expect((await mailRows()).length).toBe(1);
    await sql`update mail set finished_at = now() - interval '30 days 1 minute'`;
    await removeOldMails(sql, kinds);
    expect((await mailRows()).length).toBe(0);
    await endSubscriptions(sql, newsroom.agencyId, { which: { id }, reason: "erased" });
    const count = async () => (await sql`select id from newsroom_subscription`).length;
    await sql`update newsroom_subscription set ended_at = now() - interval '4 years' + interval '1 minute'`;
    await removeOldSubscriptions(sql);
    expect(await count()).toBe(1);
    await sql`update newsroom_subscription set ended_at = now() - interval '4 years 1 minute'`;
    await removeOldSubscriptions(sql);
    expect(await count()).toBe(0);
  });
});

async function statusOfAnna() {
  const [row] = await service.sql`
    select status, end_reason as reason, address_encrypted is not null as "hasAddress" from newsroom_subscription`;
  return row;
}
