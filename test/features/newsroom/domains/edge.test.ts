import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { request as httpRequest } from "node:http";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { addDomain, removeDomain } from "../../../../service/features/newsroom/domains/change-domains.ts";
import { proveDomain } from "../../../../service/features/newsroom/domains/prove-domain.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { changeReleaseSlug } from "../../../../service/features/workflow/releases/change-release-slug.ts";
import {
  createTestAgency,
  createTestRelease,
  freePort,
  startTestService,
  type TestAgency,
  type TestRelease,
  type TestService,
} from "../../../support/service.ts";
import { until } from "../../../support/until.ts";

const actor: AuditActor = { type: "operator", id: null };
const person = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml",
  "accept-language": "de-DE,de;q=0.9",
};

describe("an own domain", () => {
  let service: TestService;
  let agency: TestAgency;
  let metricsUrl: string;
  beforeAll(async () => {
    const metricsPort = String(await freePort());
    metricsUrl = `http://127.0.0.1:${metricsPort}`;
    const environment = { PUBLIC_URL: "https://presse.dienst.example", METRICS_PORT: metricsPort };
    service = await startTestService("server", environment);
    agency = await createTestAgency(service.sql);
  });
  afterAll(() => service.stop());
  const main = "presse.dienst.example";
  let hosts = 0;

  test("has all pages of its newsroom at short paths, each of which names it as its address", async () => {
    const { host } = await releaseAtOwnHost();
    const origin = `https://${host}`;
    const list = await ask(host, "/");
    expect(list.status).toBe(200);
    expect(list.body).toContain(`<link rel="canonical" href="${origin}/">`);
    expect(list.body).toContain('<a href="/neues-werk">');
    expect(list.body).not.toContain("/newsroom/kunde");
    const release = await ask(host, "/neues-werk");
    expect(release.body).toContain(`<link rel="canonical" href="${origin}/neues-werk">`);
    expect(release.body).toContain(`"url":"${origin}/neues-werk"`);
    expect(release.body).not.toContain("dienst.example");
    expect(release.body).toContain('type="text/markdown" href="/neues-werk.md"');
    const markdown = await ask(host, "/neues-werk.md");
    expect(markdown.body).toContain(`url: "${origin}/neues-werk"`);
    expect(markdown.body).not.toContain("dienst.example");
    const feed = await ask(host, "/rss.xml");
    expect(feed.body).toContain(`<link>${origin}/neues-werk</link>`);
    const sitemap = await ask(host, "/sitemap.xml");
    expect(sitemap.body).toContain(`<loc>${origin}/neues-werk</loc>`);
    expect((await ask(host, "/robots.txt")).body).toContain("Disallow: /*/go/");
    expect((await ask(host.toUpperCase(), "/")).status).toBe(200);
    expect((await ask(`${host}:8443`, "/")).status).toBe(200);
    expect((await ask(host, "/", { method: "HEAD" })).status).toBe(200);
  });

  test("has lists, search, gallery and the files for machines at its root, and the service's host names none of them", async () => {
    const { host, clientSlug, pressReleaseId } = await releaseAtOwnHost();
    await service.sql`update release set topics = array['Wind'] where id = ${pressReleaseId}`;
    await service.sql`update newsroom set allows_llms_txt = true where agency_id = ${agency.agencyId}`;
    const origin = `https://${host}`;
    for (const [path, own] of [
      ["/thema/wind", `href="${origin}/thema/wind"`],
      ["/jahr/2026", `href="${origin}/jahr/2026"`],
      ["/bilder", `href="${origin}/bilder"`],
      ["/suche?q=werk", 'href="/neues-werk"'],
      ["/atom.xml", `<id>${origin}/neues-werk</id>`],
      ["/thema/wind/rss.xml", `<link>${origin}/neues-werk</link>`],
      ["/robots.txt", `Sitemap: ${origin}/sitemap.xml`],
      ["/llms.txt", `${origin}/neues-werk`],
    ] as const) {
      const { status, body } = await ask(host, path);
      expect([path, status, body.includes(own), body.includes("dienst.example/newsroom")]).toEqual([
        path,
        200,
        true,
        false,
      ]);
      const moved = await ask(main, `/newsroom/${clientSlug}${path}`);
      expect([moved.status, moved.headers.location]).toEqual([308, origin + path]);
    }
    expect((await ask(host, "/favicon.ico")).headers["content-type"]).toBe("image/x-icon");
    for (const path of ["/sitemap.xml", "/sitemap-news.xml"]) {
      const { status, body } = await ask(main, path);
      expect([status, body.includes(clientSlug), body.includes(host)]).toEqual([200, false, false]);
    }
  });

  test("has a News sitemap of its newsroom alone, and robots.txt names it", async () => {
    const { sql } = service;
    const { host, clientSlug, clientId } = await releaseAtOwnHost();
    const others = [await releaseAtOwnHost(), await createTestRelease(sql, agency.agencyId)] as const;
    const path = "/sitemap-news.xml";
    const age = (interval: string) => sql`
      update release set published_at = now() - ${interval}::interval
      where agency_id = ${agency.agencyId} and client_id = ${clientId}`;
    const located = async () =>
      [...(await ask(host, path)).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    await age("47 hours 59 minutes");
    const sent = await ask(host, path);
    expect([sent.status, sent.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(sent.body).toContain("<news:name>Müller Maschinenbau</news:name>");
    expect(await located()).toEqual([`https://${host}/neues-werk`]);
    expect((await ask(host, path, { method: "HEAD" })).status).toBe(200);
    await age("48 hours 1 minute");
    expect(await located()).toEqual([]);
    const robots = (await ask(host, "/robots.txt")).body;
    expect(robots).toContain(`Sitemap: https://${host}${path}\n`);
    expect(robots).toContain(`Sitemap: https://${host}/sitemap.xml\n`);
    const moved = await ask(main, `/newsroom/${clientSlug}${path}`);
    expect([moved.status, moved.headers.location]).toEqual([308, `https://${host}${path}`]);
    // The pages of others lie on the service's host, whose News sitemap has them.
    expect((await ask(main, `/newsroom/${others[1].clientSlug}${path}`)).status).toBe(404);
    const ofService = (await ask(main, path)).body;
    expect(ofService).toContain(`https://${main}${others[1].path}</loc>`);
    expect(ofService).not.toContain(others[0].host);
  });

  test("is where the old address leads, query included, and so does an earlier domain", async () => {
    const { host, clientId, clientSlug, path } = await releaseAtOwnHost();
    for (const [asked, location] of [
      [path, "/neues-werk"],
      [`${path}?utm_source=x`, "/neues-werk?utm_source=x"],
      [`/newsroom/${clientSlug}`, "/"],
      [`/newsroom/${clientSlug}/rss.xml`, "/rss.xml"],
      [`/newsroom/${clientSlug}/sitemap.xml`, "/sitemap.xml"],
    ] as const) {
      // Twice, because a page in memory is answered by another way.
      for (let time = 0; time < 2; time += 1) {
        const { status, headers } = await ask(main, asked);
        expect([status, headers.location]).toEqual([308, `https://${host}${location}`]);
      }
    }
    await prove(clientId, "neu.kunde.example");
    // A page in memory is shown for 2 s after its newsroom has changed.
    await until(async () => (await ask(host, "/neues-werk")).status !== 200);
    const moved = await ask(host, "/neues-werk");
    expect([moved.status, moved.headers.location]).toEqual([308, "https://neu.kunde.example/neues-werk"]);
    await removeDomain(service.sql, agency.agencyId, { clientId, host: "neu.kunde.example" }, actor);
    expect((await ask(host, "/rss.xml")).status).toBe(200);
  });

  test("shows nothing else of the service, whatever path or cookie is sent", async () => {
    const { host } = await releaseAtOwnHost();
    const other = await createTestRelease(service.sql, agency.agencyId);
    const headers = {
      "x-api-key": agency.key,
      authorization: `Bearer ${agency.key}`,
      cookie: "__Host-session=x",
    };
    for (const path of [
      "/api/reporting/v1/articles/1",
      "/mcp",
      "/app",
      "/docs",
      "/openapi.json",
      "/approvals/abc",
      "/metrics",
      "/internal/domain?name=x",
      "/..%2f..%2fapi/reporting/v1/articles/1",
      "/%2e%2e/%2e%2e/api/reporting/v1/articles/1",
      "//api/reporting/v1/articles/1",
      "/\\api",
      other.path,
      `/../${other.clientSlug}/neues-werk`,
      `/..%2f${other.clientSlug}/neues-werk`,
    ]) {
      const answer = await ask(host, path, { headers });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers["x-service-api-version"]).toBeUndefined();
    }
    const posted = await ask(host, "/mcp", { method: "POST", headers, body: "{}" });
    expect([404, 405]).toContain(posted.status);
  });

  test("that nobody has proven is refused with 421, however it is spelt", async () => {
    const { clientId } = await releaseAtOwnHost();
    const claim = { clientId, host: "beansprucht.example" };
    await addDomain(service.sql, agency.agencyId, claim, { actor, serviceHosts: [main] });
    const { host } = await releaseAtOwnHost();
    for (const foreign of [
      "beansprucht.example",
      "fremd.example",
      `${host}.`,
      `x.${host}`,
      `${host}.evil.example`,
      "192.0.2.7",
      "[2001:db8::1]",
      `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(53)}.example`,
      "xn--mller-kva.example",
    ]) {
      expect([foreign, (await ask(foreign, "/")).status]).toEqual([foreign, 421]);
    }
    for (const malformed of [`${host}/x`, `${host}@evil.example`, "a..example", `${host}:99999`])
      expect((await ask(malformed, "/")).status).toBeOneOf([400, 421]);
  });

  test("counts views, clicks and beacons, and its own pages as inside", async () => {
    const seen = await releaseAtOwnHost();
    const { host, clientId } = seen;
    const changes = { websiteUrl: `https://${host}/` };
    await changeNewsroom(service.sql, agency.agencyId, { clientId, changes }, actor);
    const page = await ask(host, "/neues-werk", { headers: { referer: `https://${host}/` } });
    await ask(host, "/neues-werk", { headers: { referer: `https://${main}/newsroom/x` } });
    const link = /href="(\/neues-werk\/go\/outbound_link\/[0-9a-f]{12})"/.exec(page.body)?.[1] ?? "none";
    expect((await ask(host, link)).headers.location).toBe("https://example.org/werk");
    // The newsroom's own domain is no way out.
    expect(page.body).toContain(`href="https://${host}/"`);
    const { performance: figures, ...others } = await report(seen);
    expect(figures.views).toBe(2);
    expect(JSON.stringify([figures, others])).not.toMatch(/"referral"|"source":"presse/);
    expect(
      figures.interactions.find(({ kind: what }: { kind: string }) => what === "outbound_link"),
    ).toMatchObject({ count: 1 });
  });

  test("carries the script of level L2 and takes its beacon", async () => {
    const { host } = await releaseAtOwnHost("L2");
    const page = await ask(host, "/neues-werk");
    const [, script = ""] = /<script src="([^"]+)"/.exec(page.body) ?? [];
    expect((await ask(host, script)).headers["content-type"]).toContain("javascript");
    const [, view = "", beacon = ""] = /data-view="([^"]+)" data-beacon="([^"]+)"/.exec(page.body) ?? [];
    expect(beacon).toBe("/neues-werk/beacon");
    const body = JSON.stringify({ v: 1, view, engagedMs: 1000, scroll: 50, events: [] });
    expect((await ask(host, beacon, { method: "POST", body })).status).toBe(202);
  });

  test("is known to a proxy on the metrics port once it is proven, and only there", async () => {
    const { host, clientId } = await releaseAtOwnHost();
    await addDomain(
      service.sql,
      agency.agencyId,
      { clientId, host: "wartet.example" },
      { actor, serviceHosts: [] },
    );
    const known = async (path: string, method = "GET") => {
      const answer = await fetch(metricsUrl + path, { method });
      return [answer.status, method === "HEAD" ? null : await answer.json()];
    };
    expect(await known(`/internal/domain?name=${host}`)).toEqual([200, { domain: host }]);
    expect(await known(`/internal/domain?name=${host.toUpperCase()}`)).toEqual([200, { domain: host }]);
    expect(await known(`/internal/domain?domain=${host}`)).toEqual([200, { domain: host }]);
    const unknown = [404, { error: "domain_not_found" }];
    for (const name of ["wartet.example", "fremd.example", main, "", "%00", "127.0.0.1", "a".repeat(5_000)])
      expect(await known(`/internal/domain?name=${name}`)).toEqual(unknown);
    expect(await known("/internal/domain")).toEqual(unknown);
    expect(await known("/internal/other")).toEqual([404, { error: "not_found" }]);
    expect(await known(`/internal/domain?name=${host}`, "POST")).toEqual([
      405,
      { error: "method_not_allowed" },
    ]);
    expect((await ask(main, `/internal/domain?name=${host}`)).status).toBe(404);
    await setClientStatus(service.sql, agency.agencyId, { clientId, status: "archived" }, actor);
    await until(async () => (await fetch(`${metricsUrl}/internal/domain?name=${host}`)).status === 404);
  });

  test("an old address word leads on, of a newsroom and of a release, and an archived one names whom to ask", async () => {
    const { sql } = service;
    const { agencyId } = agency;
    const { pressReleaseId, clientId, clientSlug, path } = await createTestRelease(sql, agencyId);
    const changes = { slug: `${clientSlug}-neu`, contactName: "Petra Ohne" };
    await changeNewsroom(sql, agencyId, { clientId, changes }, actor);
    await changeReleaseSlug(sql, agencyId, { pressReleaseId, slug: "anderes-werk" }, actor);
    const follow = async (host: string, asked: string) => {
      const { status, headers } = await ask(host, asked);
      return [status, headers.location];
    };
    const base = `https://${main}/newsroom/${clientSlug}-neu`;
    expect(await follow(main, `/newsroom/${clientSlug}`)).toEqual([308, base]);
    expect(await follow(main, `/newsroom/${clientSlug}-neu/neues-werk.md`)).toEqual([
      308,
      `${base}/anderes-werk.md`,
    ]);
    expect(await follow(main, `${path}?a=b`)).toEqual([308, `${base}/neues-werk?a=b`]);
    expect(await follow(main, `/newsroom/${clientSlug}/rss.xml`)).toEqual([308, `${base}/rss.xml`]);
    expect(await follow(main, `/newsroom/${clientSlug}-neu/neues-werk`)).toEqual([
      308,
      `${base}/anderes-werk`,
    ]);
    expect((await ask(main, `/newsroom/${clientSlug}-neu/anderes-werk`)).status).toBe(200);
    expect((await ask(main, `/newsroom/${clientSlug}-neu/nie-da-gewesen`)).status).toBe(404);

    await archiveRelease(sql, agency.agencyId, { pressReleaseId, actor });
    // A page in memory is shown for 2 s after its release has changed.
    const gone = async (word: string) => await ask(main, `/newsroom/${clientSlug}-neu/${word}`);
    await until(async () => (await gone("anderes-werk")).status !== 200);
    const german = await gone("anderes-werk");
    expect(german.status).toBe(410);
    expect(german.body).toContain("nicht mehr verfügbar");
    expect(german.body).toContain("Petra Ohne");
    expect((await gone("neues-werk")).status).toBe(410);
    await changeNewsroom(sql, agencyId, { clientId, changes: { language: "en" } }, actor);
    expect((await gone("anderes-werk")).body).toContain("This release is no longer available");
  });

  test("what lies below an old address word leads on as its page does: files, cards and counted links", async () => {
    const { sql } = service;
    const { agencyId } = agency;
    const { pressReleaseId, clientId, clientSlug, path } = await createTestRelease(sql, agencyId);
    const page = await ask(main, path);
    const [link = ""] = /\/go\/outbound_link\/[0-9a-f]{12}/.exec(page.body) ?? [];
    const files = ["/text.pdf", "/text.txt", "/bilder.zip", "/vorschau/0123456789ab.jpeg", link];
    await changeNewsroom(sql, agencyId, { clientId, changes: { slug: `${clientSlug}-neu` } }, actor);
    await changeReleaseSlug(sql, agencyId, { pressReleaseId, slug: "anderes-werk" }, actor);
    const newsroom = `/newsroom/${clientSlug}-neu`;
    // A page in memory is shown for 2 s after its release has changed.
    await until(async () => (await ask(main, path)).status === 308);
    for (const file of files) {
      for (const method of ["GET", "HEAD"]) {
        const follow = async (asked: string) => {
          const { status, headers } = await ask(main, asked, { method });
          return [file, status, headers.location];
        };
        const there = `https://${main}${newsroom}`;
        expect(await follow(`${path}${file}?a=b`)).toEqual([file, 308, `${there}/neues-werk${file}?a=b`]);
        expect(await follow(`${newsroom}/neues-werk${file}`)).toEqual([
          file,
          308,
          `${there}/anderes-werk${file}`,
        ]);
        expect((await ask(main, `${newsroom}/nie-da-gewesen${file}`, { method })).status).toBe(404);
        expect((await ask(main, `/newsroom/nie-da-gewesen/neues-werk${file}`, { method })).status).toBe(404);
      }
    }
    expect((await ask(main, `${newsroom}/anderes-werk/text.txt`)).status).toBe(200);
    expect((await ask(main, `${newsroom}/anderes-werk${link}`)).headers.location).toBe(
      "https://example.org/werk",
    );
    const unknown = await ask(main, `${newsroom}/anderes-werk/go/outbound_link/0123456789ab`);
    expect([unknown.status, unknown.body.includes(`href="${newsroom}"`)]).toEqual([404, true]);
    await archiveRelease(sql, agencyId, { pressReleaseId, actor });
    await until(async () => (await ask(main, `${newsroom}/anderes-werk`)).status === 410);
    for (const file of files)
      for (const word of ["anderes-werk", "neues-werk"])
        expect([file, (await ask(main, `${newsroom}/${word}${file}`)).status]).toEqual([file, 410]);
  });

  test("a newsroom without an imprint is not there; one with a text shows it in its own look", async () => {
    const { sql } = service;
    const { agencyId } = agency;
    const { clientId, clientSlug } = await createTestRelease(sql, agencyId);
    await sql`update newsroom set imprint_url = null where agency_id = ${agencyId} and client_id = ${clientId}`;
    const newsroom = `/newsroom/${clientSlug}`;
    // An older one that has releases goes on.
    expect((await ask(main, newsroom)).status).toBe(200);
    await sql`update release set status = 'scheduled' where agency_id = ${agencyId} and client_id = ${clientId}`;
    const hidden = await ask(main, newsroom);
    expect(hidden.status).toBe(404);
    expect(hidden.body).not.toContain("Müller");
    for (const path of ["/rss.xml", "/sitemap.xml", "/impressum", "/neues-werk"])
      expect((await ask(main, newsroom + path)).status).toBe(404);

    const imprintMarkdown = "**Müller GmbH**\n\n<script>x()</script>";
    const changes = { imprintMarkdown, privacyUrl: "https://mueller.example/ds", accentColor: "#ffcc00" };
    const { accentColors } = await changeNewsroom(sql, agencyId, { clientId, changes }, actor);
    const imprint = await ask(main, `${newsroom}/impressum`);
    expect(imprint.status).toBe(200);
    expect(imprint.body).toContain("<strong>Müller GmbH</strong>");
    expect(imprint.body).not.toContain("<script>x()");
    expect(imprint.body).toContain(`--accent:${accentColors?.light}`);
    const styles = [...imprint.body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = ""]) => style);
    const { createHash } = await import("node:crypto");
    expect(styles).toHaveLength(2);
    for (const style of styles) {
      const hash = createHash("sha256").update(style).digest("base64");
      expect(imprint.headers["content-security-policy"]).toContain(`'sha256-${hash}'`);
    }
    const list = await ask(main, newsroom);
    expect(list.body).toContain(`href="${newsroom}/impressum"`);
    const privacy = await ask(main, `${newsroom}/datenschutz`);
    expect([privacy.status, privacy.headers.location]).toEqual([302, "https://mueller.example/ds"]);
  });

  /** `fetch` does not let a Host be set on every runtime. */
  const ask = (host: string, path: string, init: { method?: string; headers?: object; body?: string } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const headers = { host, ...person, ...init.headers };
      const { method = "GET" } = init;
      const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const { statusCode = 0 } = response;
          resolve({ status: statusCode, headers: response.headers, body: Buffer.concat(parts).toString() });
        });
      });
      request.on("error", reject);
      request.end(init.body);
    });

  const prove = async (clientId: number, host: string) => {
    const { proof } = await addDomain(
      service.sql,
      agency.agencyId,
      { clientId, host },
      { actor, serviceHosts: [main] },
    );
    await proveDomain(
      service.sql,
      agency.agencyId,
      { clientId, host },
      { actor, targetRules: {}, resolveTxt: async () => [[proof.txtValue]] },
    );
  };
  const releaseAtOwnHost = async (level = "L1"): Promise<TestRelease & { host: string }> => {
    hosts += 1;
    const host = `presse-${hosts}.kunde.example`;
    const created = await createTestRelease(service.sql, agency.agencyId);
    const { clientId } = created;
    await changeNewsroom(service.sql, agency.agencyId, { clientId, changes: { level } }, actor);
    await prove(clientId, host);
    return { ...created, host };
  };
  const report = async ({ pressReleaseId }: TestRelease) => {
    const answer = await ask(main, `/api/reporting/v1/articles/${pressReleaseId}`, {
      headers: { "x-api-key": agency.key },
    });
    return JSON.parse(answer.body);
  };
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
