import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes, scryptSync } from "node:crypto";
import { updateAgency } from "../../../../service/features/agencies/settings/update-agency.ts";
import {
  createReportLink,
  listReportLinks,
  revokeReportLink,
} from "../../../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { passwordCost } from "../../../../service/floor/secrets/password.ts";
import { serviceScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../../support/service.ts";

const actor = { type: "operator", id: null } as const;
const hostile = [
  "<script>alert(1)</script>",
  "[böse](javascript:alert(1))",
  '<img src=x onerror="alert(1)">',
  "[gut](https://example.com/gut)",
].join("\n\n");

describe.each(serviceKinds)("report links on the %s database", (kind) => {
  const { service, agency } = serviceScene(kind);
  let report: PublicationReport;

  beforeAll(async () => {
    const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
    await updateAgency(service.sql, agency.agencyId, {
      update: { logo: samplePng(60, 20), colorPrimary: "#14427a" },
      actor,
    });
    report = await createPublicationReport(service.sql, agency.agencyId, {
      scopeType: "article",
      scopeId: pressReleaseId,
      createdBy: "operator",
      seal: await testSeal(),
      comment: hostile,
      publicUrl: service.url,
    });
  });

  /** Hashing a password takes a fifth of a second of a core, and asks no database. */
  const onServer = (name: string, work: () => Promise<void>, timeoutMs?: number) => {
    if (kind === "server") test(name, work, timeoutMs);
  };
  const link = (more: { days?: number; password?: string } = {}) =>
    createReportLink(service.sql, agency.agencyId, {
      reportId: report.id,
      actor,
      publicUrl: service.url,
      ...more,
    });
  const submit = (url: string, password: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", ...headers },
      body: new URLSearchParams({ password }),
    });

  test("open the report as a page that nobody keeps, lists, frames or runs a script on", async () => {
    const { url } = await link();
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|https:/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-frame-options": "DENY",
    });
    expect(answer.headers.get("set-cookie")).toBeNull();
    const page = await answer.text();
    for (const words of [
      report.scope.title,
      "Die wichtigsten Zahlen",
      "Einordnung der Agentur",
      report.integrity.contentHash,
    ])
      expect(page).toContain(words);
    expect(page).toContain("#14427a");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain('href="https://example.com/gut"');
    expect(page).not.toMatch(/<script|href="javascript|<img[^>]*onerror/i);
  });

  test("have the PDF, and the pictures of this report alone", async () => {
    const { url } = await link();
    const pdf = await fetch(`${url}/bericht.pdf`);
    expect(pdf.headers.get("content-disposition")).toContain("attachment");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
    const logo = await fetch(`${url}/bild/${report.presentation?.logo?.sha256}`);
    expect(logo.headers.get("content-type")).toBe("image/png");
    expect((await fetch(`${url}/bild/${"0".repeat(64)}`)).status).toBe(404);
  });

  test("answer 404 for what was guessed, 410 for what is revoked or over, and never name the report there", async () => {
    const revoked = await link();
    const expired = await link({ days: 1 });
    await revokeReportLink(service.sql, agency.agencyId, { linkId: revoked.linkId, actor });
    await service.sql`
      update report_link
      set expires_at = now() - interval '1 second'
      where agency_id = ${agency.agencyId}
        and id = ${expired.linkId}
    `;
    const token = revoked.url.slice(-43);
    const almost = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
    const guesses = ["x", "a".repeat(43), almost, "%00", "..%2f..%2fetc"];
    const asked: [string, number][] = [
      ...guesses.map((guess): [string, number] => [`${service.url}/berichte/${guess}`, 404]),
      [revoked.url, 410],
      [expired.url, 410],
      [`${revoked.url}/bericht.pdf`, 410],
      [`${expired.url}/bild/${report.presentation?.logo?.sha256}`, 410],
    ];
    for (const [url, status] of asked) {
      const answer = await fetch(url);
      expect(answer.status).toBe(status);
      expect(await answer.text()).not.toContain(report.scope.title);
    }
    const again = revokeReportLink(service.sql, agency.agencyId, { linkId: revoked.linkId, actor });
    expect(await errorOf(again)).toMatchObject({ code: "not_found" });
  });

  test("with a password open nothing before it, and then for this browser and this link only", async () => {
    const { url } = await link({ password: "Sommer 2026!" });
    const other = await link({ password: "Sommer 2026!" });
    for (const path of ["", "/bericht.pdf", `/bild/${report.presentation?.logo?.sha256}`]) {
      const answer = await fetch(`${url}${path}`);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain(report.scope.title);
    }
    expect((await submit(url, "Sommer 2025!")).status).toBe(401);
    const right = await submit(url, "Sommer 2026!");
    expect(right.status).toBe(303);
    const cookie = right.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^bericht=\d{10}\.[\w-]{43}; Path=\/berichte\/[\w-]{43}; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    const shown = { headers: { cookie: cookie.split(";")[0] ?? "" } };
    expect((await fetch(url, shown)).status).toBe(200);
    expect((await fetch(`${url}/bericht.pdf`, shown)).status).toBe(200);
    expect((await fetch(other.url, shown)).status).toBe(401);
    expect((await fetch(url, { headers: { cookie: "bericht=" } })).status).toBe(401);
  });

  test("refuse forms of other sites, of other kinds and beyond their size", async () => {
    const { url } = await link({ password: "Sommer 2026!" });
    expect((await submit(url, "Sommer 2026!", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const json = await fetch(url, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(json.status).toBe(400);
    const twice = await fetch(url, { method: "POST", body: new URLSearchParams("password=a&password=b") });
    expect(twice.status).toBe(400);
    expect((await submit(url, "x".repeat(400_000))).status).toBe(413);
  });

  onServer("keep a password of an earlier cost until somebody gives it, and then make it anew", async () => {
    const { url, linkId } = await link({ password: "ersetzt wird es" });
    const [salt, old] = [randomBytes(16), "Ein ﬂottes Passwort"];
    const key = scryptSync(old, salt, 32, { N: 16_384, r: 8, p: 1 });
    await service.sql`
      update report_link
      set password_cost = null, password_salt = ${salt}, password_hash = ${key}
      where agency_id = ${agency.agencyId} and id = ${linkId}
    `;
    expect((await submit(url, "ersetzt wird es")).status).toBe(401);
    const right = await submit(url, old);
    expect(right.status).toBe(303);
    const cookie = right.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await fetch(url, { headers: { cookie } })).status).toBe(200);
    const [row] = await service.sql`
      select password_cost, password_hash from report_link where agency_id = ${agency.agencyId} and id = ${linkId}
    `;
    const { N, r, p } = passwordCost;
    expect(row?.password_cost).toBe(`scrypt$${N}$${r}$${p}`);
    expect(Buffer.from(row?.password_hash).equals(key)).toBe(false);
    expect((await submit(url, old)).status).toBe(303);
  });

  onServer("let in a press office of eleven, whose right passwords count against nobody", async () => {
    const { url } = await link({ password: "Sommer 2026!" });
    for (let person = 0; person < 11; person += 1)
      expect([person, (await submit(url, "Sommer 2026!")).status]).toEqual([person, 303]);
  });

  test("are not opened by HEAD, which leaves nothing in the audit", async () => {
    const { url, linkId } = await link();
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    const { links } = await listReportLinks(service.sql, agency.agencyId, {});
    expect(links.find(({ id }) => id === linkId)?.lastOpenedAt).toBeNull();
    const opened = await service.sql`
      select 1 from audit
      where agency_id = ${agency.agencyId} and subject_id = ${linkId} and action = 'report_link.opened'
    `;
    expect(opened.count).toBe(0);
  });

  onServer("take 10 wrong passwords of an address in a quarter of an hour, and no more", async () => {
    const { url } = await link({ password: "Sommer 2026!" });
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await submit(url, `falsch ${tries}`)).status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    const refused = await submit(url, "Sommer 2026!");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("are noted in the audit: made, opened once however often, revoked", async () => {
    const { url, linkId } = await link();
    await fetch(url);
    await fetch(url);
    await fetch(`${url}/bericht.pdf`);
    await revokeReportLink(service.sql, agency.agencyId, { linkId, actor });
    const rows = await service.sql<{ action: string }[]>`
      select action
      from audit
      where agency_id = ${agency.agencyId}
        and (subject_id = ${linkId} or details ->> 'linkId' = ${linkId})
      order by id
    `;
    expect(rows.map(({ action }) => action)).toEqual([
      "report_link.created",
      "report_link.opened",
      "report_link.revoked",
    ]);
  });

  test("are made and seen by the report's own agency only", async () => {
    const { agencyId: stranger } = await createTestAgency(service.sql);
    const input = { reportId: report.id, actor, publicUrl: service.url };
    const { linkId } = await link();
    expect(await errorOf(createReportLink(service.sql, stranger, input))).toMatchObject({
      code: "not_found",
    });
    expect(await errorOf(revokeReportLink(service.sql, stranger, { linkId, actor }))).toMatchObject({
      code: "not_found",
    });
    expect((await listReportLinks(service.sql, stranger, {})).links).toEqual([]);
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listReportLinks(service.sql, agency.agencyId, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      pages.push(...page.links.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages[0]).toBe(linkId);
  });

  onServer("last 1 to 365 days, with a password of 8 to 200 characters", async () => {
    for (const days of [1, 365]) expect((await link({ days })).linkId).toBeString();
    for (const days of [0, 366, 1.5])
      expect(await errorOf(link({ days }))).toMatchObject({ code: "validation_error" });
    for (const length of [8, 200]) expect((await link({ password: "x".repeat(length) })).linkId).toBeString();
    for (const length of [7, 201])
      expect(await errorOf(link({ password: "x".repeat(length) }))).toMatchObject({
        details: { fieldErrors: { password: [expect.any(String)] } },
      });
  });
});
