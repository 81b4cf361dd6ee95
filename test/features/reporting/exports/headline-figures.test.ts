import { describe, expect, test } from "bun:test";
import {
  comparisonNotes,
  headlineFigures,
} from "../../../../service/features/reporting/exports/headline-figures.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { sampleMonth } from "../../../support/sample-month.ts";

/** October, beside a September of these totals. */
function monthOf(
  performance: Partial<PublicationReport["performance"]>,
  totals: Partial<NonNullable<PublicationReport["comparison"]>["totals"]>,
  edition?: 2,
): PublicationReport {
  const month = sampleMonth({ presentation: { language: "de", layout: 2, ...(edition && { edition }) } });
  const { comparison } = month;
  if (comparison === undefined) throw new Error("The sample is compared with nothing.");
  return {
    ...month,
    performance: { ...month.performance, ...performance },
    comparison: { ...comparison, totals: { ...comparison.totals, ...totals } },
  };
}

const sentenceOf = (report: PublicationReport, label: string) =>
  headlineFigures(report, wordingOf(report))
    .find((each) => each.label === label)
    ?.sentence.replaceAll("\u00a0", " ");

describe("a change in a report", () => {
  test.each([
    [81, "+1,3 %", "+1,2 %"],
    [79, "−1,3 %", "−1,2 %"],
  ])(
    "to %i after 80 is rounded as in the figures, and as ever in files of before edition 2",
    (views, now, old) => {
      const sentenceIn = (edition?: 2) => sentenceOf(monthOf({ views }, { views: 80 }, edition), "Aufrufe");
      expect(sentenceIn(2)).toContain(`, ${now} gegenüber September 2026 (zuvor 80).`);
      expect(sentenceIn()).toContain(`, ${old} gegenüber September 2026 (zuvor 80).`);
    },
  );
});

describe("the period that a report is compared with", () => {
  const comparedWith = (from: string, to: string, edition?: 2) => {
    const month = monthOf({ views: 81 }, { views: 80 }, edition);
    const comparison = month.comparison && { ...month.comparison, from, to };
    const report = { ...month, ...(comparison && { comparison }) };
    const [note = ""] = comparisonNotes(report, wordingOf(report));
    return [sentenceOf(report, "Aufrufe") ?? "", note.replaceAll("\u00a0", " ")];
  };

  test.each([
    ["2026-07-01", "2026-09-30", "dem 3. Quartal 2026", "3. Quartal 2026"],
    ["2026-09-01", "2026-09-15", "dem Zeitraum 1.–15. September 2026", "1.–15. September 2026"],
    ["2026-09-01", "2026-09-01", "dem 1. September 2026", "1. September 2026"],
  ])(
    "%s to %s is named in the right case; files of before edition 2 keep their words",
    (from, to, name, old) => {
      const [sentence, note] = comparedWith(from, to, 2);
      expect(sentence).toContain(` gegenüber ${name} (`);
      expect(note).toBe(
        `Verglichen wird mit ${name}; die Zeiträume sind verschieden lang (31 Tage und 30 Tage).`,
      );
      const [sentenceBefore, noteBefore] = comparedWith(from, to);
      expect(sentenceBefore).toContain(` gegenüber ${old} (`);
      expect(noteBefore).toBe(`Verglichen wird mit ${old}: 31 Tage gegen 30 Tage.`);
    },
  );
});

describe("interactions of a month that was partly measured at L0", () => {
  const partly = (edition?: 2) =>
    sentenceOf(monthOf({ levels: ["L0", "L1"] }, { interactions: 20 }, edition), "Interaktionen");

  test("are compared with nothing, and say so; files of before edition 2 keep their words", () => {
    expect(partly(2)).toBe("Klicks und Downloads; Meldungen auf Messstufe L0 sind nicht enthalten.");
    expect(partly()).toContain("gegenüber September 2026 (zuvor 20).");
  });
});
