import { beforeAll, describe, expect, test } from "bun:test";
import type { ImportMapping } from "../../../service/features/insights/import/columns.ts";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import type { ImportKind } from "../../../service/features/insights/import/kinds.ts";
import { problemsText } from "../../../service/features/insights/import/row-problems.ts";
import { fileSource } from "../../../service/features/insights/import/source.ts";
import { isStored } from "../../../service/features/insights/import/stored-sql.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { importScene, mentionHeading } from "./import-scene.ts";

describe("importing files", () => {
  const { sql, agency, release: of, file, importText, mention, countAll } = importScene();
  let agencyId: number;
  let release: number;
  beforeAll(() => {
    ({ agencyId } = agency);
    release = of.pressReleaseId;
  });

  test("a German file in Windows-1252 with semicolons means the same as an English one in UTF-8 with a byte order mark", async () => {
    const german = [
      "Meldung;Medium;Mediengattung;Überschrift;Link;Erschienen am;Trefferart;Reichweite;Quelle",
      `${release};Süddeutsche;Print;"Größe; ""Maß"" und Übermaß";;20.11.2026 09:30 Uhr;Volltext;1.234.567;Präsenz & Söhne`,
      "",
    ].join("\r\n");
    const bytes = Uint8Array.from(german, (character) => character.charCodeAt(0));
    const english = [
      `\ufeff${mentionHeading}`,
      `${release},Süddeutsche,print,"Größe; ""Maß"" und Übermaß",,2026-11-20T08:30:00Z,full_text,"1,234,567",Präsenz & Söhne`,
    ].join("\n");
    const first = await importText("media-mentions", bytes);
    expect(first).toMatchObject({ outcome: "imported", rows: 1, inserted: 1, replaced: 0 });
    const read = () => sql`
      select medium, media_type, headline, url, published_at, match_type, reach::int, reach_origin, origin, source
      from media_mention
      where agency_id = ${agencyId} and medium = 'Süddeutsche'
    `;
    const rows = [...(await read())];
    expect(rows).toEqual([
      {
        medium: "Süddeutsche",
        media_type: "print",
        headline: 'Größe; "Maß" und Übermaß',
        url: "",
        published_at: new Date("2026-11-20T08:30:00Z"),
        match_type: "full_text",
        reach: 1_234_567,
        reach_origin: "estimated",
        origin: "imported",
        source: "Präsenz & Söhne",
      },
    ]);
    expect(await importText("media-mentions", english)).toMatchObject({ inserted: 0, replaced: 1 });
    expect([...(await read())]).toEqual(rows);
  });

  test("figures of search and of AI samples are read, in German and in English", async () => {
    const search = [
      "release_id\tquery\tclicks\timpressions\tctr\tposition\tperiod_from\tperiod_to\tsource\tcountry",
      `${release}\twerk bremen\t1.234\t45.678\t2,7 %\t3,4\t01.11.2026\t30.11.2026\tSearch Console\tDE`,
      `${release}\tbremen plant\t1,234\t45,678\t0.027\t3.4\tNov 1, 2026\t2026-11-30\tSearch Console\tDE`,
    ];
    expect(await importText("search-visibility", search.join("\n"))).toMatchObject({
      inserted: 2,
      ignoredColumns: ["country"],
    });
    const rows = await sql`
      select clicks, impressions, ctr, position, period_from::text, period_to::text
      from search_visibility where agency_id = ${agencyId}
    `;
    const expected = {
      clicks: 1234,
      impressions: 45_678,
      ctr: 0.027,
      position: 3.4,
      period_from: "2026-11-01",
      period_to: "2026-11-30",
    };
    expect([...rows]).toEqual([expected, expected]);

    const samples = [
      "release_id;engine;model;prompt;runs;mentioned;cited;cited_urls;observed_at;source",
      `${release};ChatGPT;gpt-5;"Wer baut\nin Bremen?";40;16;10;https://a.example/ | https://b.example/;20.11.2026;Messreihe`,
    ];
    expect(await importText("ai-visibility", samples.join("\n"))).toMatchObject({ inserted: 1 });
    const [sample] =
      await sql`select prompt, runs, cited_urls, confidence from ai_visibility_run where agency_id = ${agencyId}`;
    expect(sample).toMatchObject({
      prompt: "Wer baut\nin Bremen?",
      runs: 40,
      cited_urls: ["https://a.example/", "https://b.example/"],
      confidence: "medium",
    });
  });

  test("every bad row is told with its line and reason, and one of them keeps all others out", async () => {
    const before = await countAll();
    const stranger = await createTestAgency(sql);
    const foreign = (await createTestRelease(sql, stranger.agencyId)).pressReleaseId;
    const result = await importText(
      "media-mentions",
      [
        mentionHeading,
        mention("good"),
        mention("bad-day", { published_at: "31.11.2026" }),
        mention("two-lines", { headline: '"Zwei\nZeilen"' }),
        "",
        mention("bad-reach", { reach: "viel" }),
        `${foreign},Weser-Kurier,online,Neues Werk,https://weser.example/f,2026-11-02,mention,,Clipping`,
        `${release},Weser-Kurier,plakat,Neues Werk,ftp://weser.example/f,2026-11-02,,,Clipping`,
        `${release},zu kurz`,
        `${mention("long")},zu lang`,
        `${release},Weser-Kurier,online,Neues Werk,,2026-11-02,mention,,Clipping`,
      ].join("\n"),
    );
    expect(result).toMatchObject({ outcome: "refused", importId: null, rows: 9, inserted: 0, badRows: 7 });
    expect(result.badLines.map(({ line, problems }) => ({ line, reason: problemsText(problems) }))).toEqual([
      { line: 3, reason: expect.stringContaining('published_at: "31.11.2026": there is no such day') },
      { line: 7, reason: expect.stringContaining('reach: "viel": expected a whole number') },
      { line: 8, reason: `release_id: the agency has no release ${foreign}` },
      { line: 9, reason: expect.stringMatching(/media_type: "plakat".*url: "ftp:.*match_type: is empty/) },
      { line: 10, reason: expect.stringContaining("has 2 cells, and the heading 9") },
      { line: 11, reason: expect.stringContaining("has 10 cells, and the heading 9") },
      { line: 12, reason: "url: is empty" },
    ]);
    expect(await countAll()).toBe(before);
  });

  test("a podcast needs no address, as in the form", async () => {
    const podcast = `${release},Gründerfunk,podcast,Folge 12,,2026-11-02,mention,,Clipping`;
    expect(await importText("media-mentions", [mentionHeading, podcast].join("\n"))).toMatchObject({
      outcome: "imported",
      inserted: 1,
    });
  });

  test("of many bad rows the first ten thousand are listed and all are counted", async () => {
    const read = (count: number) => {
      const rows = Array.from({ length: count }, (_, n) => mention(n, { published_at: "nie" }));
      return importText("media-mentions", [mentionHeading, ...rows].join("\n"));
    };
    expect((await read(10_000)).badLines).toHaveLength(10_000);
    expect(await read(10_001)).toMatchObject({ badRows: 10_001, badLines: { length: 10_000 } });
  });

  test("the same file counts once, whatever its name, and even when two take it in at once", async () => {
    const content = [mentionHeading, mention("same-1"), mention("same-2"), mention("same-1")].join("\n");
    const both = await Promise.all([
      importText("media-mentions", content),
      importText("media-mentions", content),
    ]);
    expect(both.map((result) => result.outcome).toSorted()).toEqual(["imported", "known"]);
    expect(both.find((result) => result.outcome === "imported")).toMatchObject({
      rows: 3,
      inserted: 2,
      replaced: 1,
    });
    expect(await importText("media-mentions", content)).toMatchObject({ outcome: "known", inserted: 0 });
    const [row] = await sql`select count(*)::int as count from media_mention where url like '%/same-%'`;
    expect(row?.count).toBe(2);
  });

  test("a file that was mapped wrongly may come once more, mapped rightly", async () => {
    const text = `Nr,Wo,Was,link,date,art,match_type,source\n${release},Kurier,Werk,https://weser.example/mapped,2026-11-02,online,link,x\n`;
    const as = (medium: string, headline: string) => ({
      ...{ release_id: { column: "Nr" }, media_type: { column: "art" } },
      ...{ medium: { column: medium }, headline: { column: headline } },
    });
    const taken = (mapping: ImportMapping) =>
      importFile(sql, agencyId, { kind: "media-mentions", source: fileSource(file(text)), mapping });
    expect(await taken(as("Was", "Wo"))).toMatchObject({ outcome: "imported", inserted: 1 });
    expect(await taken(as("Wo", "Was"))).toMatchObject({ outcome: "imported", inserted: 0, replaced: 1 });
    const same = Object.fromEntries(Object.entries(as("Wo", "Was")).toReversed());
    expect((await taken(same)).outcome).toBe("known");
    const [row] = await sql`
      select medium, headline from media_mention where url like '%/mapped' and ${isStored(sql, agencyId, "media_mention")}`;
    expect(row).toEqual({ medium: "Kurier", headline: "Werk" });
  });

  test("an equivalent value, a score, a sum of reach and a rank are refused by their name, with the reason", async () => {
    const before = await countAll();
    const withColumn = (name: string) =>
      refusal("media-mentions", `${mentionHeading},${name}\n${mention(1)},5`);
    expect(await withColumn("AÄW (EUR)")).toMatch(
      /ImportError: .*"AÄW \(EUR\)": an advertising value equivalent.*Barcelona/,
    );
    expect(await withColumn("Impact Score")).toContain("composite score");
    expect(await withColumn("Gesamtreichweite")).toContain("counts the same people again");
    expect(await withColumn("Rang")).toContain("sample and have no rank");
    expect(await countAll()).toBe(before);
  });

  test.each([
    ["empty", "", "The file is empty"],
    ["a heading alone", mentionHeading, "no rows"],
    ["another table", "a,b\n1,2", "release_id: is missing; medium: is missing"],
    ["a doubled column", `${mentionHeading},link\nx`, "url: stands twice"],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x61, 0), "UTF-16"],
    ["binary", Uint8Array.of(0x50, 0x4b, 0, 1), "NUL"],
    ["text behind a quote", `${mentionHeading}\n1,"a"b,c`, 'no CSV near "b,c"'],
    ["an unclosed quote", `${mentionHeading}\n1,"${"x\n".repeat(700_000)}`, "Line 2: the row has more than"],
    ["an unclosed quote at the end", `${mentionHeading}\n1,"abc`, "no CSV near"],
  ])("a file that is %s is refused as a whole", async (_name, content, message) => {
    expect(await refusal("media-mentions", content)).toMatch(/^ImportError/);
    expect(await refusal("media-mentions", content)).toContain(message);
  });

  const refusal = async (kind: ImportKind, content: string | Uint8Array): Promise<string> =>
    await importText(kind, content).then(
      () => "imported",
      (error: Error) => `${error.name}: ${error.message}`,
    );
});
