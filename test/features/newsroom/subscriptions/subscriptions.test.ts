import { afterAll, describe, expect, test } from "bun:test";
import { hashAddress } from "../../../../service/features/newsroom/subscriptions/address-cipher.ts";
import { signLink } from "../../../../service/features/newsroom/subscriptions/link-token.ts";
import { removeOldSubscriptions } from "../../../../service/features/newsroom/subscriptions/retention-sql.ts";
import { subscribe } from "../../../../service/features/newsroom/subscriptions/subscribe.ts";
import {
  endSubscriber,
  exportSubscribers,
  findSubscriber,
  listSubscribers,
  type Subscriber,
} from "../../../../service/features/newsroom/subscriptions/subscribers.ts";
import type { Queryable } from "../../../../service/floor/db/open.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { mailAddressOctetsMax } from "../../../../service/floor/web/mail-address.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { headerOf, readMail } from "../../../support/read-mail.ts";
import {
  createTestRelease,
  serviceKinds,
  startTestService,
  type TestService,
} from "../../../support/service.ts";
import { refusalOf } from "../../../support/workflow.ts";
import { clientAddress, sendForm } from "./forms.ts";
import {
  createSubscription,
  createTestNewsroom,
  fanOutAll,
  publishTo,
  secretKey,
  secrets,
  sendAll,
} from "./support.ts";

const operator = { secrets, actor: { type: "operator", id: null } } as const;

