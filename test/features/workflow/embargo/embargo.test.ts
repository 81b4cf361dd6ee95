import { describe, expect, test } from "bun:test";
import { scryptSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import {
  createEmbargoLink,
  listEmbargoLinks,
  revokeEmbargoLink,
} from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import {
  context,
  createApproved,
  createWorkshop,
  draftInput,
  refusalOf,
  strangeToken,
} from "../../../support/workflow.ts";
import { clientAddress, sendForm } from "../../newsroom/subscriptions/forms.ts";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
const title = "Neues Werk in Bremen eröffnet";

describe("an embargo link", () => {
  const { service } = serviceScene("server", { TRUSTED_PROXIES: "127.0.0.0/8" });
  const workshop = given(() => createWorkshop(service.sql, { credits: 20 }));

  const embargoed = () => createApproved(service.sql, workshop, { embargoUntil: inDays(3).toISOString() });

  const get = (path: string, cookie = "") =>
    fetch(service.url + path, { redirect: "manual", headers: { cookie } });

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

  test("is refused for what is not approved or has no date, by the fields that are wrong, and for another agency", async () => {
    const { sql } = service;
    const { agencyId, clientId } = workshop;
    const create = (input: Partial<Parameters<typeof createEmbargoLink>[2]>, agency = agencyId) =>
      createEmbargoLink(sql, agency, { draftId, name: "Anna", ...input }, context);
    const draftId = await embargoed();
    const unapproved = await createDraft(sql, agencyId, draftInput(clientId), context);
    expect(await refusalOf(create({ draftId: unapproved.id }))).toBe("not_approved");
    const dateless = await createApproved(sql, workshop);
    expect(await reasonOf(create({ draftId: dateless }))).toEqual([
      "Der Entwurf hat weder eine Sperrfrist noch einen Termin.",
    ]);
    expect(await refusalOf(create({ draftId: "x" }))).toBe("not_found");
    const stranger = await createWorkshop(sql);
    expect(await refusalOf(create({}, stranger.agencyId))).toBe("not_found");
    expect(await fieldsOf(create({ name: " ", password: "zu-kurz", expiresAt: inDays(367) }))).toEqual([
      "expiresAt",
      "name",
      "password",
    ]);
    for (const wrong of [
      { name: "x".repeat(201) },
      { password: "x".repeat(9) },
      { password: "x".repeat(201) },
    ])
      expect(await refusalOf(create(wrong))).toBe("validation_error");
    await create({ name: "x".repeat(200), password: "ö".repeat(200), expiresAt: inDays(365.9) });
    const { id } = await create({ password: "x".repeat(10) });
    expect(await refusalOf(revokeEmbargoLink(sql, stranger.agencyId, { id }, context))).toBe("not_found");
    expect((await listEmbargoLinks(sql, stranger.agencyId, {})).links).toEqual([]);
    await sql`
      insert into embargo_link (agency_id, id, draft_id, draft_version, name, token_hash, password_hash, expires_at)
      select ${agencyId}::integer, gen_random_uuid(), ${draftId}::uuid, 1, 'x', sha256(n::text::bytea || ${draftId}::text::bytea), ${"x".repeat(20)}, now() + interval '1 day'
      from generate_series(1, 97) as n`;
    await create({});
    expect(await reasonOf(create({}))).toEqual(["Ein Entwurf hat höchstens 100 gültige Links."]);
  });

  test("is made once by the copies of a form, and the last answer has the token and the password that hold", async () => {
    const { sql } = service;
    const { agencyId } = workshop;
    const draftId = await embargoed();
    const id = uuidv7();
    const create = (name = "Anna") => createEmbargoLink(sql, agencyId, { draftId, name, id }, context);
    const age = (minutes: number) =>
      sql`update embargo_link set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`;
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
    const first = await create();
    const [second, third] = await Promise.all([create(), create()]);
    expect([first.id, second.id, third.id]).toEqual([id, id, id]);
    expect((await get(pathOf(first))).status).toBe(404);
    const holding = (await get(pathOf(third))).status === 200 ? third : second;
    const cookie = await open({ path: pathOf(holding), password: holding.password });
    await get(pathOf(holding), cookie);
    // Somebody reads it by now, or may have got it long ago: the copy makes another one and leaves it alone.
    expect((await create()).id).not.toBe(id);
    await sql`update embargo_link set openings = 0 where id = ${id}`;
    await age(11);
    expect((await create()).id).not.toBe(id);
    await age(9);
    expect((await create("Bert")).id).not.toBe(id);
    expect((await create()).id).toBe(id);
    await revokeEmbargoLink(sql, agencyId, { id }, context);
    expect((await create()).id).not.toBe(id);
  });

  test("is listed page by page, for one draft too", async () => {
    const draftId = await embargoed();
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) ids.unshift((await createLink({ draftId })).id);
    const { sql } = service;
    const first = await listEmbargoLinks(sql, workshop.agencyId, { draftId, limit: 2 });
    const cursor = first.nextCursor ?? "";
    const second = await listEmbargoLinks(sql, workshop.agencyId, { draftId, limit: 2, cursor });
    expect([...first.links, ...second.links].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(await refusalOf(listEmbargoLinks(sql, workshop.agencyId, { limit: 0 }))).toBe("validation_error");
    expect(await refusalOf(listEmbargoLinks(sql, workshop.agencyId, { cursor: "x" }))).toBe("invalid_cursor");
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

  async function createLink(input: { draftId?: string; password?: string } = {}) {
    const draftId = input.draftId ?? (await embargoed());
    const link = await createEmbargoLink(
      service.sql,
      workshop.agencyId,
      { draftId, name: "Anna Brandt, Weser-Kurier", password: input.password },
      context,
    );
    return { ...link, draftId, path: new URL(link.url).pathname };
  }

  async function open(link: { path: string; password: string }): Promise<string> {
    const answer = await sendForm(service, link.path, { password: link.password });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, link.path]);
    return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  }

  async function listed(id: string) {
    const { links } = await listEmbargoLinks(service.sql, workshop.agencyId, {});
    return links.find((link) => link.id === id);
  }
});

async function reasonOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  const details = error instanceof Error && "details" in error ? error.details : null;
  return (details as { formErrors: string[] } | null)?.formErrors ?? [];
}

async function fieldsOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  const details = error instanceof Error && "details" in error ? error.details : null;
  return Object.keys((details as { fieldErrors: object } | null)?.fieldErrors ?? {}).toSorted();
}
