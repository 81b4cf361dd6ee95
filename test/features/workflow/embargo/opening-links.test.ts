import { describe, expect, test } from "bun:test";
import { scryptSync } from "node:crypto";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { askAcceptance } from "../../../../service/features/workflow/embargo/accept-embargo.ts";
import {
  listEmbargoLinks,
  revokeEmbargoLink,
} from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { findEmbargoLink } from "../../../../service/features/workflow/embargo/sql.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { context, createApproved, refusalOf, strangeToken } from "../../../support/workflow.ts";
import { clientAddress, sendForm } from "../../newsroom/subscriptions/forms.ts";
import { embargoScene, inDays } from "./support.ts";

const title = "Neues Werk in Bremen eröffnet";

describe("an embargo link", () => {
  const { service, workshop, embargoed, get, createLink, open } = embargoScene();

  test("asks for the password, and then shows the release as readers get it, with its embargo, uncounted and unlisted", async () => {
    const link = await createLink();
    const asked = await get(link.path);
    const form = await asked.text();
    expect(form).toContain('type="password"');
    expect(form).not.toContain("Bremen");
    expect(asked.headers.get("x-robots-tag")).toContain("noindex");
    const answer = await sendForm(service, link.path, { password: link.password });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toContain(`Path=${link.path};`);
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await listed(link.id))?.openings).toBe(0);
    const shown = await get(link.path, cookie.split(";")[0]);
    const page = await shown.text();
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toMatch(/Sperrfrist bis \d+\. \S+ 20\d\d, \d\d:\d\d Uhr/);
    expect(page).toContain("Bitte veröffentlichen Sie vor Ablauf der Sperrfrist nichts daraus");
    expect(page).toContain("noindex");
    for (const public_ of ["application/ld+json", 'rel="canonical"', "og:url", "/go/", "<script"])
      expect([public_, page.includes(public_)]).toEqual([public_, false]);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect(shown.headers.get("referrer-policy")).toBe("no-referrer");
    expect(shown.headers.get("x-robots-tag")).toContain("noindex");
    await get(link.path, cookie.split(";")[0]);
    await fetch(service.url + link.path, { method: "HEAD", headers: { cookie } });
    const noted = await listed(link.id);
    expect(noted).toMatchObject({ openings: 2, name: "Anna Brandt, Weser-Kurier", draftVersion: 1 });
    expect(noted?.firstOpenedAt).not.toBeNull();
    const [hits] =
      await service.sql`select count(*)::integer as count from hit where agency_id = ${workshop.agencyId}`;
    expect(hits?.count).toBe(0);
  });

  test("takes no wrong password, no foreign cookie and no cookie of another link, and opens by nothing but POST", async () => {
    const link = await createLink();
    const other = await createLink();
    for (const password of ["", "falsch", `${link.password} `, other.password, "x".repeat(5_000)]) {
      const answer = await sendForm(service, link.path, { password });
      expect([400, 403]).toContain(answer.status);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(await (await get(`${link.path}?password=${link.password}`)).text()).toContain('type="password"');
    const cookie = await open(other);
    const bent = `${cookie.slice(0, -1)}${cookie.endsWith("0") ? "1" : "0"}`;
    for (const each of [cookie, bent, "vorab=9999999999.00", `vorab=9999999999.${"0".repeat(64)}`, "vorab="])
      expect(await (await get(link.path, each)).text()).toContain('type="password"');
    const foreign = await sendForm(
      service,
      link.path,
      { password: link.password },
      { "sec-fetch-site": "cross-site" },
    );
    expect([foreign.status, foreign.headers.get("set-cookie")]).toEqual([403, null]);
    expect((await sendForm(service, link.path, { password: "x".repeat(17_000) })).status).toBe(413);
  });

  test("takes ten wrong passwords in a quarter of an hour, whoever tries; right ones don't count", async () => {
    const link = await createCheapLink();
    const path = link.path;
    // The first one makes the cheap hash anew.
    const cookie = await open(link);
    expect(await (await get(path, cookie)).text()).toContain(`<h1>${title}</h1>`);
    for (let round = 0; round < 10; round += 1) await open(link);
    await cheapen(link);
    for (let round = 0; round < 10; round += 1)
      expect((await sendForm(service, link.path, { password: "falsch-falsch" })).status).toBe(403);
    const refused = await sendForm(service, link.path, { password: link.password });
    expect(refused.status).toBe(429);
    const retrySeconds = Number(refused.headers.get("retry-after"));
    expect(retrySeconds > 0 && retrySeconds <= 900).toBe(true);
  });

  test("lets one client network try ten wrong passwords over all links", async () => {
    const from = { "x-forwarded-for": clientAddress(50_002) };
    const links = [await createCheapLink(), await createCheapLink()];
    for (let round = 0; round < 10; round += 1) {
      const path = links[round % 2]?.path ?? "";
      expect((await sendForm(service, path, { password: "falsch-falsch" }, from)).status).toBe(403);
    }
    const [link] = links;
    if (link === undefined) throw new Error("There is no link.");
    expect((await sendForm(service, link.path, { password: link.password }, from)).status).toBe(429);
    await open(link);
  });

  test("counts no try of a network against it that others' tries on the link refuse", async () => {
    const [link, other] = [await createCheapLink(), await createCheapLink()];
    for (let round = 0; round < 10; round += 1)
      await sendForm(service, link.path, { password: "falsch-falsch" });
    const from = { "x-forwarded-for": clientAddress(50_012) };
    for (let round = 0; round < 11; round += 1)
      expect((await sendForm(service, link.path, { password: link.password }, from)).status).toBe(429);
    expect((await sendForm(service, other.path, { password: other.password }, from)).status).toBe(303);
  });

  test("names the moment of a schedule, and leads to the release once it is published", async () => {
    const { sql } = service;
    const draftId = await createApproved(sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    const scheduled = { ...order, publishAt: inDays(3).toISOString() };
    await publishRelease(sql, workshop.agencyId, scheduled, context);
    const link = await createLink({ draftId });
    const cookie = await open(link);
    expect(await (await get(link.path, cookie)).text()).toContain("Sperrfrist bis");
    const { url } = await publishRelease(sql, workshop.agencyId, order, context);
    for (const each of ["", cookie]) {
      const answer = await get(link.path, each);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, new URL(url).pathname]);
    }
    // The form that was open meanwhile: a browser follows no form to a newsroom's own domain.
    const sent = await sendForm(service, link.path, { password: link.password });
    expect(sent.status).toBe(200);
    expect(await sent.text()).toContain(`<a href="${new URL(url).pathname}">Zur Meldung</a>`);
  });

  test("speaks the release's language, from its password to its end, and else the newsroom's", async () => {
    const { sql } = service;
    const embargo = { embargoUntil: inDays(3).toISOString() };
    const draftId = await createApproved(sql, workshop, { ...embargo, language: "en-GB" });
    const link = await createLink({ draftId });
    const asked = await get(link.path);
    expect(asked.headers.get("content-language")).toBe("en");
    const form = await asked.text();
    expect(form).toContain('<html lang="en"');
    expect(form).toContain("<h1>Release under embargo</h1>");
    expect(form).not.toMatch(/Passwort|Meldung/);
    const wrong = await sendForm(service, link.path, { password: "falsch-falsch" });
    expect(wrong.headers.get("content-language")).toBe("en");
    expect(await wrong.text()).toContain("The password is not right.");
    const shown = await (await get(link.path, await open(link))).text();
    expect(shown).toMatch(/lang="en"><strong>Embargo until \d+ \S+ 20\d\d, \d\d:\d\d CES?T<\/strong>/);
    const found = await findEmbargoLink(sql, link.path.split("/").at(-1) ?? "");
    const ofMailing = found === null ? "" : await askAcceptance(found).text();
    expect(ofMailing).toContain("Accept the embargo and open");
    expect(ofMailing).not.toMatch(/Sperrfrist|Meldung/);
    await revokeEmbargoLink(sql, workshop.agencyId, { id: link.id }, context);
    const ended = await get(link.path);
    expect([ended.status, ended.headers.get("content-language")]).toEqual([410, "en"]);
    expect(await ended.text()).toContain("This link does not work (any more)");
    const french = await createLink({
      draftId: await createApproved(sql, workshop, { ...embargo, language: "fr" }),
    });
    expect((await get(french.path)).headers.get("content-language")).toBe("de");
    await sql`update newsroom set language = 'en' where agency_id = ${workshop.agencyId}`;
    expect((await get(french.path)).headers.get("content-language")).toBe("en");
    await sql`update newsroom set language = 'de' where agency_id = ${workshop.agencyId}`;
  });

  test("speaks it where a form is too large and where the service fails, too", async () => {
    const { sql } = service;
    const [english, german] = [
      await createApproved(sql, workshop, { embargoUntil: inDays(3).toISOString(), language: "en" }),
      await embargoed(),
    ];
    const link = await createLink({ draftId: english });
    const large = await sendForm(service, link.path, { password: "x".repeat(17_000) });
    expect([large.status, large.headers.get("content-language")]).toEqual([413, "en"]);
    expect(await large.text()).toContain("The password is too long.");
    const ofGerman = await createLink({ draftId: german });
    const failed = async (each: typeof link) => {
      const answer = await get(each.path, await open(each));
      return [answer.status, answer.headers.get("content-language"), await answer.text()];
    };
    // It is counted once the page is made.
    await sql`alter table embargo_link rename column openings to openings_away`;
    try {
      expect(await failed(link)).toEqual([503, "en", expect.stringContaining("Please try again in a few")]);
      expect(await failed(ofGerman)).toEqual([503, "de", expect.stringContaining("noch einmal.")]);
    } finally {
      await sql`alter table embargo_link rename column openings_away to openings`;
    }
    expect((await get("/vorab/unbekannt")).headers.get("content-language")).toBe("de");
  });

  test("ends when it is revoked, when its time is up, and when the text is edited", async () => {
    const { sql } = service;
    const revoked = await createLink();
    const cookie = await open(revoked);
    await revokeEmbargoLink(sql, workshop.agencyId, { id: revoked.id }, context);
    expect((await get(revoked.path, cookie)).status).toBe(410);
    expect((await sendForm(service, revoked.path, { password: revoked.password })).status).toBe(410);
    expect(await refusalOf(revokeEmbargoLink(sql, workshop.agencyId, { id: revoked.id }, context))).toBe(
      "not_found",
    );
    const expired = await createLink();
    await sql`update embargo_link set expires_at = now() + interval '1 minute' where id = ${expired.id}`;
    expect((await get(expired.path)).status).toBe(200);
    await sql`update embargo_link set expires_at = now() - interval '1 second' where id = ${expired.id}`;
    expect((await get(expired.path)).status).toBe(410);
    const edited = await createLink();
    const change = { draftId: edited.draftId, expectedVersion: 1, title: "Anderer Titel" };
    await updateDraft(sql, workshop.agencyId, change, context);
    expect((await get(edited.path)).status).toBe(410);
  });

  test("has a token that is nowhere to be read, and hostile ones lead to a page that tells nothing", async () => {
    const link = await createLink();
    const token = link.path.split("/").at(-1) ?? "";
    for (const hostile of [
      strangeToken(),
      `${token}x`,
      token.slice(1),
      "%00",
      "%2e%2e%2fhealth",
      "x".repeat(5_000),
    ]) {
      const answer = await get(`/vorab/${hostile}`);
      expect([hostile.length, answer.status]).toEqual([hostile.length, 404]);
    }
    await open(link);
    const logged = service.logged.join("\n");
    expect([logged.includes(token), logged.includes(link.password)]).toEqual([false, false]);
    const [row] = await service.sql`select t::text as text from embargo_link t where id = ${link.id}`;
    expect([row?.text.includes(token), row?.text.includes(link.password)]).toEqual([false, false]);
  });

  /** For the tests of many tries: a hash that says a cost of a thousandth. */
  async function createCheapLink() {
    const link = await createLink();
    await cheapen(link);
    return link;
  }

  async function cheapen(link: { id: string; password: string }) {
    const key = scryptSync(link.password, "salt", 32, { N: 32, r: 8, p: 1 }).toString("base64url");
    const hash = `scrypt$32$8$1$${Buffer.from("salt").toString("base64url")}$${key}`;
    await service.sql`update embargo_link set password_hash = ${hash} where id = ${link.id}`;
  }

  async function listed(id: string) {
    const { links } = await listEmbargoLinks(service.sql, workshop.agencyId, {});
    return links.find((link) => link.id === id);
  }
});