describe.each([...serviceKinds])("subscriptions on the %s database", (kind) => {
  const mailServer = given(() => startMailServer());
  const mailer = given(async () =>
    createMailer({ smtpUrl: mailServer.url, mailFrom: "presse@nordlicht.example" }),
  );
  const { service, atEnd } = serviceScene(kind, () => ({
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
    SMTP_URL: mailServer.url,
    MAIL_FROM: "presse@nordlicht.example",
    TRUSTED_PROXIES: "127.0.0.0/8",
  }));
  const newsroom = given(() => createTestNewsroom(service.sql));
  let number = 0;
  atEnd(() => mailer.close());
  afterAll(() => mailServer.stop());

  test("begin with a confirmation: a GET changes nothing, one POST confirms, and one POST from anywhere ends them", async () => {
    const address = freshAddress();
    const list = await (await get(`/newsroom/${newsroom.clientSlug}`)).text();
    expect(list).toContain(`href="${service.url}/abo/${newsroom.clientSlug}"`);
    const form = await (await get(`/abo/${newsroom.clientSlug}`)).text();
    expect(form).toContain('type="email"');
    const answer = await order(address);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/abo/${newsroom.clientSlug}?gesendet`,
    ]);
    const asked = await mailTo(address);
    const confirm = pathIn(asked.text, "bestaetigen");
    expect(asked.text).not.toContain("/abo/abmelden/");
    for (const method of ["GET", "HEAD"]) await fetch(service.url + confirm, { method });
    expect(await statesOf(address)).toEqual(["pending"]);
    expect((await sendForm(service, confirm, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await statesOf(address)).toEqual(["pending"]);
    expect(await (await sendForm(service, confirm, {})).text()).toContain("Ihr Abo ist bestätigt");
    expect(await statesOf(address)).toEqual(["active"]);
    expect((await sendForm(service, confirm, {})).status).toBe(200);

    await publishTo(service.sql, newsroom);
    await fanOutAll(service.sql);
    const release = await mailTo(address);
    const oneClick = new URL(headerOf(release.source, "List-Unsubscribe")?.slice(1, -1) ?? "").pathname;
    expect(oneClick).toBe(pathIn(release.text, "abmelden"));
    expect(await (await get(oneClick)).text()).toContain("Ja, abmelden");
    expect(await statesOf(address)).toEqual(["active"]);
    const left = await fetch(service.url + oneClick, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(left.status).toBe(200);
    const hash = hashAddress(secrets, newsroom.agencyId, address);
    const [row] = await service.sql`
      select status, end_reason as reason, address_encrypted as encrypted, confirmed_at is not null as "isProven"
      from newsroom_subscription where address_hash = ${hash}`;
    expect(row).toEqual({ status: "ended", reason: "unsubscribed", encrypted: null, isProven: true });
    expect((await fetch(service.url + oneClick, { method: "POST" })).status).toBe(200);
    const before = mailServer.received.length;
    await publishTo(service.sql, newsroom);
    await fanOutAll(service.sql);
    await sendAll(service.sql, mailer);
    expect(mailServer.received.slice(before).filter(({ to }) => to[0] === address)).toEqual([]);
  });

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

  test("keep a request of 48 hours, and drop it with its address after", async () => {
    const address = freshAddress();
    await order(address);
    const confirm = pathIn((await mailTo(address)).text, "bestaetigen");
    const age = (seconds: number) => service.sql`
      update newsroom_subscription set requested_at = now() - interval '48 hours' + ${seconds} * interval '1 second'
      where address_hash = ${hashAddress(secrets, newsroom.agencyId, address)}`;
    await age(60);
    expect((await get(confirm)).status).toBe(200);
    await removeOldSubscriptions(service.sql);
    expect(await statesOf(address)).toEqual(["pending"]);
    await age(-60);
    expect((await get(confirm)).status).toBe(410);
    expect((await sendForm(service, confirm, {})).status).toBe(410);
    expect(await statesOf(address)).toEqual(["pending"]);
    await removeOldSubscriptions(service.sql);
    expect(await statesOf(address)).toEqual([]);
    expect((await get(confirm)).status).toBe(404);
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

  test("are taken by a newsroom that is shown alone, and the links of those that are there go on working", async () => {
    const { sql } = service;
    const hidden = await createTestNewsroom(sql);
    const address = freshAddress();
    const { id, leave, data } = await createSubscription(sql, hidden, { address });
    const confirm = signLink(secrets, "confirm", { agencyId: hidden.agencyId, id });
    const path = `/abo/${hidden.clientSlug}`;
    expect((await get(path)).status).toBe(200);
    await sql`update release set status = 'archived' where agency_id = ${hidden.agencyId}`;
    await sql`update newsroom set imprint_url = null, imprint_markdown = null where agency_id = ${hidden.agencyId}`;
    const unknown = await (await get("/abo/gibt-es-nicht")).text();
    for (const each of [path, `${path}?gesendet`]) {
      const answer = await get(each);
      expect([answer.status, await answer.text()]).toEqual([404, unknown]);
    }
    expect((await sendForm(service, path, { email: freshAddress(), frequency: "at_once" })).status).toBe(404);
    expect((await get(`/abo/daten/${data}`)).status).toBe(200);
    expect((await sendForm(service, `/abo/bestaetigen/${confirm}`, {})).status).toBe(200);
    expect(await (await sendForm(service, `/abo/abmelden/${leave}`, {})).text()).toContain("abgemeldet");
    const [left] = await findSubscriber(sql, hidden.agencyId, { email: address }, secrets);
    expect(left?.status).toBe("ended");
  });

  test("have the newsroom's imprint and privacy notice on the form and behind each link, wherever they are kept", async () => {
    const { sql } = service;
    const own = await createTestNewsroom(sql);
    const address = freshAddress();
    const { id, leave, data } = await createSubscription(sql, own, { address });
    const confirm = signLink(secrets, "confirm", { agencyId: own.agencyId, id });
    const form = `/abo/${own.clientSlug}`;
    const links = [`/abo/bestaetigen/${confirm}`, `/abo/abmelden/${leave}`, `/abo/daten/${data}`];
    const hrefsOf = async (path: string) => {
      const page = await (await get(path)).text();
      return [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    };
    const home = `/newsroom/${own.clientSlug}`;
    const kept = [`${home}/impressum`, `${home}/datenschutz`];
    const elsewhere = ["https://nordlicht.example/impressum", "https://nordlicht.example/datenschutz"];
    const [imprintUrl, privacyUrl] = elsewhere;
    await sql`
      update newsroom set imprint_url = null, imprint_markdown = 'Wir.', privacy_url = null, privacy_markdown = 'Nichts.'
      where agency_id = ${own.agencyId}`;
    for (const path of [form, `${form}?gesendet`, ...links])
      expect(await hrefsOf(path)).toEqual(expect.arrayContaining([home, ...kept]));
    for (const path of kept) expect((await get(path)).status).toBe(200);
    await sql`
      update newsroom
      set imprint_url = ${imprintUrl ?? ""}, imprint_markdown = null, privacy_url = ${privacyUrl ?? ""}, privacy_markdown = null
      where agency_id = ${own.agencyId}`;
    for (const path of [form, ...links])
      expect(await hrefsOf(path)).toEqual(expect.arrayContaining([home, ...elsewhere]));
    await sql`update client set status = 'archived' where agency_id = ${own.agencyId}`;
    for (const path of links) {
      const hrefs = await hrefsOf(path);
      expect(hrefs).toEqual(expect.arrayContaining(elsewhere));
      expect(hrefs.filter((href) => href?.startsWith(home))).toEqual([]);
    }
    await sql`
      update newsroom set imprint_url = null, imprint_markdown = 'Wir.', privacy_url = null, privacy_markdown = 'Nichts.'
      where agency_id = ${own.agencyId}`;
    for (const path of links)
      expect((await hrefsOf(path)).filter((href) => href?.startsWith("/newsroom"))).toEqual([]);
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

  test("have links that are good for one thing, and dead ones are refused without a trace", async () => {
    const address = freshAddress();
    const { id, leave } = await createSubscription(service.sql, newsroom, { address });
    const bent = `${leave.slice(0, -1)}${leave.endsWith("A") ? "B" : "A"}`;
    const foreign = signLink(secrets, "leave", { agencyId: newsroom.agencyId + 1, id });
    const ofOtherKey = signLink(createSecretCipher(new Uint8Array(32).fill(8)), "leave", {
      agencyId: newsroom.agencyId,
      id,
    });
    for (const token of [
      bent,
      foreign,
      ofOtherKey,
      "x",
      "..%2F..%2Fhealth",
      "%00",
      "A".repeat(48),
      "A".repeat(5_000),
    ]) {
      const answer = await fetch(`${service.url}/abo/abmelden/${token}`, { method: "POST" });
      expect([token.length, answer.status]).toEqual([token.length, 404]);
    }
    for (const word of ["daten", "bestaetigen"])
      expect((await get(`/abo/${word}/${leave}`)).status).toBe(404);
    expect(await statesOf(address)).toEqual(["active"]);
    expect(service.logged.join("\n")).not.toContain(leave);
  });

  test("show, export and erase what is stored to the owner, and leave a proof without the address", async () => {
    const address = freshAddress();
    const { data } = await createSubscription(service.sql, newsroom, { address });
    await service.sql`update release set topics = '{Energie}' where id = ${newsroom.releaseId}`;
    await createSubscription(service.sql, newsroom, { address, topic: "Energie", frequency: "daily" });
    const other = await createTestNewsroom(service.sql);
    await createSubscription(service.sql, other, { address });
    const path = `/abo/daten/${data}`;
    const page = await get(path);
    expect(await page.text()).toContain(address);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const file = (await (await get(`${path}?format=json`)).json()) as { subscriptions: Subscriber[] };
    expect(file.subscriptions.map(({ email, topic }) => [email, topic])).toEqual([
      [address, null],
      [address, "Energie"],
    ]);
    expect(file.subscriptions[0]?.consentText).toContain("Ich möchte Pressemitteilungen");
    expect(file.subscriptions[0]?.confirmedAt).not.toBeNull();
    expect(
      (await sendForm(service, path, { action: "erase" }, { "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect((await sendForm(service, path, {})).status).toBe(400);
    expect(await statesOf(address)).toEqual(["active", "active"]);
    expect(await (await sendForm(service, path, { action: "erase" })).text()).toContain("gelöscht");
    expect(await statesOf(address)).toEqual(["erased", "erased"]);
    expect(await (await get(path)).text()).not.toContain(address);
    expect((await findSubscriber(service.sql, other.agencyId, { email: address }, secrets)).length).toBe(1);
    await endSubscriber(service.sql, other.agencyId, { email: address, reason: "removed" }, operator);
    expect(await tablesThatHold(service, address)).toEqual([]);
  });

  test("can be listed, exported and removed by their own agency alone, and the log names no address", async () => {
    const { sql } = service;
    const own = await createTestNewsroom(sql);
    const addresses = [freshAddress(), freshAddress(), freshAddress()];
    for (const address of addresses) await createSubscription(sql, own, { address });
    const first = await listSubscribers(sql, own.agencyId, { limit: 2 }, secrets);
    const second = await listSubscribers(
      sql,
      own.agencyId,
      { limit: 2, cursor: first.nextCursor ?? "" },
      secrets,
    );
    expect([...first.subscribers, ...second.subscribers].map(({ email }) => email)).toEqual(addresses);
    expect(second.nextCursor).toBeNull();
    expect(await refusalOf(listSubscribers(sql, own.agencyId, { limit: 501 }, secrets))).toBe(
      "validation_error",
    );
    expect(await refusalOf(listSubscribers(sql, own.agencyId, { cursor: "x" }, secrets))).toBe(
      "invalid_cursor",
    );
    const exported: (string | null)[] = [];
    for await (const { email } of exportSubscribers(sql, own.agencyId, {}, secrets)) exported.push(email);
    expect(exported).toEqual(addresses);
    const removal = { email: addresses[0] ?? "", reason: "removed" } as const;
    expect(await refusalOf(endSubscriber(sql, newsroom.agencyId, removal, operator))).toBe("not_found");
    expect(await refusalOf(endSubscriber(sql, own.agencyId, { ...removal, email: "x" }, operator))).toBe(
      "validation_error",
    );
    expect(await endSubscriber(sql, own.agencyId, removal, operator)).toEqual({ ended: 1 });
    expect(await refusalOf(endSubscriber(sql, own.agencyId, removal, operator))).toBe("not_found");
    for (const [index, reason] of (["complained", "bounced"] as const).entries())
      await endSubscriber(sql, own.agencyId, { email: addresses[index + 1] ?? "", reason }, operator);
    const rest = await listSubscribers(sql, own.agencyId, {}, secrets);
    expect(rest.subscribers.map(({ email, endReason }) => [email, endReason])).toEqual([
      [null, "removed"],
      [null, "complained"],
      [null, "bounced"],
    ]);
    for (const address of addresses) expect(await tablesThatHold(service, address)).toEqual([]);
  });

  test("are stored encrypted: no table and no log line holds an address as it is", async () => {
    const address = freshAddress();
    await order(address);
    await mailTo(address);
    expect(await tablesThatHold(service, address)).toEqual([]);
    expect(service.logged.join("\n")).not.toContain(address);
  });

  function freshAddress(): string {
    number += 1;
    return `leserin-${number}@example.org`;
  }

  const order = (email: string, fields: Record<string, string> = {}) =>
    sendForm(service, `/abo/${newsroom.clientSlug}`, { email, frequency: "at_once", topic: "", ...fields });
  const get = (path: string) => fetch(service.url + path, { redirect: "manual" });
  const statesOf = async (address: string) =>
    (await findSubscriber(service.sql, newsroom.agencyId, { email: address }, secrets)).map(
      ({ status, endReason }) => endReason ?? status,
    );

  /** The mails that are due, and the last one's text. */
  async function mailTo(address: string): Promise<{ source: string; text: string }> {
    await sendAll(service.sql, mailer);
    const source = mailServer.received.findLast(({ to }) => to[0] === address)?.source;
    if (source === undefined) throw new Error(`No mail went to ${address}.`);
    return { source, text: readMail(source) };
  }

  const pathIn = (text: string, word: string) => {
    const found = new RegExp(`https://presse\\.example(/abo/${word}/[0-9A-Za-z_-]{48})`).exec(text)?.[1];
    if (found === undefined) throw new Error(`The mail has no link to ${word}.`);
    return found;
  };
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

/** Every table that holds a text as it is. */
async function tablesThatHold({ sql }: TestService, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::integer as found from ${name} t where t::text like '%' || $1 || '%'`,
      [text],
    );
    if (row?.found !== 0) found.push(name);
  }
  return found;
}

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
