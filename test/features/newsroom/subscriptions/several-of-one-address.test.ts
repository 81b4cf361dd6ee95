import { beforeEach, describe, expect, test } from "bun:test";
import { countReaders } from "../../../../service/features/newsroom/subscriptions/readers-sql.ts";
import { endSubscriptions } from "../../../../service/features/newsroom/subscriptions/sql.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { readMail } from "../../../support/read-mail.ts";
import { makeMailsDue } from "../../../support/send-mails.ts";
import {
  createSubscription,
  createTestNewsroom,
  fanOutAll,
  publishTo,
  sendAll,
  type TestNewsroom,
} from "./support.ts";

const { service, atEnd } = serviceScene();
const mailServer = given(() => startMailServer());
let newsroom: TestNewsroom;
const mailer = given(async () =>
  createMailer({ smtpUrl: mailServer.url, mailFrom: "Nordlicht <presse@nordlicht.example>" }),
);
beforeEach(async () => {
  await service.sql`truncate mail, newsroom_mail, newsroom_fan_out, newsroom_subscription`;
  mailServer.received.length = 0;
  newsroom = await createTestNewsroom(service.sql);
});
atEnd(async () => {
  mailer.close();
  await mailServer.stop();
});

describe("a published release", () => {
  test("goes once to who subscribed to the newsroom and to a topic, and to topics that it has", async () => {
    const { sql } = service;
    await createSubscription(sql, newsroom, { address: "beides@example.org" });
    await createSubscription(sql, newsroom, { address: "beides@example.org", topic: "Energie" });
    await createSubscription(sql, newsroom, { address: "energie@example.org", topic: "Energie" });
    await createSubscription(sql, newsroom, { address: "sport@example.org", topic: "Sport" });
    await publishTo(sql, newsroom, { topics: ["Energie", "Werke"] });
    await fanOutAll(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toEqual(["beides@example.org", "energie@example.org"]);
  });

  test("goes to who subscribed to a topic in another spelling, as the page and the feed of the topic have it", async () => {
    const { sql } = service;
    const { agencyId, clientId } = newsroom;
    await publishTo(sql, newsroom, { topics: ["Öl & Gas"] });
    await fanOutAll(sql);
    const address = "oel@example.org";
    const { id } = await createSubscription(sql, newsroom, { address, topic: "Öl & Gas" });
    await createSubscription(sql, newsroom, { address: "sport@example.org", topic: "Sport" });
    const topics = ["ÖL & GAS"];
    expect(await countReaders(sql, agencyId, { clientId, topics })).toEqual({ atOnce: 1, daily: 0 });
    await publishTo(sql, newsroom, { topics });
    await fanOutAll(sql);
    expect(recipients()).toEqual([]);
    await createSubscription(sql, newsroom, { address, topic: "öl & gas" });
    await sql`update newsroom_subscription set confirmed_at = '2026-01-01' where topic = 'öl & gas'`;
    await endSubscriptions(sql, agencyId, { which: { id }, reason: "unsubscribed" });
    await sendAll(sql, mailer);
    expect(recipients()).toEqual([address]);
  });

  test("goes to nobody who subscribed to a topic that other signs tell from it, though one page shows both", async () => {
    const { sql } = service;
    const { agencyId, clientId } = newsroom;
    for (const topic of ["C++", "C#"]) await publishTo(sql, newsroom, { topics: [topic] });
    await fanOutAll(sql);
    await createSubscription(sql, newsroom, { address: "sharp@example.org", topic: "C#" });
    await createSubscription(sql, newsroom, { address: "plus@example.org", topic: "C++" });
    expect(await countReaders(sql, agencyId, { clientId, topics: ["c++"] })).toEqual({ atOnce: 1, daily: 0 });
    await publishTo(sql, newsroom, { topics: ["c++"] });
    await fanOutAll(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toEqual(["plus@example.org"]);
  });

  test("goes at once to who wants all of it daily and a topic of it at once, whichever was first", async () => {
    const { sql } = service;
    const daily = { frequency: "daily", topic: null } as const;
    const atOnce = { frequency: "at_once", topic: "Energie" } as const;
    const orders = [
      ["anna@example.org", [daily, atOnce]],
      ["bert@example.org", [atOnce, daily]],
    ] as const;
    for (const [address, subscriptions] of orders)
      for (const each of subscriptions) await createSubscription(sql, newsroom, { address, ...each });
    const topics = ["Energie"];
    const { agencyId, clientId } = newsroom;
    expect(await countReaders(sql, agencyId, { clientId, topics })).toEqual({ atOnce: 2, daily: 0 });
    await publishTo(sql, newsroom, { topics });
    await fanOutAll(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toEqual(["anna@example.org", "bert@example.org"]);
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toHaveLength(2);
    await publishTo(sql, newsroom, { topics: ["Sport"] });
    await fanOutAll(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toHaveLength(2);
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toHaveLength(4);
  });

  test("goes by the other subscription of an address where the first ends before its mail went out", async () => {
    const { sql } = service;
    const address = "anna@example.org";
    const add = (topic: string | null, frequency: "daily" | "at_once" = "daily") =>
      createSubscription(sql, newsroom, { address, topic, frequency });
    const first = await add("Energie");
    await add(null);
    const third = await add("Werke", "at_once");
    await publishTo(sql, newsroom, { title: "Erste Meldung", topics: ["Energie"] });
    await publishTo(sql, newsroom, { title: "Zweite Meldung", topics: ["Energie"] });
    await publishTo(sql, newsroom, { title: "Dritte Meldung", topics: ["Werke"] });
    await publishTo(sql, newsroom, { title: "Vierte Meldung", topics: ["Sport"] });
    await fanOutAll(sql);
    for (const { id } of [first, third])
      await endSubscriptions(sql, newsroom.agencyId, { which: { id }, reason: "unsubscribed" });
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    const texts = mailServer.received.map(({ source }) => readMail(source)).join("\n");
    for (const title of ["Erste", "Zweite", "Dritte", "Vierte"])
      expect(texts.split(`${title} Meldung`).length).toBeGreaterThan(1);
    expect(recipients()).toEqual([address, address, address]);
    // Nothing is left for whoever has ended all of them.
    mailServer.received.length = 0;
    await publishTo(sql, newsroom, { topics: ["Energie"] });
    await fanOutAll(sql);
    await sql`update newsroom_subscription set status = 'ended', ended_at = now(), end_reason = 'unsubscribed', address_encrypted = null`;
    await makeMailsDue(sql);
    await sendAll(sql, mailer);
    expect(recipients()).toEqual([]);
  });
});

const recipients = () => mailServer.received.flatMap(({ to }) => to).toSorted();
