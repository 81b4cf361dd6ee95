import { describe, expect, test } from "bun:test";
import { changeReleaseSlug } from "../../../service/features/workflow/releases/change-release-slug.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { insertPicture } from "../media/support/insert-picture.ts";

for (const kind of serviceKinds) {
  describe(`the lists of a newsroom on the ${kind} database`, () => {
    const { service, agency } = serviceScene(kind);

    test("show a topic with its umlauts, spellings and feeds, and nothing of another newsroom", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      const other = await createTestRelease(service.sql, agency.agencyId);
      await publish(clientId, { title: "Eins", topics: ["Öl & Gas"] });
      await publish(clientId, { title: "Zwei", topics: ["ÖL & GAS", "Größe"] });
      await publish(clientId, { title: "Drei" });
      await publish(other.clientId, { title: "Fremd", topics: ["Öl & Gas", "Geheimes Thema"] });
      const whole = await open(`/newsroom/${clientSlug}`);
      expect(whole.page).toContain(`href="/newsroom/${clientSlug}/thema/oel-gas"`);
      expect(whole.page).not.toContain("Geheimes Thema");
      const list = await open(`/newsroom/${clientSlug}/thema/oel-gas`);
      expect(list.status).toBe(200);
      expect(titlesOf(list.page)).toEqual(["Zwei", "Eins"]);
      expect(list.page).toContain(
        `<link rel="canonical" href="${service.url}/newsroom/${clientSlug}/thema/oel-gas">`,
      );
      for (const format of ["rss", "atom"]) {
        const address = `/newsroom/${clientSlug}/thema/oel-gas/${format}.xml`;
        expect(list.page).toContain(`type="application/${format}+xml"`);
        expect(list.page).toContain(address);
        const feed = await open(address);
        expect(feed.status).toBe(200);
        expect(feed.page).toContain("<title>Zwei</title>");
        expect(feed.page).not.toContain("Drei");
        expect(feed.page).not.toContain("Fremd");
      }
      for (const slug of [
        "geheimes-thema",
        "oel",
        "%00",
        "%ff",
        "Öl%20&%20Gas",
        "a".repeat(200),
        "__proto__",
      ]) {
        expect({ slug, status: (await open(`/newsroom/${clientSlug}/thema/${slug}`)).status }).toEqual({
          slug,
          status: 404,
        });
        expect((await open(`/newsroom/${clientSlug}/thema/${slug}/rss.xml`)).status).toBe(404);
      }
    });

    test("show a year of the agency's calendar, and 404 where nothing was published", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      // Berlin is an hour ahead: this one came out in 2021.
      await publish(clientId, { title: "Silvester", publishedAt: "2020-12-31T23:30:00Z" });
      await publish(clientId, { title: "Vorjahr", publishedAt: "2020-12-31T22:59:59Z" });
      expect(titlesOf((await open(`/newsroom/${clientSlug}/jahr/2021`)).page)).toEqual(["Silvester"]);
      expect(titlesOf((await open(`/newsroom/${clientSlug}/jahr/2020`)).page)).toEqual(["Vorjahr"]);
      for (const year of ["0000", "9999", "abc", "2019", "02021", "2021.0", "-1", "99999999999999", "%00"])
        expect({ year, status: (await open(`/newsroom/${clientSlug}/jahr/${year}`)).status }).toEqual({
          year,
          status: 404,
        });
    });

    test("page by real addresses within a topic, and lead back from behind their end", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      for (let number = 1; number <= 21; number += 1)
        await publish(clientId, { title: `Nummer ${number}`, topics: ["Serie"] });
      const path = `/newsroom/${clientSlug}/thema/serie`;
      const first = await open(path);
      expect(titlesOf(first.page)).toHaveLength(20);
      const [, older = ""] = /href="([^"]+)" rel="next"/.exec(first.page) ?? [];
      expect(older).toStartWith(`${path}?before=`);
      const second = await open(older);
      expect(titlesOf(second.page)).toEqual(["Nummer 1"]);
      expect(second.page).toContain("noindex, follow");
      const beyond = await open(`${path}?before=1-1`);
      expect(beyond.status).toBe(200);
      expect(titlesOf(beyond.page)).toEqual([]);
      expect(beyond.page).toContain(`href="${path}" rel="prev"`);
    });

    test("show the picture of the first release, and on further pages none", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      const { id } = await publish(clientId, { title: "Mit Bild" });
      const picture = await insertPicture(service.sql, agency.agencyId, { clientId, caption: "Bild" });
      await service.sql`update release set image_asset_id = ${picture} where agency_id = ${agency.agencyId} and id = ${id}`;
      const { page } = await open(`/newsroom/${clientSlug}`);
      expect(page).toMatch(
        new RegExp(`class="cover"><picture><img src="/media/${picture}/[0-9a-f]{16}.jpg"`),
      );
      expect((await open(`/newsroom/${clientSlug}?before=99999999999999-1`)).page).not.toContain(
        'class="cover"',
      );
    });

    test("show pictures and files by release and year", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      const releases: { id: number; slug: string }[] = [];
      for (let number = 1; number <= 11; number += 1) {
        const publishedAt = `20${number + 10}-05-01T10:00:00Z`;
        const { id, slug } = await publish(clientId, { title: `Album ${number}`, publishedAt });
        releases.push({ id, slug });
        const caption = `Bild ${number}`;
        const picture = await insertPicture(service.sql, agency.agencyId, { clientId, caption });
        await service.sql`update release set asset_ids = array[${picture}::uuid] where agency_id = ${agency.agencyId} and id = ${id}`;
      }
      const path = `/newsroom/${clientSlug}/bilder`;
      const first = await open(path);
      expect(first.page.match(/<li><picture><img/g)).toHaveLength(10);
      expect(first.page).toContain("Foto: A. Ärger");
      const [, older = ""] = /href="([^"]+)" rel="next"/.exec(first.page) ?? [];
      expect((await open(older.replaceAll("&amp;", "&"))).page.match(/<li><picture><img/g)).toHaveLength(1);
      expect((await open(`${path}?jahr=2013`)).page.match(/Bild \d+<\/a>/g)).toEqual(["Bild 3</a>"]);
      const behind = await open(`${path}?jahr=2013&before=1-1`);
      expect(behind.page).toContain(`href="${path}?jahr=2013">← Von vorn</a>`);
      const { id, slug } = releases[4] ?? { id: 0, slug: "" };
      const ofRelease = async () => (await open(`${path}?meldung=${slug}`)).page.match(/Bild \d+<\/a>/g);
      expect(await ofRelease()).toEqual(["Bild 5</a>"]);
      const renamed = { pressReleaseId: id, slug: "anderes-wort" };
      await changeReleaseSlug(service.sql, agency.agencyId, renamed, { type: "operator", id: null });
      expect(await ofRelease()).toEqual(["Bild 5</a>"]);
      for (const query of ["jahr=0000", "jahr=9999", "jahr=abc", "meldung=%00", "meldung=nichts", "before=x"])
        expect((await open(`${path}?${query}`)).status).toBe(200);
      expect((await open(`${path}?jahr=abc`)).page).toContain("Hier gibt es keine Bilder");
    });

    test("two versions of a release name each other, and a new one shows within two seconds", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      const german = await publish(clientId, { title: "Deutsch" });
      const alone = await open(`/newsroom/${clientSlug}/${german.slug}`);
      expect(alone.page).not.toContain("hreflang");
      const english = await publish(clientId, { title: "English", language: "en", of: german.id });
      await until(async () =>
        (await open(`/newsroom/${clientSlug}/${german.slug}`)).page.includes("hreflang"),
      );
      for (const { slug } of [german, english]) {
        const { page } = await open(`/newsroom/${clientSlug}/${slug}`);
        const tag = (language: string, to: string) =>
          `<link rel="alternate" hreflang="${language}" href="${service.url}/newsroom/${clientSlug}/${to}">`;
        expect(page).toContain(tag("de", german.slug));
        expect(page).toContain(tag("en", english.slug));
      }
      expect((await open(`/newsroom/${clientSlug}/${english.slug}`)).page).toContain(
        'class="release" lang="en"',
      );
    });

    test("a text in a third language is declared, named and offered as what it is, in a newsroom of either language", async () => {
      const { clientId, clientSlug } = await createTestRelease(service.sql, agency.agencyId);
      const german = await publish(clientId, { title: "Werk" });
      const french = await publish(clientId, { title: "Usine", language: "fr-CH", of: german.id });
      const taiwanese = await publish(clientId, { title: "工廠", language: "zh-Hant-TW", of: german.id });
      const odd = await publish(clientId, { title: "Fabrik", language: "gsw-1", of: german.id });
      const path = (slug: string) => `/newsroom/${clientSlug}/${slug}`;
      const labels = (page: string) =>
        [
          ...page.matchAll(/<li><a href="[^"]*" hreflang="([^"]*)" lang="[^"]*" rel="alternate">([^<]*)</g),
        ].map(([, tag, label]) => [tag, label]);
      expect(labels((await open(path(german.slug))).page)).toEqual([
        ["fr-CH", "français suisse"],
        ["gsw-1", "gsw-1"],
        ["zh-Hant-TW", expect.stringContaining("中文")],
      ]);
      expect(labels((await open(path(french.slug))).page)).toContainEqual(["de", "Auf Deutsch lesen"]);
      const markdown = await open(`${path(french.slug)}.md`);
      expect(markdown.headers.get("content-language")).toBe("fr-CH");
      expect(markdown.page).toContain('language: "fr-CH"');
      expect((await open(`/newsroom/${clientSlug}`)).page).toContain('<div lang="fr-CH">');
      const news = (await open("/sitemap-news.xml")).page;
      const declared = (slug: string) =>
        new RegExp(`/${slug}</loc>.*?<news:language>([^<]*)<`).exec(news)?.[1];
      const slugs = [german.slug, french.slug, taiwanese.slug, odd.slug];
      expect(slugs.map(declared)).toEqual(["de", "fr", "zh-tw", "gsw"]);
    });

    test("an English newsroom speaks English around its releases", async () => {
      const { clientId, clientSlug, path } = await createTestRelease(service.sql, agency.agencyId);
      await service.sql`update newsroom set language = 'en' where agency_id = ${agency.agencyId} and client_id = ${clientId}`;
      for (const at of [`/newsroom/${clientSlug}`, path, `/newsroom/${clientSlug}/suche?q=der`]) {
        const { page, headers } = await open(at);
        expect(page).toContain('<html lang="en">');
        expect(page).toContain("Skip to content");
        expect(page).not.toMatch(/Meldungen|Pressekontakt|Gezählt|Suchen|Zum Inhalt/);
        expect(headers.get("content-language")).toBe("en");
      }
      expect((await open(`/newsroom/${clientSlug}/nichts`)).page).toContain("Page not found");
    });

    test("machines find every newsroom from the host, and its news of two days", async () => {
      const { clientId, clientSlug, path } = await createTestRelease(service.sql, agency.agencyId, {
        title: "Ganz neu & frisch",
      });
      const old = await publish(clientId, { title: "Alt", publishedAt: "2020-01-01T00:00:00Z" });
      const index = await open("/sitemap.xml");
      expect(index.page).toContain(`<loc>${service.url}/newsroom/${clientSlug}/sitemap.xml</loc>`);
      const news = await open("/sitemap-news.xml");
      expect(news.page).toContain(`<loc>${service.url}${path}</loc>`);
      expect(news.page).toContain("<news:title>Ganz neu &amp; frisch</news:title>");
      expect(news.page).not.toContain(old.slug);
      const icon = await fetch(`${service.url}/favicon.ico`);
      expect(icon.headers.get("content-type")).toBe("image/x-icon");
      expect([...new Uint8Array(await icon.arrayBuffer()).slice(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
      expect((await open(`/newsroom/${clientSlug}/llms.txt`)).status).toBe(404);
      await service.sql`update newsroom set allows_llms_txt = true where agency_id = ${agency.agencyId} and client_id = ${clientId}`;
      const llms = await open(`/newsroom/${clientSlug}/llms.txt`);
      expect(llms.page).toContain(`(${service.url}${path}.md)`);
      expect(llms.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    });

    const open = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(service.url + path, { headers: { accept: "text/html", ...headers } });
      return { status: answer.status, page: await answer.text(), headers: answer.headers };
    };
    const publish = async (
      clientId: number,
      input: { title: string; topics?: string[]; publishedAt?: string; language?: string; of?: number },
    ) => {
      const { pressReleaseId, slug } = await publishAtOnce(service.sql, clientId, {
        title: input.title,
        bodyMarkdown: "Text",
        slugs: [`m-${crypto.randomUUID().slice(0, 12)}`],
        publishedAt: input.publishedAt === undefined ? null : new Date(input.publishedAt),
      });
      await service.sql`
        update release
        set topics = ${service.sql.array(input.topics ?? [])}::text[],
          language = ${input.language ?? "de"},
          translation_of = ${input.of ?? null}
        where agency_id = ${agency.agencyId} and id = ${pressReleaseId}
      `;
      return { id: pressReleaseId, slug };
    };
    const titlesOf = (page: string) =>
      [...page.matchAll(/<h3><a [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title);
  });
}
