import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { integrityFacts } from "../wording/integrity-facts.ts";
import { sectionsWithoutData } from "../wording/sections-without-data.ts";
import type { Wording } from "../wording/wording.ts";
import { drawText } from "./canvas.ts";
import { writePartHeading, writeSectionHeading } from "./headings.ts";
import {
  baselineBelow,
  keepTogether,
  mark,
  type Paper,
  within,
  withinLink,
  writeLines,
  writeParagraph,
} from "./paper.ts";
import { writeRuns } from "./runs.ts";
import { drawTable } from "./table.ts";
import { colours, margin, styles, type TextStyle } from "./theme.ts";
import { webLink } from "./web-link.ts";

const bulletIndent = 12;
/** What is looked up rather than read, where the method is the end of a report and no part of its own. */
const smallNote = { ...styles.note, size: 7.5, leading: 9.5 };

/** What stands in the method of some layouts: where clippings come from, and sentences at the very end. */
type MethodMore = { isSmall?: boolean; sources?: readonly string[]; lastLines?: readonly string[] };

/** Rules, lists and limits of the measurement as the snapshot holds them, and how to check that it is unchanged. */
export function writeMethodologyPart(
  paper: Paper,
  report: PublicationReport,
  verifyUrl: string | null,
  { isSmall = false, sources = [], lastLines = [] }: MethodMore = {},
): void {
  const { methodology } = report;
  const { texts } = paper.words;
  const style = isSmall ? smallNote : styles.body;
  writePartHeading(paper, {
    ...(isSmall ? {} : { kicker: texts.methodKicker }),
    title: texts.methodTitle,
    note: fill(
      texts.methodIntroduction,
      report.methodologyVersion,
      describeLevels(report.performance, paper.words),
    ),
  });
  for (const line of sectionsWithoutData(report, paper.words)) writeParagraph(paper, line, styles.body);
  writeList(paper, texts.rulesTitle, { items: methodology.rules, style });
  writeList(paper, texts.limitsTitle, { items: methodology.limits, style });
  writeList(paper, texts.clippingSources, { items: sources, style });
  if (methodology.lists.length > 0) {
    writeSectionHeading(paper, { title: texts.listsTitle });
    const lists = methodology.lists.map(({ name, version }) => `${name} ${version}`).join(" · ");
    writeParagraph(paper, lists, style);
  }
  writeIntegrity(paper, report, style);
  writeCheckAddress(paper, verifyUrl);
  if (lastLines.length > 0) paper.y -= 6;
  for (const line of lastLines) writeParagraph(paper, line, styles.body);
}

function describeLevels(
  { level, levels = [level] }: PublicationReport["performance"],
  { texts, labels }: Wording,
): string {
  const described = levels.map((each) => labels.levels[each]);
  return described.length < 2
    ? fill(texts.oneLevel, labels.levels[level])
    : fill(texts.severalLevels, described.join("; "));
}

function writeList(
  paper: Paper,
  title: string,
  { items, style }: { items: readonly string[]; style: TextStyle },
): void {
  if (items.length === 0) return;
  writeSectionHeading(paper, { title });
  within(paper, "L", () => {
    for (const text of items) {
      within(paper, "LI", () =>
        writeRuns(paper, [{ text, isStrong: false, url: null }], {
          style,
          indent: bulletIndent,
          label: "•",
          role: "LBody",
        }),
      );
      paper.y -= style === smallNote ? 0.5 : 2;
    }
  });
}

function writeIntegrity(paper: Paper, report: PublicationReport, style: TextStyle): void {
  const { texts } = paper.words;
  const companyHeight = style === smallNote ? 84 : 110;
  writeSectionHeading(paper, { title: texts.integrityTitle, companyHeight });
  writeParagraph(paper, texts.integrityNote, style);
  paper.y -= 4;
  drawTable(
    paper,
    [
      { head: texts.integrityTitle, share: 3 },
      { head: "SHA-256", share: 8 },
    ],
    integrityFacts(report, paper.words).map((cells) => ({ cells })),
  );
}

function writeCheckAddress(paper: Paper, verifyUrl: string | null): void {
  const url = webLink(verifyUrl);
  if (url === null) return;
  const { texts } = paper.words;
  paper.y -= 6;
  keepTogether(paper, styles.body.leading);
  within(paper, "P", () => {
    const label = `${texts.checkAt} `;
    const width = paper.fonts.regular.widthOf(label, styles.body.size);
    const baseline = baselineBelow(paper.y, styles.body);
    mark(paper, () =>
      drawText(paper.page, paper.fonts, { text: label, x: margin.left, baseline, style: styles.body }),
    );
    const left = margin.left + width;
    const right = left + paper.fonts.regular.widthOf(url, styles.body.size);
    withinLink(paper, { url, label: url, left, right }, () =>
      writeLines(paper, url, { ...styles.body, colour: colours.accent }, { indent: width }),
    );
  });
}
