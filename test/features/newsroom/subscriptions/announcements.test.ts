import { describe, expect, test } from "bun:test";
import {
  enqueueFanOut,
  writeChunk,
} from "../../../../service/features/newsroom/subscriptions/fan-out-sql.ts";
import { endSubscriptions } from "../../../../service/features/newsroom/subscriptions/sql.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { headerOf, readMail } from "../../../support/read-mail.ts";
import { makeMailsDue } from "../../../support/send-mails.ts";
import { createTestRelease } from "../../../support/service.ts";
import { context, createApproved, createWorkshop } from "../../../support/workflow.ts";
import { mailScene } from "./mail-scene.ts";
import { createSubscription, createTestNewsroom, fanOutAll, publishTo, sendAll } from "./support.ts";

const { service, mailServer, mailer, newsroom, fillSubscriptions, recipients, mailRows } = mailScene();

describe("a published release", () => {
  test("goes to each subscriber once, whatever is called again, and to nobody who subscribed later", async () => {
    for (const name of ["anna", "bert"])
      await createSubscription(service.sql, newsroom, { address: `${name}@example.org` });
    const releaseId = await publishTo(service.sql, newsroom, { title: "Werk eröffnet" });
    const late = await createSubscription(service.sql, newsroom, { address: "spaet@example.org" });
    await service.sql`
      update newsroom_subscription set confirmed_at = now() + interval '1 second' where id = ${late.id}`;
    await Promise.all([fanOutAll(service.sql), fanOutAll(service.sql)]);
    await enqueueFanOut(service.sql, newsroom.agencyId, { releaseId, clientId: newsroom.clientId });
    await fanOutAll(service.sql);
    await Promise.all([sendAll(service.sql, mailer), sendAll(service.sql, mailer)]);
    await sendAll(service.sql, mailer);
    expect(recipients()).toEqual(["anna@example.org", "bert@example.org"]);
    const source = mailServer.received[0]?.source ?? "";
    expect(headerOf(source, "Subject")).toContain("Werk");
    expect(headerOf(source, "From")).toContain("<presse@nordlicht.example>");
    expect(readMail(headerOf(source, "From") ?? "")).toContain("Maschinenbau_Presse");
    expect(headerOf(source, "Reply-To")).toContain("presse@example.org");
    expect(headerOf(source, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf(source, "List-Unsubscribe")).toMatch(
      /^<https:\/\/presse\.example\/abo\/abmelden\/[0-9A-Za-z_-]{48}>$/,
    );
    expect(readMail(source)).toContain(`https://presse.example/newsroom/${newsroom.clientSlug}/meldung-`);
  });

  test("is announced by the transaction that publishes it", async () => {
    const workshop = await createWorkshop(service.sql);
    await createSubscription(service.sql, workshop, { address: "anna@example.org" });
    const draftId = await createApproved(service.sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    for (let call = 0; call < 2; call += 1)
      await publishRelease(service.sql, workshop.agencyId, order, context);
    await fanOutAll(service.sql);
    await sendAll(service.sql, mailer);
    expect(recipients()).toEqual(["anna@example.org"]);
  });

  test("of another client or agency goes to nobody here", async () => {
    const { agencyId } = newsroom;
    const neighbour = { agencyId, ...(await createTestRelease(service.sql, agencyId)) };
    const foreign = await createTestNewsroom(service.sql);
    const readers = { anna: newsroom, nora: neighbour, fritz: foreign };
    for (const [name, of] of Object.entries(readers))
      await createSubscription(service.sql, of, { address: `${name}@example.org` });
    for (const of of [neighbour, foreign]) await publishTo(service.sql, of);
    await fanOutAll(service.sql);
    await sendAll(service.sql, mailer);
    expect(recipients()).toEqual(["fritz@example.org", "nora@example.org"]);
  });

  test("that was archived meanwhile, or waited for two days, is sent no more", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org" });
    const early = await publishTo(sql, newsroom);
    await sql`update release set status = 'archived' where id = ${early}`;
    await fanOutAll(sql);
    expect((await mailRows()).length).toBe(0);
    const late = await publishTo(sql, newsroom);
    await fanOutAll(sql);
    await sql`update release set status = 'archived' where id = ${late}`;
    await sendAll(sql, mailer);
    expect((await mailRows()).map(({ status }) => status)).toEqual(["cancelled"]);
    await sql`update newsroom_subscription set confirmed_at = now() - interval '9 days'`;
    await publishTo(sql, newsroom, { at: new Date(Date.now() - 2 * 24 * 3600 * 1000 - 1000).toISOString() });
    await fanOutAll(sql);
    expect((await mailRows()).length).toBe(1);
    await publishTo(sql, newsroom, {
      at: new Date(Date.now() - 2 * 24 * 3600 * 1000 + 60_000).toISOString(),
    });
    await fanOutAll(sql);
    expect((await mailRows()).length).toBe(2);
  });

  test("is not sent to who unsubscribed while the mail waited", async () => {
    const { id } = await createSubscription(service.sql, newsroom, { address: "anna@example.org" });
    await publishTo(service.sql, newsroom);
    await fanOutAll(service.sql);
    await endSubscriptions(service.sql, newsroom.agencyId, { which: { id }, reason: "unsubscribed" });
    await sendAll(service.sql, mailer);
    expect(recipients()).toEqual([]);
  });

  test("reaches more subscribers than one chunk holds, each once", async () => {
    await fillSubscriptions(1_203);
    await publishTo(service.sql, newsroom);
    await Promise.all([fanOutAll(service.sql), fanOutAll(service.sql)]);
    const [row] = await service.sql`
      select count(*)::integer as mails, count(distinct about_id)::integer as subscriptions from mail`;
    expect(row).toEqual({ mails: 1_203, subscriptions: 1_203 });
  });
});

describe("a daily digest", () => {
  test("holds each release of its day once, newest first, in one mail at seven", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org", frequency: "daily" });
    await publishTo(sql, newsroom, { title: "Erste Meldung" });
    await publishTo(sql, newsroom, { title: "Zweite Meldung" });
    await fanOutAll(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toEqual([]);
    await makeMailsDue(sql);
    await Promise.all([sendAll(sql, mailer), sendAll(sql, mailer), sendAll(sql, mailer)]);
    expect(recipients()).toEqual(["anna@example.org"]);
    const text = readMail(mailServer.received[0]?.source ?? "");
    expect(text).toContain("2 neue Pressemitteilungen von Müller Maschinenbau");
    expect(text.indexOf("Zweite Meldung")).toBeLessThan(text.indexOf("Erste Meldung"));
    await publishTo(sql, newsroom, { title: "Dritte Meldung" });
    await fanOutAll(sql);
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    expect(mailServer.received.length).toBe(2);
    const next = readMail(mailServer.received[1]?.source ?? "");
    expect(next).toContain("Dritte Meldung");
    expect(next).not.toContain("Zweite Meldung");
  });

  test("is the next one by the agency's clock: across midnight, at seven, and when summer time ends", async () => {
    const cases = [
      ["2026-11-20T22:59:00Z", "2026-11-21T06:00:00.000Z"],
      ["2026-11-20T23:01:00Z", "2026-11-21T06:00:00.000Z"],
      ["2026-11-21T05:59:59.999Z", "2026-11-21T06:00:00.000Z"],
      ["2026-11-21T06:00:00Z", "2026-11-22T06:00:00.000Z"],
      // 25 October 2026: 3:00 summer time is 2:00 winter time.
      ["2026-10-24T12:00:00Z", "2026-10-25T06:00:00.000Z"],
      ["2026-10-24T04:59:00Z", "2026-10-24T05:00:00.000Z"],
      ["2026-10-25T00:30:00Z", "2026-10-25T06:00:00.000Z"],
      ["2026-10-25T01:30:00Z", "2026-10-25T06:00:00.000Z"],
    ] as const;
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org", frequency: "daily" });
    for (const [at, expected] of cases) {
      await sql`update newsroom_subscription set confirmed_at = '2026-01-01'`;
      const releaseId = await publishTo(sql, newsroom, { at });
      await writeChunk(sql, newsroom.agencyId, releaseId);
      const row = (await mailRows()).find((each) => each.releaseId === releaseId);
      expect([at, row?.digestAt?.toISOString()]).toEqual([at, expected]);
    }
  });

  test("leaves out what was archived, shows fifty releases, and names how many more there are", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "anna@example.org", frequency: "daily" });
    for (let number = 0; number < 51; number += 1) await publishTo(sql, newsroom, { title: `Nr ${number}.` });
    await fanOutAll(sql);
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    const text = readMail(mailServer.received[0]?.source ?? "").split("<!doctype")[0] ?? "";
    expect(text.match(/^Nr \d+\.\r?$/gm)?.length).toBe(50);
    expect(text).toContain("Eine weitere steht im Newsroom.");
  });
});
