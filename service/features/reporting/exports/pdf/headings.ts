import { drawRule, drawText } from "./canvas.ts";
import {
  addBookmark,
  baselineBelow,
  decorate,
  keepTogether,
  mark,
  type Paper,
  skip,
  within,
  writeParagraph,
} from "./paper.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { wrapText } from "./wrap-text.ts";

/** Room that a heading needs below itself, so that it never stands alone at the foot of a page. */
const sectionCompanyHeight = 64;
const partCompanyHeight = 150;
/** Above a part with a kicker, and above one that is only a heading of a page that flows on. */
const partGaps = { kicker: 26, plain: 12 } as const;

/** A main part of the report: the kicker names the origin of its figures. */
export function writePartHeading(
  paper: Paper,
  part: { kicker?: string; title: string; note: string; companyHeight?: number },
): void {
  skip(paper, part.kicker === undefined ? partGaps.plain : partGaps.kicker);
  keepTogether(paper, part.companyHeight ?? partCompanyHeight);
  addBookmark(paper, part.title, 0);
  decorate(paper, () =>
    drawRule(paper.page, { x: margin.left, y: paper.y, width: 36, thickness: 2, colour: colours.accent }),
  );
  paper.y -= part.kicker === undefined ? 5 : 10;
  writeParagraph(paper, part.kicker ?? "", styles.kicker);
  paper.y -= 1;
  writeParagraph(paper, part.title, styles.part, { role: "H2" });
  paper.y -= 3;
  writeParagraph(paper, part.note, styles.note, { width: contentWidth * 0.86 });
  paper.y -= 4;
}

/** A section; `aside` stands right-aligned on the line of the title when there is room for both. */
export function writeSectionHeading(
  paper: Paper,
  section: { title: string; aside?: string; note?: string; companyHeight?: number; role?: "H2" | "H3" },
): void {
  skip(paper, paper.sectionGap);
  const noteHeight =
    section.note === undefined ? 0 : heightOf(paper, section.note, styles.note, contentWidth);
  keepTogether(paper, styles.section.leading + noteHeight + (section.companyHeight ?? sectionCompanyHeight));
  addBookmark(paper, section.title, 1);
  const aside = section.aside ?? "";
  const titleWidth = paper.fonts.semibold.widthOf(section.title, styles.section.size);
  const asideFits = titleWidth + 12 + paper.fonts.regular.widthOf(aside, styles.note.size) <= contentWidth;
  const baseline = baselineBelow(paper.y, styles.section);
  writeParagraph(paper, section.title, styles.section, { role: section.role ?? "H3" });
  if (aside !== "" && asideFits) writeAside(paper, aside, baseline);
  else writeParagraph(paper, aside, styles.note);
  if (section.note !== undefined) {
    writeParagraph(paper, section.note, styles.note);
  }
  paper.y -= 4;
}

function writeAside(paper: Paper, text: string, baseline: number): void {
  const x = margin.left + contentWidth;
  within(paper, "P", () =>
    mark(paper, () =>
      drawText(paper.page, paper.fonts, { text, x, baseline, style: styles.note, align: "right" }),
    ),
  );
}

function heightOf(paper: Paper, text: string, style: TextStyle, width: number): number {
  return wrapText(paper.fonts[style.face], text, style.size, width).length * style.leading;
}
