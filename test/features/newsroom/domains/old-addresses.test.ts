import { describe, expect, test } from "bun:test";
import { removeDomain } from "../../../../service/features/newsroom/domains/change-domains.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { changeReleaseSlug } from "../../../../service/features/workflow/releases/change-release-slug.ts";
import { createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { actor, main, ownDomainScene } from "./own-domain-scene.ts";

describe("an own domain", () => {
  const { service, agency, ask, prove, releaseAtOwnHost } = ownDomainScene();

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

  test("leaves feeds the ids of their releases, and so does a new word", async () => {
    const { sql } = service;
    const { clientId, clientSlug, pressReleaseId } = await createTestRelease(sql, agency.agencyId);
    const idsOf = async (host: string, folder: string) => {
      const [rss, atom] = await Promise.all(
        ["rss.xml", "atom.xml"].map(async (name) => (await ask(host, `${folder}/${name}`)).body),
      );
      return [...`${rss}${atom}`.matchAll(/urn:uuid:[0-9a-f-]{36}/g)].map(([id]) => id);
    };
    const before = await idsOf(main, `/newsroom/${clientSlug}`);
    expect([before.length, new Set(before).size]).toEqual([2, 1]);
    await changeReleaseSlug(sql, agency.agencyId, { pressReleaseId, slug: "anderes-werk" }, actor);
    await prove(clientId, "kennung.kunde.example");
    expect(await idsOf("kennung.kunde.example", "")).toEqual(before);
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

  test("an address word that is changed back has its page again, because no cache keeps where it led meanwhile", async () => {
    const { sql } = service;
    const { agencyId } = agency;
    const { pressReleaseId, clientId, clientSlug, path } = await createTestRelease(sql, agencyId);
    const newsroom = `/newsroom/${clientSlug}`;
    const rename = (slug: string) => changeReleaseSlug(sql, agencyId, { pressReleaseId, slug }, actor);
    const move = (slug: string) => changeNewsroom(sql, agencyId, { clientId, changes: { slug } }, actor);
    // A page in memory is shown for 2 s after its release has changed.
    const movedFrom = (asked: string) =>
      until(async () => {
        const { status, headers } = await ask(main, asked);
        return status === 308 && [headers.location, headers["cache-control"]];
      });
    await rename("verschrieben");
    expect(await movedFrom(path)).toEqual([`https://${main}${newsroom}/verschrieben`, "no-cache"]);
    await rename("neues-werk");
    expect(await movedFrom(`${newsroom}/verschrieben`)).toEqual([`https://${main}${path}`, "no-cache"]);
    await move(`${clientSlug}-neu`);
    expect(await movedFrom(newsroom)).toEqual([`https://${main}${newsroom}-neu`, "no-cache"]);
    await move(clientSlug);
    expect(await movedFrom(`${newsroom}-neu`)).toEqual([`https://${main}${newsroom}`, "no-cache"]);
    for (const page of [newsroom, path]) expect((await ask(main, page)).status).toBe(200);
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
});
