import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { Value } from "@sinclair/typebox/value";
import { csvRows } from "../../../../service/features/reporting/exports/csv-rows.ts";
import { headlineFigures } from "../../../../service/features/reporting/exports/headline-figures.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { renderCsv } from "../../../../service/features/reporting/exports/render-csv.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { leftOutLines } from "../../../../service/features/reporting/exports/wording/sections-without-data.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { resultOf, stagesOf } from "../../../../service/features/reporting/goals/measures.ts";
import { ReportGoals } from "../../../../service/features/reporting/goals/schema.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import {
  type ReportSection,
  reportSections,
  sectionsOfTemplate,
} from "../../../../service/features/reporting/reports/sections.ts";
import { registerFormats } from "../../../../service/schema.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { readTags, walk } from "../../../support/read-tags.ts";
import { sampleMonth } from "../../../support/sample-month.ts";

registerFormats();
const render = createPdfRenderer({ fonts: await readReportFonts() });
const verifyUrl = "https://presse.example.com/pruefen";
const plain = sampleMonth({ presentation: { language: "de", layout: 2 } });
const { performance, externalInsights } = plain;
const facts = { withKeyMessage: 3, answers: [], conversions: [{ kind: "lead", count: 0 }] };
const figures = { performance, externalInsights, ...facts };

const goals: ReportGoals = {
  items: [
    {
      id: "018f4f0e-1111-7000-8000-000000000000",
      objective: "Die Fachpresse kennt =das Werk",
      audience: "Fachjournalisten",
      ...{ from: "2026-10-01", to: "2026-12-31", through: "2026-10-31" },
      ...{ fixedAt: "2026-09-28T09:00:00.000Z", isLater: false, contentHash: "a".repeat(64) },
      measures: [
        resultOf({ kind: "views", target: 1 }, figures, false),
        resultOf({ kind: "clippings", of: "full_text", target: 1_000 }, figures, false),
        resultOf({ kind: "ai_share", of: "Niemand", target: 30 }, figures, false),
        resultOf({ kind: "conversions", of: "lead", target: 5 }, figures, true),
      ],
      replaces: {
        id: "018f4f0e-1111-7000-8000-000000000001",
        fixedAt: "2026-09-20T09:00:00.000Z",
        contentHash: "b".repeat(64),
        measures: [{ kind: "views", target: 2_000 }],
      },
    },
  ],
  stages: stagesOf(figures, { goals: 1, published: 6, isMeasured: true }),
};
const secondEdition = { language: "de", layout: 2, edition: 2 } as const;
/** A month that is compared with one in which there was no release yet. */
const unmeasured: NonNullable<PublicationReport["comparison"]> = {
  ...{ kind: "previous_period", from: "2026-09-01", to: "2026-09-30", daysWithoutMeasurement: 30 },
  totals: {
    ...{ views: 0, uniqueVisitors: { value: 0, basis: "sum-of-daily-uniques" }, visits: 0, interactions: 0 },
    ...{ assistantFetches: 0, mediaMentions: 0 },
  },
};
const withGoals: PublicationReport = { ...plain, goals };
const pageOf = (report: PublicationReport) => renderReportPage(report, { path: "/b", verifyUrl }).page;
const english = (report: PublicationReport): PublicationReport => ({
  ...report,
  presentation: { language: "en", layout: 2 },
});

