import type { PublicationReport } from "../../reports/schema.ts";
import { formatDecimal, formatNumber, formatShare, notMeasured } from "../german-format.ts";
import { drawFigureRow } from "./figure-row.ts";
import { writeEmptyNote, writeSectionHeading } from "./headings.ts";
import { type Paper, skip } from "./paper.ts";
import { drawTable } from "./table.ts";

/** Reading time and scroll depth, or the sentence why there are none. */
export function writeEngagement(paper: Paper, performance: PublicationReport["performance"]): void {
  const { averageEngagedSeconds, scroll, coverage } = performance.engagement;
  if (averageEngagedSeconds === null && scroll === null) {
    writeSectionHeading(paper, { title: "Lesedauer und Scrolltiefe" });
    writeEmptyNote(
      paper,
      (performance.levels ?? [performance.level]).includes("L2")
        ? "Im Zeitraum liegen keine Messwerte vor."
        : `Nicht erhoben: Messstufe ${performance.level} kommt ohne Skript aus.`,
    );
    return;
  }
  writeSectionHeading(paper, { title: "Lesedauer und Scrolltiefe", companyHeight: 160 });
  drawFigureRow(paper, [
    {
      label: "Mittlere aktive Lesedauer",
      value: averageEngagedSeconds === null ? "–" : `${formatDecimal(averageEngagedSeconds)}\u00a0s`,
      note: averageEngagedSeconds === null ? notMeasured : "Sekunden mit sichtbarer, aktiver Seite",
    },
    { label: "Abdeckung", value: formatShare(coverage), note: "Anteil der Aufrufe mit Messwert" },
  ]);
  if (scroll === null) {
    return;
  }
  skip(paper, 10);
  const depths: [string, number][] = [
    ["25\u00a0% der Seite", scroll.p25],
    ["50\u00a0% der Seite", scroll.p50],
    ["75\u00a0% der Seite", scroll.p75],
    ["Bis zum Ende", scroll.p100],
  ];
  const highest = Math.max(1, ...depths.map(([, count]) => count));
  drawTable(
    paper,
    [
      { head: "Gelesen bis", share: 4 },
      { head: "", share: 8 },
      { head: "Aufrufe", share: 2, align: "right" },
    ],
    depths.map(([label, count]) => ({ cells: [label, { bar: count / highest }, formatNumber(count)] })),
  );
}
