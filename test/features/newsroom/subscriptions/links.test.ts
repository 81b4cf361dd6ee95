import { describe, expect, test } from "bun:test";
import { hashAddress } from "../../../../service/features/newsroom/subscriptions/address-cipher.ts";
import { signLink } from "../../../../service/features/newsroom/subscriptions/link-token.ts";
import { removeOldSubscriptions } from "../../../../service/features/newsroom/subscriptions/retention-sql.ts";
import { findSubscriber } from "../../../../service/features/newsroom/subscriptions/subscribers.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { headerOf } from "../../../support/read-mail.ts";
import { serviceKinds } from "../../../support/service.ts";
import { sendForm } from "./forms.ts";
import { pathIn, subscriptionScene } from "./subscription-scene.ts";
import { createSubscription, createTestNewsroom, fanOutAll, publishTo, secrets, sendAll } from "./support.ts";

describe.each([...serviceKinds])("subscriptions on the %s database", (kind) => {
  const { service, newsroom, mailServer, mailer, freshAddress, order, get, statesOf, mailTo } =
    subscriptionScene(kind);

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
});