describe("a report with a goal", () => {
  test("fits the schema", () => {
    expect([...Value.Errors(ReportGoals, goals)]).toEqual([]);
  });

  test("says target, result and state in PDF and page alike, in both languages", async () => {
    const german = [
      ...["Ziel und Ergebnis", "Die Fachpresse kennt =das Werk", "Für: Fachjournalisten", "vor Beginn"],
      ...["Aufrufe durch Menschen", "selbst gemessen", "Clippings: Volltext", "1.000", "noch nicht erreicht"],
      ...["nicht erhoben", "löst das am", "Aufrufe durch Menschen: 2.000", "a".repeat(64)],
      ...["Vorbereitung", "Aktivität", "Out-take", "Outcome", "Wirkung", "Integrated Evaluation Framework"],
    ];
    const british = [
      "Goal and result",
      "Views by people",
      "not reached yet",
      "not measured",
      "Out-take",
      "Impact",
    ];
    for (const [report, words] of [
      [withGoals, german],
      [english(withGoals), british],
    ] as const) {
      const pdf = pdfText(await render(report, { pictures: {}, verifyUrl })).replace(/\s+/g, " ");
      const page = pageOf(report)
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ");
      expect(words.filter((word) => !pdf.includes(word))).toEqual([]);
      expect(words.filter((word) => !page.includes(word))).toEqual([]);
      const strange = ["zertifiziert", "certified", "AVE", "undefined", "NaN"];
      expect(strange.filter((word) => new RegExp(`\\b${word}\\b`).test(`${pdf} ${page}`))).toEqual([]);
    }
  });

  test("has its part and tables in the PDF's structure, and nothing beside it", async () => {
    const read = async (report: PublicationReport) => {
      const { root, unmarked } = await readTags(await render(report, { pictures: {}, verifyUrl }));
      const countOf = (wanted: string) => [...walk(root)].filter(({ role }) => role === wanted).length;
      return { unmarked, parts: countOf("H2"), headings: countOf("H3") };
    };
    const [having, without] = [await read(withGoals), await read(plain)];
    expect(having).toEqual({ unmarked: [], parts: without.parts + 1, headings: without.headings + 2 });
  });

  test("has a row for target, result and state in the CSV, an empty one for what was not measured", () => {
    const rows = [...csvRows(withGoals, verifyUrl)].filter(([section]) => section === "goals");
    const id = goals.items[0]?.id;
    expect(rows).toContainEqual(["goals", "2026-12-31", "target", `${id} | views`, 1, "count", ""]);
    expect(rows).toContainEqual([
      "goals",
      "2026-12-31",
      "result",
      `${id} | views`,
      performance.views,
      "count",
      "measured",
    ]);
    expect(rows).toContainEqual([
      "goals",
      "2026-12-31",
      "result",
      `${id} | ai_share | Niemand`,
      "",
      "percent",
      "",
    ]);
    expect(rows).toContainEqual([
      "goals",
      "2026-12-31",
      "outcome",
      `${id} | conversions | lead`,
      "not_reached",
      "text",
      "",
    ]);
    expect(
      [...csvRows(plain, verifyUrl)].filter(([section]) => ["goals", "stages"].includes(section)),
    ).toEqual([]);
  });

  test("says all of a goal in the CSV, a result on the last day that it counts", () => {
    const [item] = goals.items;
    if (item === undefined) throw new Error("The report has no goal.");
    const clicks = { kind: "contact_clicks", target: 5, stage: "outtakes", result: 3 } as const;
    const partly = {
      ...clicks,
      origins: ["measured" as const],
      outcome: "open" as const,
      isPartial: true as const,
    };
    const items = [{ ...item, measures: [...item.measures.slice(0, 1), partly] }];
    const report = { ...plain, presentation: secondEdition, goals: { ...goals, items, leftOut: 2 } };
    const { id } = item;
    const rows = [...csvRows(report, verifyUrl)].filter(([section]) => section === "goals");
    expect(rows.map(([, ...cells]) => cells.slice(0, -1).join(" "))).toEqual([
      `2026-12-31 objective ${id} Die Fachpresse kennt =das Werk text`,
      `2026-12-31 audience ${id} Fachjournalisten text`,
      `2026-12-31 from ${id} 2026-10-01 date`,
      `2026-12-31 through ${id} 2026-10-31 date`,
      `2026-12-31 fixedAt ${id} 2026-09-28T09:00:00.000Z date-time`,
      `2026-12-31 isLater ${id} false text`,
      `2026-12-31 contentHash ${id} ${"a".repeat(64)} sha256`,
      `2026-12-31 replaces ${id} 018f4f0e-1111-7000-8000-000000000001 uuid`,
      `2026-12-31 replacedFixedAt ${id} 2026-09-20T09:00:00.000Z date-time`,
      `2026-12-31 replacedContentHash ${id} ${"b".repeat(64)} sha256`,
      `2026-12-31 replacedTarget ${id} | views 2000 count`,
      `2026-12-31 target ${id} | views 1 count`,
      `2026-10-31 result ${id} | views ${performance.views} count`,
      `2026-10-31 outcome ${id} | views reached text`,
      `2026-12-31 target ${id} | contact_clicks 5 count`,
      `2026-10-31 result ${id} | contact_clicks 3 count`,
      `2026-10-31 isPartial ${id} | contact_clicks true text`,
      `2026-10-31 outcome ${id} | contact_clicks open text`,
      " leftOut  2 goals",
    ]);
  });

  test("keeps the bytes of a CSV of before its edition had a number", () => {
    const bytes = Buffer.concat([...renderCsv({ ...withGoals, comparison: unmeasured }, verifyUrl)]);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(
      "db7bc4f2c502d87e699cd5d5266e62f132d2495f1555b099c7f55aaab58f0886",
    );
  });

  test("names goals as left out where the template did so, and a report without a goal never does", () => {
    const sections: ReportSection[] = ["figures"];
    const chosen = { presentation: { language: "de" as const, layout: 2 as const, sections } };
    expect(leftOutLines({ ...withGoals, ...chosen }, wordingOf({})).join()).toContain("Ziel und Ergebnis");
    expect(leftOutLines({ ...plain, ...chosen }, wordingOf({})).join()).not.toContain("Ziel und Ergebnis");
    expect(pageOf({ ...withGoals, ...chosen }).includes('class="part-goals"')).toBe(false);
  });
});

