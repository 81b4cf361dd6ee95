import type { PublicationReport } from "../../reports/schema.ts";
import { formatNumber } from "../german-format.ts";
import { interactionLabels, targetLabel } from "../labels.ts";
import { writeEmptyNote, writeSectionHeading } from "./headings.ts";
import type { Paper } from "./paper.ts";
import { countOf, interactionTotal } from "./report-words.ts";
import { drawTable, type Row } from "./table.ts";

/** What people did on the page: one strong row a kind, its targets indented below. */
export function writeInteractions(paper: Paper, performance: PublicationReport["performance"]): void {
  const total = interactionTotal(performance);
  writeSectionHeading(paper, {
    title: "Interaktionen",
    aside: countOf(total, "Interaktion", "Interaktionen"),
  });
  if (performance.interactions.length === 0) {
    writeEmptyNote(paper, "Im Zeitraum wurden keine Interaktionen gemessen.");
    return;
  }
  drawTable(
    paper,
    [
      { head: "Art und Ziel", share: 9 },
      { head: "Anzahl", share: 2, align: "right" },
      { head: "Besucher", share: 2, align: "right" },
    ],
    performance.interactions.flatMap(rowsOfKind),
  );
}

function rowsOfKind(entry: PublicationReport["performance"]["interactions"][number]): Row[] {
  const kind: Row = {
    cells: [interactionLabels[entry.kind], formatNumber(entry.count), formatNumber(entry.uniqueVisitors)],
    isStrong: true,
  };
  const targets = entry.targets.map((target): Row => {
    const detail = target.url === null || target.url === target.label ? "" : target.url;
    return {
      cells: [{ text: targetLabel(target), detail, url: target.url }, formatNumber(target.count), ""],
      isSub: true,
    };
  });
  return [kind, ...targets];
}
