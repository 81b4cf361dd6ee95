import { describe, expect, test } from "bun:test";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { createTestRelease, databaseKinds } from "../../support/service.ts";

for (const kind of databaseKinds) {
  describe(`the search of a newsroom on the ${kind} database`, () => {
    const { service, agency } = serviceScene(kind);
    const release = given(() =>
      createTestRelease(service.sql, agency.agencyId, {
        title: "Neue Halle in Bremen",
        bodyMarkdown:
          "# Überschrift\n\nDas **Werk** baut eine Wärmepumpe für Altbauten. [Mehr](https://example.org/geheimwort) <b>x</b>\n\n- Größe: 12",
      }),
    );

    test("finds umlauts however they are spelt, and other forms of a word, and marks them", async () => {
      for (const query of [
        "Wärmepumpe",
        "waermepumpe",
        "WÄRMEPUMPEN",
        "Wa\u0308rmepumpen",
        "groesse altbauten",
        "Grösse",
        "wärmepumpe für",
        "altbau",
        "Altbaut",
        "wärmepu",
        "überschr altbau",
      ]) {
        const { status, titles, page } = await search(query);
        expect({ query, status, titles }).toEqual({ query, status: 200, titles: ["Neue Halle in Bremen"] });
        expect(page).toContain("<mark>");
      }
      const { page } = await search("waermepumpen");
      expect(page).toContain("eine <mark>Wärmepumpe</mark> für Altbauten");
      expect(page).toContain('<meta name="robots" content="noindex, follow">');
    });

    test("shows the text without its Markdown, and never as markup", async () => {
      const { page } = await search("Werk");
      expect(page).toContain("<mark>Werk</mark>");
      expect(page).not.toContain("**");
      expect(page).not.toContain("<b>x</b>");
      const hostile = await search('"><script>x()</script>');
      expect(hostile.status).toBe(200);
      expect(hostile.page).not.toContain("<script>x()");
    });

    test("puts a title before a topic, and a topic before a text", async () => {
      await publish({ title: "Im Text", body: "Hier steht Quantensprung einmal." });
      await publish({ title: "Im Thema", topics: ["Quantensprung"] });
      await publish({ title: "Quantensprung im Titel" });
      expect((await search("quantensprung")).titles).toEqual([
        "Quantensprung im Titel",
        "Im Thema",
        "Im Text",
      ]);
    });

    test("reads a release by the rules of its own language", async () => {
      await publish({ title: "New companies", body: "Several companies were founded.", language: "en-GB" });
      expect((await search("company")).titles).toEqual(["New companies"]);
    });

    test("finds words by any part of four letters, but not what is in quotes or behind a minus", async () => {
      await publish({ title: "Zwergkaninchenschau", body: "Kaninchenzüchter zeigen Kunststücke" });
      expect((await search("zwer")).titles).toEqual(["Zwergkaninchenschau"]);
      expect((await search("kaninchen")).page).toContain("<mark>Kaninchenzüchter</mark>");
      expect((await search("zwe")).titles).toEqual([]);
      expect((await search("schau")).titles).toEqual(["Zwergkaninchenschau"]);
      expect((await search("zuchter schauen")).page).toContain("<mark>Kaninchenzüchter</mark>");
      expect((await search("cha")).titles).toEqual([]);
      expect((await search('"schau"')).titles).toEqual([]);
      expect((await search("schau -quatschwort")).titles).toEqual([]);
      expect((await search('"kaninchenz zeigen"')).titles).toEqual([]);
      expect((await search("kaninchenzüchter -zwergka")).titles).toEqual(["Zwergkaninchenschau"]);
      expect((await search("kaninchenz or quatschwort")).titles).toEqual(["Zwergkaninchenschau"]);
      expect((await search("kaninchenz quatschwort")).titles).toEqual([]);
    });

    test("knows quotes, or, and minus", async () => {
      await publish({ title: "Alpha", body: "blaue Zebras laufen" });
      await publish({ title: "Beta", body: "Zebras sind blaue Tiere" });
      expect((await search('"blaue Zebras"')).titles).toEqual(["Alpha"]);
      expect((await search("Zebras -laufen")).titles).toEqual(["Beta"]);
      expect(new Set((await search("laufen or Tiere")).titles)).toEqual(new Set(["Alpha", "Beta"]));
    });

    test("answers kindly whatever is asked", async () => {
      for (const query of [
        "",
        "   ",
        "und der die",
        "für über",
        "\0",
        "a\u0000b",
        "((((",
        "' or 1=1 --",
        "& | ! <-> :*",
        "\\",
        '"',
        "-",
        "%",
        "_",
        "#1de",
        "😀",
        "\u202e\ufeff",
        "'#1de'",
        "-Bremen",
        "https://example.org/geheimwort",
      ]) {
        const { status, page } = await search(query);
        expect({ query, status }).toEqual({ query, status: 200 });
        expect(page).toContain('name="q"');
      }
      expect((await search("der und die")).page).toContain("Danach lässt sich nicht suchen");
      expect((await search("geheimwort")).titles).toEqual([]);
      const lone = await fetch(`${service.url}/newsroom/${release.clientSlug}/suche?q=%ff%zz&q=2`);
      expect(lone.status).toBe(200);
    });

    test("reads up to 20 minuses as such, and more of them as blanks", async () => {
      const minuses = (count: number) => search(`Halle ${"-".repeat(count)}bremen`);
      for (const [count, titles] of [
        [19, []],
        [20, ["Neue Halle in Bremen"]],
        [21, ["Neue Halle in Bremen"]],
      ] as const)
        expect({ count, ...(await minuses(count)) }).toMatchObject({ count, status: 200, titles });
      // PostgreSQL fails where more than 32 wait for their word, with anything between them that is none.
      for (const unit of ["-", "- ", "-!", "-(", "-für ", '-"" ', "a or -", "-&|"]) {
        const { status } = await search(unit.repeat(200).slice(0, 200));
        expect({ unit, status }).toEqual({ unit, status: 200 });
      }
    });

    test("takes 200 characters, and says so when there are more", async () => {
      const words = (length: number) => "bremen ".repeat(2_000).slice(0, length);
      expect((await search(`${words(199)}n`)).page).not.toContain("Gesucht wurde nach den ersten");
      for (const length of [202, 7_000]) {
        const { status, page, titles } = await search(`${words(length)}x`);
        expect(status).toBe(200);
        expect(page).toContain("Gesucht wurde nach den ersten 200 Zeichen");
        expect(titles).toEqual(["Neue Halle in Bremen"]);
      }
    });

    test("never shows another newsroom's releases, nor ones that are not published", async () => {
      const other = await createTestRelease(service.sql, agency.agencyId, {
        title: "Fremdes Einhorn",
        bodyMarkdown: "Einhorn",
      });
      const hidden = await publish({ title: "Verborgenes Einhorn" });
      await service.sql`update release set status = 'archived' where agency_id = ${agency.agencyId} and id = ${hidden}`;
      expect((await search("Einhorn")).titles).toEqual([]);
      expect((await search("Einhorn", other.clientSlug)).titles).toEqual(["Fremdes Einhorn"]);
      expect((await search("-nichts")).titles).not.toContain("Fremdes Einhorn");
    });

    test("shows the twenty best, and says how many there are", async () => {
      const { clientId: client, clientSlug: slug } = await createTestRelease(service.sql, agency.agencyId);
      await service.sql`
        insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
        select ${agency.agencyId}, ${client}, 'viele-' || number, 'Viele ' || number, 'Massenware', 'published', now()
        from generate_series(1, 20) as number
      `;
      const twenty = await search("massenware", slug);
      expect(twenty.titles).toHaveLength(20);
      expect(twenty.page).toContain("20 Treffer");
      expect(twenty.page).not.toContain("Gezeigt werden");
      await service.sql`
        insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
        select ${agency.agencyId}, ${client}, 'mehr-' || number, 'Mehr ' || number, 'Massenware', 'published', now()
        from generate_series(1, 481) as number
      `;
      const many = await search("massenware", slug);
      expect(many.titles).toHaveLength(20);
      expect(many.page).toContain("Mehr als 500 Treffer");
      expect(many.page).toContain("Gezeigt werden die 20 besten");
    });

    const publish = async (input: {
      title: string;
      body?: string;
      language?: string;
      topics?: string[];
      client?: number;
    }) => {
      const { pressReleaseId } = await publishAtOnce(service.sql, input.client ?? release.clientId, {
        title: input.title,
        bodyMarkdown: input.body ?? "Text",
        slugs: [`m-${crypto.randomUUID().slice(0, 12)}`],
        publishedAt: null,
      });
      await service.sql`
        update release
        set language = ${input.language ?? "de"}, topics = ${service.sql.array(input.topics ?? [])}::text[]
        where agency_id = ${agency.agencyId} and id = ${pressReleaseId}
      `;
      return pressReleaseId;
    };
    const search = async (query: string, slug = release.clientSlug) => {
      const answer = await fetch(`${service.url}/newsroom/${slug}/suche?q=${encodeURIComponent(query)}`, {
        headers: { accept: "text/html" },
      });
      const html = await answer.text();
      const page = html.slice(0, html.indexOf("<style>")) + html.slice(html.indexOf("<main"));
      const titles = [...page.matchAll(/<h3><a [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title);
      return { status: answer.status, page, titles };
    };
  });
}
