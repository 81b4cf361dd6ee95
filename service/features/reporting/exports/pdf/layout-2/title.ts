import type { PublicationReport } from "../../../reports/schema.ts";
import { lostHitsNote } from "../../headline-figures.ts";
import { fill } from "../../wording/german-texts.ts";
import { clientNames, kindOfReport, nameOfPeriod } from "../../wording/report-words.ts";
import { placePicture } from "../cards.ts";
import { addBookmark, type Paper, within, withinLink, writeLines, writeParagraph } from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "../theme.ts";
import { webLink } from "../web-link.ts";

/** Beside the title, 16 to 9: the comment, the figures and the first releases stay on the first page. */
const [pictureWidth, pictureHeight, pictureGap] = [176, 99, 18];

/** What the report is about, its period, and the picture of its best release. */
export function writeTitle(paper: Paper, report: PublicationReport, pictures: PlacedPictures): void {
  const { words } = paper;
  const { texts, formats } = words;
  const { window } = report.performance;
  const { title } = report.scope;
  addBookmark(paper, texts.overview, 0);
  paper.y -= 6;
  const { page } = paper;
  const bottom = writePicture(paper, report, pictures);
  const width = bottom === null ? contentWidth : contentWidth - pictureWidth - pictureGap;
  writeParagraph(paper, kindOfReport(report, words), styles.kicker);
  paper.y -= 2;
  writeParagraph(paper, title, titleStyle(title), { role: "H1", width });
  const client = clientNames(report, words);
  const period = nameOfPeriod(window, words);
  paper.y -= 2;
  const lead = { ...styles.lead, size: 12, leading: 17 };
  writeParagraph(paper, client === title ? period : `${client} · ${period}`, lead, { width });
  const dataThrough = `${texts.dataThrough} ${formats.instant(window.dataThrough, window.timezone)}`;
  const span = formats.period(window.from, window.to);
  writeParagraph(paper, span === period ? dataThrough : `${span} · ${dataThrough}`, styles.note, { width });
  const lost = lostHitsNote(report.performance.lostHits, words);
  if (lost !== null) writeParagraph(paper, lost, styles.note, { width });
  writeAddress(paper, report, width);
  // A title of many lines may have gone on to the next page.
  if (bottom !== null && paper.page === page) paper.y = Math.min(paper.y, bottom);
  paper.y -= 10;
}

function titleStyle(title: string): TextStyle {
  const size = title.length <= 40 ? 28 : title.length <= 110 ? 22 : title.length <= 200 ? 17 : 14;
  return { face: "semibold", size, leading: size * 1.2, colour: colours.ink };
}

/** Host and path without what only programs read. */
function writeAddress(paper: Paper, report: PublicationReport, width: number): void {
  const url = webLink(report.presentation?.releaseUrl ?? null);
  if (url === null) return;
  const shown = url.replace(/^https?:\/\//, "");
  const area = { left: margin.left, right: margin.left + width };
  const label = fill(paper.words.texts.readRelease, report.scope.title);
  within(paper, "P", () =>
    withinLink(paper, { url, label, ...area }, () =>
      writeLines(paper, shown, { ...styles.note, colour: colours.accent }, { width }),
    ),
  );
}

/** The picture of the best release at the right; returns where it ends, or null where there is none. The text goes on at its top. */
function writePicture(paper: Paper, report: PublicationReport, pictures: PlacedPictures): number | null {
  const { picture } = report.presentation ?? {};
  if (picture === undefined || pictures.picture === undefined) return null;
  const top = paper.y;
  const indent = contentWidth - pictureWidth;
  const size = { width: pictureWidth, height: pictureHeight };
  const box = { x: margin.left + indent, y: top - pictureHeight, ...size };
  placePicture(paper, { ...picture, name: pictures.picture }, box);
  paper.y = box.y - 3;
  const { credit } = picture;
  const note = credit === undefined ? "" : fill(paper.words.texts.credit, credit);
  if (note !== "")
    within(paper, "P", () => writeLines(paper, note, styles.fine, { indent, width: pictureWidth }));
  const bottom = paper.y;
  paper.y = top;
  return bottom;
}
