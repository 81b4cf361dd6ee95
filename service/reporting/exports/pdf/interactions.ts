import type { PublicationReport } from "../../reports/schema.ts";
import { formatNumber } from "../german-format.ts";
import { interactionLabels, targetLabel } from "../labels.ts";
import { writeEmptyNote, writeSectionHeading } from "./headings.ts";
import { type Paper, writeParagraph } from "./paper.ts";
import { countOf, interactionTotal } from "./report-words.ts";
import { drawTable, type Row } from "./table.ts";
import { styles } from "./theme.ts";

/** What people did on the page: one strong row a kind, its targets indented below. */
export function writeInteractions(paper: Paper, performance: PublicationReport["performance"]): void {
  const { interactions } = performance;
  if (interactions === null) {
    writeSectionHeading(paper, { title: "Interaktionen" });
    writeEmptyNote(paper, "Nicht erhoben: Messstufe L0 zählt nur Seitenaufrufe.");
    return;
  }
  const total = interactionTotal(performance) ?? 0;
  writeSectionHeading(paper, {
    title: "Interaktionen",
    aside: countOf(total, "Interaktion", "Interaktionen"),
  });
  if (interactions.length === 0) {
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
    interactions.flatMap(rowsOfKind),
  );
  const repeated = interactions.reduce((sum, entry) => sum + (entry.repeated ?? 0), 0);
  if (repeated > 0) {
    writeParagraph(
      paper,
      `Dazu ${countOf(repeated, "wiederholte Interaktion", "wiederholte Interaktionen")} über den Grenzen der Zählung, in keiner Zahl enthalten.`,
      styles.note,
    );
  }
}

type InteractionsOfKind = NonNullable<PublicationReport["performance"]["interactions"]>[number];

function rowsOfKind(entry: InteractionsOfKind): Row[] {
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
