import { describe, expect, test } from "bun:test";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { createTestRelease, type TestRelease } from "../../../support/service.ts";
import { actor, main, ownDomainScene } from "./own-domain-scene.ts";

describe("an own domain", () => {
  const { service, agency, ask, releaseAtOwnHost } = ownDomainScene();

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
      ["/atom.xml", `href="${origin}/neues-werk"`],
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

  const report = async ({ pressReleaseId }: TestRelease) => {
    const answer = await ask(main, `/api/reporting/v1/articles/${pressReleaseId}`, {
      headers: { "x-api-key": agency.key },
    });
    return JSON.parse(answer.body);
  };
});