describe("a month that is compared with days on which nothing was measured", () => {
  const compared = { ...plain, comparison: unmeasured, presentation: secondEdition };
  const beforeCells = (report: PublicationReport) =>
    [...csvRows(report, verifyUrl)]
      .filter(([section, , , kind]) => section === "comparison" && kind === unmeasured.kind)
      .map(([, , metric, , value]) => `${metric} ${value}`);

  test("is new to clippings alone, and its CSV has no zeros of them", () => {
    const { texts } = wordingOf(compared);
    const sentences = headlineFigures(compared, wordingOf(compared)).map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => sentence.includes("zuvor 0"))).toEqual([
      expect.stringContaining("Medi"),
    ]);
    for (const plainly of [texts.viewsAlone, texts.visitorsSentence, texts.assistantSentence])
      expect(sentences).toContain(plainly);
    expect(beforeCells(compared).slice(2)).toEqual([
      ...["views ", "uniqueVisitors ", "visits ", "interactions ", "assistantFetches "],
      ...["mediaMentions 0", "daysWithoutMeasurement 30"],
    ]);
  });

  test("is compared as ever where it was frozen before, or where some of the days were measured", () => {
    const partly = { ...compared, comparison: { ...unmeasured, daysWithoutMeasurement: 29 } };
    for (const report of [{ ...plain, comparison: unmeasured }, partly]) {
      const figures = headlineFigures(report, wordingOf(report));
      expect(figures.filter(({ sentence }) => !sentence.includes("zuvor 0"))).toEqual([]);
      expect(beforeCells(report)).toContain("views 0");
    }
  });
});

test("nothing after nothing is no change, and new in files of before edition 2 alone", () => {
  const partly = { ...unmeasured, daysWithoutMeasurement: 29 };
  const sentenceOf = (views: number, presentation: PublicationReport["presentation"]) => {
    const report = {
      ...{ ...plain, comparison: partly, performance: { ...plain.performance, views } },
      ...(presentation !== undefined && { presentation }),
    };
    return headlineFigures(report, wordingOf(report))[0]?.sentence.replaceAll("\u00a0", " ");
  };
  expect(sentenceOf(0, secondEdition)).toContain(", ±0,0 % gegenüber");
  expect(sentenceOf(1, secondEdition)).toContain(", neu gegenüber");
  expect(sentenceOf(0, plain.presentation)).toContain(", neu gegenüber");
});

describe("a stored template", () => {
  test.each<[string[], string[] | null, ReportSection[], ReportSection[]]>([
    [["coverage", "figures"], null, ["coverage", "figures"], ["goals", "mailings"]],
    // Of before there were any, and saved again by a program that already had them.
    [["goals", "coverage"], null, ["goals", "coverage"], ["mailings"]],
    [
      ["figures", "of a later program"],
      ["figures", "goals", "tables"],
      ["figures"],
      ["releases", "coverage", "audience", "ai", "results", "mailings"],
    ],
    [["tables"], [...reportSections], ["tables"], []],
  ])(
    "of %p that chose from %p stays as it is, and what came later is known",
    (sections, offered, shown, added) => {
      expect(sectionsOfTemplate({ sections, offered })).toEqual({ sections: shown, added });
    },
  );
});

describe("a share", () => {
  const mentions = (count: number) => ({
    ...{ count, distinctMedia: 1, confirmed: count, found: 0, items: [] },
  });
  const shareOf = (withKeyMessage: number, count: number, target: number) =>
    resultOf(
      { kind: "key_message_share", target },
      { ...figures, withKeyMessage, externalInsights: { mediaMentions: mentions(count) } },
      true,
    );

  test("is reached by what it is, not by how it is rounded", () => {
    expect(shareOf(1, 2, 50)).toMatchObject({ result: 50, outcome: "reached" });
    expect(shareOf(4_999, 10_000, 50)).toMatchObject({ result: 49.9, outcome: "not_reached" });
    expect(shareOf(0, 4, 50)).toMatchObject({ result: 0, outcome: "not_reached" });
    expect(shareOf(0, 0, 50)).toMatchObject({ result: null, outcome: "not_measured" });
  });

  test("of clippings that nobody has looked at is not measured", () => {
    const unseen = { ...mentions(4), confirmed: 0, found: 4 };
    const seen = { ...figures, withKeyMessage: 0, externalInsights: { mediaMentions: unseen } };
    expect(resultOf({ kind: "key_message_share", target: 1 }, seen, true).outcome).toBe("not_measured");
  });
});
