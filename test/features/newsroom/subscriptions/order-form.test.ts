import { describe, expect, test } from "bun:test";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { hashAddress } from "../../../../service/features/newsroom/subscriptions/address-cipher.ts";
import { subscribe } from "../../../../service/features/newsroom/subscriptions/subscribe.ts";
import { findSubscriber } from "../../../../service/features/newsroom/subscriptions/subscribers.ts";
import type { Queryable } from "../../../../service/floor/db/open.ts";
import { mailAddressOctetsMax } from "../../../../service/floor/web/mail-address.ts";
import { createTestRelease, serviceKinds, startTestService } from "../../../support/service.ts";
import { clientAddress, sendForm } from "./forms.ts";
import { pathIn, subscriptionScene } from "./subscription-scene.ts";
import { createSubscription, createTestNewsroom, publishTo, secrets, sendAll } from "./support.ts";

describe.each([...serviceKinds])("subscriptions on the %s database", (kind) => {
  const { service, newsroom, mailServer, mailer, freshAddress, order, get, statesOf, mailTo } =
    subscriptionScene(kind);

  test("answer the same for a known and an unknown address, by the same statement, and tell only the owner", async () => {
    const known = freshAddress();
    await createSubscription(service.sql, newsroom, { address: known });
    const answers = [await order(known), await order(freshAddress())];
    const [first, second] = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        location: answer.headers.get("location"),
        body: await answer.text(),
      })),
    );
    expect(first).toEqual(second);
    expect((await mailTo(known)).text).toContain("Sie erhalten sie schon");
    expect(await statesOf(known)).toEqual(["active"]);
    const statements: string[][] = [];
    for (const address of [known, freshAddress()]) {
      const seen: string[] = [];
      const input = { clientId: newsroom.clientId, address, topic: null, frequency: "daily" } as const;
      await subscribe(recording(service.sql, seen), secrets, newsroom.agencyId, input);
      statements.push(seen);
    }
    expect(statements[0]?.length).toBeGreaterThan(0);
    expect(statements[0]).toEqual(statements[1] ?? []);
  });

  test("keep their rhythm when somebody asks with another one, and the mail tells the owner how to change it", async () => {
    const address = freshAddress();
    await createSubscription(service.sql, newsroom, { address });
    await order(address, { frequency: "daily" });
    const text = (await mailTo(address)).text.replace(/\s+/g, " ");
    expect(text).toContain("Sie erhalten sie schon, sofort nach der Veröffentlichung.");
    expect(text).toContain(
      "in einem anderen Rhythmus erhalten, melden Sie sich hier ab, und bestellen Sie sie",
    );
    const frequencies = async () =>
      (await findSubscriber(service.sql, newsroom.agencyId, { email: address }, secrets))
        .filter(({ status }) => status !== "ended")
        .map(({ status, frequency }) => [status, frequency]);
    expect(await frequencies()).toEqual([["active", "at_once"]]);
    await sendForm(service, pathIn((await mailTo(address)).text, "abmelden"), {});
    await order(address, { frequency: "daily" });
    await sendForm(service, pathIn((await mailTo(address)).text, "bestaetigen"), {});
    expect(await frequencies()).toEqual([["active", "daily"]]);
  });

  test("refuse addresses that are none, with a sentence at the field and what was typed still there", async () => {
    const local = "a".repeat(64);
    const domain = `${`${"b".repeat(60)}.`.repeat(4)}de`;
    const longest = `${local}@${domain.slice(local.length + 1 - mailAddressOctetsMax)}`;
    const refused = [
      "",
      "anna",
      "@example.org",
      "anna@example",
      "anna@127.0.0.1",
      "anna@[127.0.0.1]",
      '"anna b"@example.org',
      '"a\\"@example.org',
      "anna@example.org\r\nBcc: alle@example.org",
      "anna@example.org\0",
      "anna@exa mple.org",
      "anna@-example.org",
      "anna@example..org",
      ".anna@example.org",
      "anna,bert@example.org",
      "<anna@example.org>",
      "ännä@example.org",
      `a${longest}`,
      `${local}@b${longest.slice(local.length + 1)}`,
      `${"a".repeat(10_000)}@example.org`,
    ];
    for (const email of refused) {
      const answer = await order(email);
      const page = await answer.text();
      expect([email, answer.status]).toEqual([email, 400]);
      expect(page).toContain("gültige E-Mail-Adresse");
      if (email.includes('"')) expect(page).not.toContain('value=""');
    }
    const [row] = await service.sql`select count(*)::integer as count from newsroom_subscription
      where agency_id = ${newsroom.agencyId} and address_hash = ${hashAddress(secrets, newsroom.agencyId, "anna@example.org")}`;
    expect(row?.count).toBe(0);
  });

  test("take long, international and odd addresses, and find them by any spelling", async () => {
    const domain = `${`${"b".repeat(60)}.`.repeat(4)}com`.slice(65 - mailAddressOctetsMax);
    const longest = `${"a".repeat(64)}@${domain}`;
    for (const email of [longest, "o'brien+presse@example.org", "  Anna.Gross@BÜCHER.example "]) {
      expect([email, (await order(email)).status]).toEqual([email, 303]);
      expect([email, await statesOf(email)]).toEqual([email, ["pending"]]);
    }
    expect(await statesOf("anna.gross@xn--bcher-kva.example")).toEqual(["pending"]);
    await order("ANNA.GROSS@bücher.example");
    expect(await statesOf("anna.gross@bücher.example")).toEqual(["pending"]);
  });

  test("refuse foreign forms, other bodies, unknown topics and rhythms, and newsrooms that are not there", async () => {
    const path = `/abo/${newsroom.clientSlug}`;
    const email = freshAddress();
    expect((await sendForm(service, path, { email }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const json = await fetch(service.url + path, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(json.status).toBe(400);
    expect((await order(email, { more: "x".repeat(17_000) })).status).toBe(413);
    expect((await order(email, { topic: "Gibt es nicht" })).status).toBe(400);
    expect((await order(email, { frequency: "hourly" })).status).toBe(400);
    expect((await sendForm(service, "/abo/gibt-es-nicht", { email })).status).toBe(404);
    expect((await get("/abo/%00")).status).toBe(404);
    expect(await statesOf(email)).toEqual([]);
    await service.sql`update release set topics = '{Energie}' where id = ${newsroom.releaseId}`;
    expect((await order(email, { topic: "Energie" })).status).toBe(303);
  });

  test("lead on from an earlier address word of the newsroom, and so does a form that was open meanwhile", async () => {
    const { agencyId, clientId, clientSlug } = await createTestNewsroom(service.sql);
    const changes = { slug: `${clientSlug}-gruppe` };
    await changeNewsroom(service.sql, agencyId, { clientId, changes }, { type: "operator", id: null });
    const [old, now] = [`/abo/${clientSlug}`, `/abo/${clientSlug}-gruppe`];
    for (const [asked, location] of [
      [old, now],
      [`${old}?gesendet`, `${now}?gesendet`],
    ] as const) {
      const answer = await get(asked);
      expect([answer.status, answer.headers.get("location")]).toEqual([308, location]);
    }
    const fields = { email: freshAddress(), frequency: "at_once" };
    const sent = await sendForm(service, old, fields);
    expect([sent.status, sent.headers.get("location")]).toEqual([308, now]);
    expect((await sendForm(service, now, fields)).headers.get("location")).toBe(`${now}?gesendet`);
    await service.sql`update release set status = 'archived' where agency_id = ${agencyId}`;
    await service.sql`update newsroom set imprint_url = null, imprint_markdown = null where agency_id = ${agencyId}`;
    expect((await get(old)).status).toBe(404);
  });

  test("have each topic once on the form, by the spelling used most, and any spelling of it is taken", async () => {
    const { sql } = service;
    const own = await createTestNewsroom(sql);
    for (const topic of ["Öl", "ÖL", "Öl", "Werk", "C#", "C++"])
      await publishTo(sql, own, { topics: [topic] });
    const form = await (await get(`/abo/${own.clientSlug}`)).text();
    const options = [...form.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
    expect(options).toEqual(["", "C#", "C++", "Öl", "Werk"]);
    const address = freshAddress();
    const fields = { email: address, frequency: "at_once", topic: "ÖL" };
    expect((await sendForm(service, `/abo/${own.clientSlug}`, fields)).status).toBe(303);
    const [subscriber] = await findSubscriber(sql, own.agencyId, { email: address }, secrets);
    expect(subscriber?.topic).toBe("Öl");
  });

  test("are limited: ten requests of a network, three of an address for one topic, and the fourth sounds like the third", async () => {
    const from = { "x-forwarded-for": clientAddress(60_000) };
    const path = `/abo/${newsroom.clientSlug}`;
    for (let call = 0; call < 10; call += 1)
      expect((await sendForm(service, path, { email: "keine" }, from)).status).toBe(400);
    const refused = await sendForm(service, path, { email: "keine" }, from);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    const address = freshAddress();
    const answers: string[] = [];
    for (let call = 0; call < 4; call += 1) {
      const answer = await order(address);
      answers.push(`${answer.status} ${answer.headers.get("location")} ${await answer.text()}`);
      await sendAll(service.sql, mailer);
    }
    expect(new Set(answers).size).toBe(1);
    expect(mailServer.received.filter(({ to }) => to[0] === address).length).toBe(3);
  });

  test("are taken for twenty topics and newsrooms of an agency on a day, and the twenty-first sounds like the others", async () => {
    const { sql } = service;
    const own = await createTestNewsroom(sql);
    for (let more = 0; more < 3; more += 1) await createTestRelease(sql, own.agencyId);
    await sql`update release set topics = '{A,B,C,D,E}' where agency_id = ${own.agencyId}`;
    const clients = await sql<{ slug: string }[]>`select slug from client where agency_id = ${own.agencyId}`;
    const ordered = clients.flatMap(({ slug }) => [..."ABCDE"].map((topic) => ({ topic, slug })));
    expect(ordered.length).toBe(20);
    const address = freshAddress();
    const ask = async ({ topic, slug }: { topic: string; slug: string }) => {
      const answer = await sendForm(service, `/abo/${slug}`, { email: address, frequency: "at_once", topic });
      return answer.status;
    };
    const held = async () => (await findSubscriber(sql, own.agencyId, { email: address }, secrets)).length;
    for (const each of ordered) expect(await ask(each)).toBe(303);
    expect(await held()).toBe(20);
    expect(await ask({ topic: "", slug: own.clientSlug })).toBe(303);
    expect(await held()).toBe(20);
  });
});

test("without a mail server there is no form, and no link to one", async () => {
  const service = await startTestService("server");
  try {
    const { clientSlug } = await createTestNewsroom(service.sql);
    expect(await (await fetch(`${service.url}/newsroom/${clientSlug}`)).text()).not.toContain("/abo/");
    expect((await fetch(`${service.url}/abo/${clientSlug}`)).status).toBe(404);
    expect((await sendForm(service, `/abo/${clientSlug}`, { email: "anna@example.org" })).status).toBe(404);
  } finally {
    await service.stop();
  }
});

/** The same connection, which notes the text of each statement and fragment. */
function recording<Recorded extends Queryable>(sql: Recorded, seen: string[]): Recorded {
  return new Proxy(sql, {
    get(target, name) {
      if (name !== "begin" || !("begin" in target)) return Reflect.get(target, name);
      return (work: (transaction: Queryable) => Promise<unknown>) =>
        target.begin((transaction) => work(recording(transaction, seen)));
    },
    apply(target, self, args: unknown[]) {
      const [strings] = args;
      if (Array.isArray(strings) && "raw" in strings) seen.push(strings.join("?"));
      return Reflect.apply(target, self, args);
    },
  });
}
