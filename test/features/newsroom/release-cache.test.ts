import { describe, expect, setSystemTime, test } from "bun:test";
import { createReleaseCache } from "../../../service/features/newsroom/release-cache.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import type { PressText } from "../../../service/press-text/markdown/press-text.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { textsOnThisThread } from "../../../service/press-text/texts-on-this-thread.ts";
import { databaseScene } from "../../support/cast.ts";
import { createTestRelease, type TestRelease } from "../../support/service.ts";

const body = "Ein [Link](https://a.example/x), ![Bild](/media/b.png) und **Text**.";

describe("the memory of release pages", () => {
  const { database, agency, atEnd } = databaseScene();
  atEnd(() => setSystemTime());

  const change = {
    title: ({ pressReleaseId }: TestRelease) =>
      database.sql`update release set title = 'Neuer Titel' where agency_id = ${agency.agencyId} and id = ${pressReleaseId}`,
    client: ({ clientId }: TestRelease) =>
      database.sql`update client set name = 'Neuer Name' where agency_id = ${agency.agencyId} and id = ${clientId}`,
    contact: ({ clientId }: TestRelease) =>
      database.sql`update newsroom set contact_name = 'Neuer Kontakt' where agency_id = ${agency.agencyId} and client_id = ${clientId}`,
  };

  test("reads the Markdown of a release once, for the page, its links, its pictures and its structured data", async () => {
    const { asked, cache, clientSlug, slug, pageLater } = await openCache();
    const page = await pageLater();
    expect(page).toContain("/go/outbound_link/");
    expect(page).toContain('"wordCount":4');
    const loaded = cache.known(clientSlug, slug);
    expect([...(loaded?.links.values() ?? [])].map(({ url }) => url)).toContain("https://a.example/x");
    expect([...(loaded?.targets.values() ?? [])].map(({ url }) => url)).toEqual(["/media/b.png"]);
    for (let time = 0; time < 5; time += 1) expect(await pageLater()).toBe(page);
    expect(cache.known(clientSlug, slug)).toBe(loaded);
    expect(asked).toEqual([body]);
  });

  test.each(Object.entries(change))("shows a changed %s within two seconds", async (_name, update) => {
    const { release, pageLater } = await openCache();
    expect(await pageLater()).not.toContain("Neuer ");
    await update(release);
    expect(await pageLater()).toContain("Neuer ");
  });

  test("shows a release that came out beside it, and what became of one that was its neighbour", async () => {
    const { release, pageLater } = await openCache();
    await pageLater();
    const next = await publishAtOnce(database.sql, release.clientId, {
      title: "Neuere Meldung daneben",
      bodyMarkdown: "Text",
      slugs: ["daneben"],
      publishedAt: null,
    });
    expect(await pageLater()).toContain("Neuere Meldung daneben");
    await database.sql`update release set status = 'archived' where agency_id = ${agency.agencyId} and id = ${next.pressReleaseId}`;
    expect(await pageLater()).not.toContain("Neuere Meldung daneben");
  });

  test("knows nothing of a release that was archived", async () => {
    const { release, cache, clientSlug, slug, pageLater } = await openCache();
    await pageLater();
    await database.sql`update release set status = 'archived' where agency_id = ${agency.agencyId} and id = ${release.pressReleaseId}`;
    expect(await pageLater()).toBeNull();
    expect(cache.known(clientSlug, slug)).toBeNull();
  });

  test("knows nothing of a release that was archived, on a machine whose clock is put back", async () => {
    const { release, cache, clientSlug, slug, pageLater } = await openCache();
    await pageLater();
    await database.sql`update release set status = 'archived' where agency_id = ${agency.agencyId} and id = ${release.pressReleaseId}`;
    setSystemTime(Date.now() - 3_600_000);
    expect(await pageLater()).toBeNull();
    expect(cache.known(clientSlug, slug)).toBeNull();
  });

  test("reads a text again that there was no time for", async () => {
    let isFinal = false;
    const { asked, pageLater } = await openCache((markdown) => ({ ...readText(markdown), isFinal }));
    await pageLater();
    await pageLater();
    expect(asked).toHaveLength(2);
    isFinal = true;
    await pageLater();
    await pageLater();
    expect(asked).toHaveLength(3);
  });

  /** A memory over a reader that counts, and a clock that can be put past the time for which nobody looks. */
  async function openCache(read: (markdown: string) => PressText = readText) {
    const release = await createTestRelease(database.sql, agency.agencyId, { bodyMarkdown: body });
    const asked: string[] = [];
    const texts = {
      ...textsOnThisThread,
      read: async (_agencyId: number, markdown: string) => {
        asked.push(markdown);
        return read(markdown);
      },
    };
    let nowMs = 0;
    const deps = { sql: database.sql, publicUrl: "https://p.example", texts };
    const cache = createReleaseCache(deps, () => nowMs);
    const [, , clientSlug = "", slug = ""] = release.path.split("/");
    const pageLater = async () => {
      nowMs += 2_100;
      const loaded = await cache.find(clientSlug, slug);
      return loaded === null ? null : new TextDecoder().decode(loaded.page(null).body as Uint8Array);
    };
    return { release, asked, cache, clientSlug, slug, pageLater };
  }
});
