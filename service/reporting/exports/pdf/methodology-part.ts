import type { PublicationReport } from "../../reports/schema.ts";
import { levelLabels } from "../labels.ts";
import { drawText } from "./canvas.ts";
import { writePartHeading, writeSectionHeading } from "./headings.ts";
import { baselineBelow, keepTogether, type Paper, startPage, writeParagraph } from "./paper.ts";
import { drawTable } from "./table.ts";
import { contentWidth, margin, styles } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

const bulletIndent = 10;

/** Rules, lists and limits of the measurement as the snapshot holds them, and how to check that it is unchanged. */
export function writeMethodologyPart(paper: Paper, report: PublicationReport): void {
  const { methodology, integrity } = report;
  if (report.externalInsights !== undefined) {
    // External insights keep their pages to themselves.
    startPage(paper);
  }
  writePartHeading(paper, {
    kicker: "Nachvollziehbar",
    title: "Methode",
    note: `Verfahren ${report.methodologyVersion}. ${describeLevels(report.performance)}`,
  });
  writeList(paper, "Regeln der Zählung", methodology.rules);
  writeList(paper, "Grenzen der Messung", methodology.limits);
  if (methodology.lists.length > 0) {
    writeSectionHeading(paper, { title: "Verwendete Listen" });
    drawTable(
      paper,
      [
        { head: "Liste", share: 3 },
        { head: "Fassung", share: 2 },
      ],
      methodology.lists.map((list) => ({ cells: [list.name, list.version] })),
    );
  }
  writeSectionHeading(paper, { title: "Unveränderlichkeit" });
  writeParagraph(
    paper,
    "Dieser Bericht wurde bei seiner Erstellung eingefroren. Die Prüfsumme in der Fußzeile (SHA-256 über die JSON-Fassung nach " +
      `RFC 8785) belegt, dass seine Zahlen seitdem unverändert sind. ${placeOf(integrity)}`,
    styles.body,
  );
}

function placeOf(integrity: PublicationReport["integrity"]): string {
  if (!("version" in integrity)) return "";
  const { number, chainHash } = integrity;
  return `Er ist Bericht Nummer ${number} der Agentur. Seine Kettenprüfsumme ${chainHash} ist digital unterschrieben und schließt alle früheren Berichte ein.`;
}

function describeLevels({ level, levels = [level] }: PublicationReport["performance"]): string {
  const described = levels.map((each) => levelLabels[each]);
  return described.length < 2
    ? `Messstufe ${levelLabels[level]}.`
    : `Mehrere Messstufen: ${described.join("; ")}.`;
}

function writeList(paper: Paper, title: string, items: readonly string[]): void {
  if (items.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title });
  for (const item of items) {
    const lines = wrapText(paper.fonts.regular, item, styles.body.size, contentWidth - bulletIndent);
    lines.forEach((text, index) => {
      keepTogether(paper, styles.body.leading);
      const baseline = baselineBelow(paper.y, styles.body);
      if (index === 0) {
        drawText(paper.page, paper.fonts, { text: "•", x: margin.left, baseline, style: styles.body });
      }
      drawText(paper.page, paper.fonts, {
        text,
        x: margin.left + bulletIndent,
        baseline,
        style: styles.body,
      });
      paper.y -= styles.body.leading;
    });
    paper.y -= 2;
  }
}
