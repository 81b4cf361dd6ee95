import { expect, test } from "bun:test";
import { leftOutReleases } from "../../../../service/edges/dashboard/pages/figures/counted.ts";
import { externalFiles } from "../../../../service/edges/dashboard/pages/figures/external-files.ts";
import { csvFile, figureTables } from "../../../../service/edges/dashboard/pages/figures/figure-tables.ts";
import { publicationReportExample } from "../../../../service/features/reporting/reports/examples.ts";
import { html, renderHtml } from "../../../../service/floor/web/html.ts";
import { sampleInsights } from "../../../support/sample-insights.ts";
import { seededChance } from "../../../support/seeded-chance.ts";

test("the rows of interactions sum up to the figure above them, with what has no target", async () => {
  const { report } = publicationReportExample;
  const of = (count: number) => ({ count, uniqueVisitors: count, repeated: 0 });
  const werk = { label: "Zum Werk", url: "https://werk.example/", count: 40 };
  const interactions = [
    { kind: "outbound_link" as const, ...of(70), targets: [werk, { label: "other", url: null, count: 30 }] },
    { kind: "copy_text" as const, ...of(35), targets: [] },
    // Some of them were counted before targets were.
    { kind: "pdf_download" as const, ...of(15), targets: [{ label: "Mappe", url: null, count: 14 }] },
  ];
  const performance = { ...report.performance, interactions };
  const table = figureTables({ ...report, performance }).find(({ key }) => key === "interaktionen");
  if (table === undefined) throw new Error("There is no table of interactions.");
  expect(table.rows.map(({ cells }) => [...cells])).toEqual([
    ["Klicks auf Links: Zum Werk", 40],
    ["Text kopiert", 35],
    ["Klicks auf Links: Weitere Ziele", 30],
    ["PDF-Downloads: Mappe", 14],
    ["PDF-Downloads", 1],
  ]);
  const file = await csvFile(table, { name: "werk", lostHits: [] }).text();
  expect(file).toContain("Text kopiert,35\r\n");
});

test("devices and campaigns stand there as in a report, the greatest first, and none without views", () => {
  const { report } = publicationReportExample;
  const campaigns = [
    { source: "aussand", medium: "email", campaign: "aussand-1", views: 7, mailing: "Neues Werk" },
    { source: "other", medium: "other", campaign: "other", views: 3 },
  ];
  const devices = [
    { type: "desktop" as const, views: 10 },
    { type: "mobile" as const, views: 30 },
    { type: "other" as const, views: 0 },
  ];
  const tables = figureTables({ ...report, performance: { ...report.performance, campaigns, devices } });
  const rowsOf = (key: string) =>
    tables.find((table) => table.key === key)?.rows.map(({ cells }) => [...cells]);
  expect(rowsOf("geraete")).toEqual([
    ["Smartphone", 30, "75,0\u00a0%"],
    ["Computer", 10, "25,0\u00a0%"],
  ]);
  expect(rowsOf("kampagnen")).toEqual([
    ["Neues Werk", 7, "aussand", "email"],
    ["Weitere Kampagnen", 3, "–", "–"],
  ]);
  const none = { ...report.performance, campaigns: [], devices: [] };
  const keys = figureTables({ ...report, performance: none }).map(({ key }) => key);
  expect(keys.filter((key) => key === "geraete" || key === "kampagnen")).toEqual([]);
});

test.each([
  [1, "1 weiteres Clipping ist nicht enthalten."],
  [1_000, "1.000 weitere Clippings sind nicht enthalten."],
])("%p clippings beyond those of a file are told in German", (more, told) => {
  const { performance } = publicationReportExample.report;
  const mediaMentions = { count: more, distinctMedia: more, byMediaType: [], byMatchType: [], items: [] };
  const [clippings] = externalFiles({ performance, externalInsights: { mediaMentions } });
  expect(clippings?.rows.at(-1)?.cells).toEqual([told]);
});

test("queries of a search have their own days in a file, which may be more than those of the figures", () => {
  const { performance } = publicationReportExample.report;
  const days = { periodFrom: "2026-07-01", periodTo: "2026-09-30" };
  const { searchVisibility } = sampleInsights(seededChance(1), 0, "2026-10-01");
  const queries = (searchVisibility?.queries ?? []).map((query) => ({ ...query, ...days }));
  const [search] = externalFiles({ performance, externalInsights: { searchVisibility: { queries } } });
  expect(search?.columns.slice(0, 4)).toEqual(["Suchanfrage", "Von", "Bis", "Klicks"]);
  expect(search?.rows[0]?.cells.slice(1, 3)).toEqual(["2026-07-01", "2026-09-30"]);
});

test("releases beyond those that figures sum up are told in German, and none are not", () => {
  const told = (count: number) => renderHtml(html`${leftOutReleases(count)}`);
  expect([0, 1, 2_000].map(told)).toEqual([
    "",
    '<p class="facts">1 noch ältere Meldung ist nicht enthalten.</p>',
    '<p class="facts">2.000 noch ältere Meldungen sind nicht enthalten.</p>',
  ]);
});
