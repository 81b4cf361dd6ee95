import { describe, expect, test } from "bun:test";
import { headlineFigures } from "../../../../service/features/reporting/exports/headline-figures.ts";
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

describe("interactions of a month that was partly measured at L0", () => {
  const partly = (edition?: 2) =>
    sentenceOf(monthOf({ levels: ["L0", "L1"] }, { interactions: 20 }, edition), "Interaktionen");

  test("are compared with nothing, and say so; files of before edition 2 keep their words", () => {
    expect(partly(2)).toBe("Klicks und Downloads; Meldungen auf Messstufe L0 sind nicht enthalten.");
    expect(partly()).toContain("gegenüber September 2026 (zuvor 20).");
  });
});
