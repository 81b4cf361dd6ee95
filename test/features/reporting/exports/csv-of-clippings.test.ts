import { describe, expect, test } from "bun:test";
import type { MentionEvidence } from "../../../../service/features/insights/schema.ts";
import { renderJson } from "../../../../service/features/reporting/exports/render-json.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { sampleMonth } from "../../../support/sample-month.ts";
import { parse } from "./support/parse-csv.ts";

describe("the CSV of a report", () => {
  test("holds how clippings are made up, the evidence of each, and what happened; the JSON has the same", async () => {
    const month = sampleMonth();
    const mentions = month.externalInsights?.mediaMentions;
    const [first, ...others] = mentions?.items ?? [];
    if (first === undefined || mentions === undefined) throw new Error("The month has no clippings.");
    const provenance = { ...first.provenance, origin: "observed", source: "medium.example" } as const;
    const evidence: MentionEvidence = {
      ...{ matchType: "full_text" as const, takenShare: 0.61, verbatimShare: 0.52, longestRunWords: 48 },
      ...{ articleWords: 400, releaseWords: 380, quotations: [{ number: 2, taken: "whole" as const }] },
      ...{
        releaseQuotations: 2,
        link: { target: "release" as const, rel: null },
        goneSince: "2026-12-03T08:00:00.000Z",
      },
      ...{ articleSha256: "a".repeat(64), releaseSha256: "b".repeat(64), algorithm: 1, provenance },
    };
    const report = {
      ...month,
      externalInsights: { mediaMentions: { ...mentions, items: [{ ...first, evidence }, ...others] } },
    };
    const rows = await parse(report);
    const dimension = [first.medium, first.mediaType, first.matchType, first.headline, first.url].join(" | ");
    const ofEvidence = rows.filter((row) => row.section === "mentionEvidence");
    expect(new Set(ofEvidence.map((row) => `${row.dimension} ${row.origin}`))).toEqual(
      new Set([`${dimension} observed`]),
    );
    expect(Object.fromEntries(ofEvidence.map((row) => [row.metric, row.value]))).toMatchObject({
      ...{
        takenShare: "0.61000",
        verbatimShare: "0.52000",
        longestRun: "48",
        quotationsTaken: "1",
        links: "1",
      },
      ...{ source: "medium.example", method: provenance.method },
    });
    const { value: summary = "" } = ofEvidence.find((row) => row.metric === "summary") ?? {};
    for (const said of ["61", "48 Wörter", "3. Dezember"])
      expect(summary.replaceAll("\u00a0", " ")).toContain(said);
    const of = (metric: string) =>
      rows
        .filter((row) => row.section === "mediaMentions" && row.metric === metric)
        .map((row) => [row.date, row.dimension, row.value, row.origin].join(","));
    expect(of("countOfOrigin")).toEqual([",,8,observed", ",,4,imported"]);
    expect(of("byMediaType")).toEqual([",online,6,observed", ",social,2,observed", ",print,4,imported"]);
    expect(of("byTone")).toEqual([",positive,5,", ",not_judged,7,"]);
    expect(of("byDay").slice(-2)).toEqual(["2026-10-12,,3,imported", "2026-10-26,,1,imported"]);
    expect(rows.filter((row) => row.section === "mostTaken")).toHaveLength(10);
    expect(rows.filter((row) => row.section === "marks")[1]).toMatchObject({
      ...{ date: "2026-10-06", metric: "clipping", value: "2" },
    });
    const json = JSON.parse(new TextDecoder().decode(renderJson(report)));
    expect(json.externalInsights.mediaMentions.items[0].evidence).toEqual(evidence);
    expect(json.marks).toEqual(month.marks);
  });

  test("holds how many clippings nobody has confirmed, and those of each release; files of before edition 2 keep their rows", async () => {
    const month = sampleMonth();
    const mentions = month.externalInsights?.mediaMentions;
    const entry = month.releases?.[0];
    if (entry === undefined || mentions === undefined) throw new Error("The month has no clippings.");
    const byRelease = [
      { releaseId: entry.release.id, count: 3 },
      // One that the report does not list.
      { releaseId: 4_711, count: 2 },
    ];
    const report = {
      ...month,
      externalInsights: { mediaMentions: { ...mentions, confirmed: 7, found: 5, byRelease } },
    };
    const of = async (presentation: NonNullable<PublicationReport["presentation"]>) =>
      (await parse({ ...report, presentation }))
        .filter(
          ({ section, metric }) =>
            section === "mediaMentions" && ["confirmed", "found", "byRelease"].includes(metric),
        )
        .map((row) => [row.metric, row.dimension, row.value, row.origin]);
    const { id, title, client } = entry.release;
    const origins = [...new Set(mentions.items.map(({ provenance }) => provenance.origin))].join(" | ");
    expect(await of({ language: "de", layout: 2, edition: 2 })).toEqual([
      ["confirmed", "", "7", origins],
      ["found", "", "5", origins],
      ["byRelease", `${id} | ${title} | ${client.name}`, "3", origins],
      ["byRelease", "4711", "2", origins],
    ]);
    expect(await of({ language: "de", layout: 2 })).toEqual([]);
  });
});
