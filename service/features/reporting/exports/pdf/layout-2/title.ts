import type { PublicationReport } from "../../../reports/schema.ts";
import { lostHitsNote } from "../../headline-figures.ts";
import { fill } from "../../wording/german-texts.ts";
import { clientNames, kindOfReport, nameOfPeriod } from "../../wording/report-words.ts";
import { placePicture } from "../cards.ts";
import {
  addBookmark,
  keepTogether,
  type Paper,
  within,
  withinLink,
  writeLines,
  writeParagraph,
} from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "../theme.ts";
import { webLink } from "../web-link.ts";

/** A third of the page's width: the comment and the figures stay on the first page. */
const pictureHeight = 150;

/** What the report is about, its period, and the picture of its best release. */
export function writeTitle(paper: Paper, report: PublicationReport, pictures: PlacedPictures): void {
  const { words } = paper;
  const { texts, formats } = words;
  const { window } = report.performance;
  const { title } = report.scope;
  addBookmark(paper, texts.overview, 0);
  paper.y -= 6;
  writeParagraph(paper, kindOfReport(report, words), styles.kicker);
  paper.y -= 2;
  writeParagraph(paper, title, titleStyle(title), { role: "H1" });
  const client = clientNames(report, words);
  const period = nameOfPeriod(window, words);
  paper.y -= 2;
  writeParagraph(paper, client === title ? period : `${client} · ${period}`, {
    ...styles.lead,
    size: 12,
    leading: 17,
  });
  const dataThrough = `${texts.dataThrough} ${formats.instant(window.dataThrough, window.timezone)}`;
  const span = formats.period(window.from, window.to);
  writeParagraph(paper, span === period ? dataThrough : `${span} · ${dataThrough}`, styles.note);
  const lost = lostHitsNote(report.performance.lostHits, words);
  if (lost !== null) writeParagraph(paper, lost, styles.note);
  writeAddress(paper, report);
  paper.y -= 10;
  writePicture(paper, report, pictures);
}

function titleStyle(title: string): TextStyle {
  const size = title.length <= 40 ? 28 : title.length <= 110 ? 22 : title.length <= 200 ? 17 : 14;
  return { face: "semibold", size, leading: size * 1.2, colour: colours.ink };
}

/** Host and path without what only programs read. */
function writeAddress(paper: Paper, report: PublicationReport): void {
  const url = webLink(report.presentation?.releaseUrl ?? null);
  if (url === null) return;
  const shown = url.replace(/^https?:\/\//, "");
  const area = { left: margin.left, right: margin.left + contentWidth };
  const label = fill(paper.words.texts.readRelease, report.scope.title);
  within(paper, "P", () =>
    withinLink(paper, { url, label, ...area }, () =>
      writeLines(paper, shown, { ...styles.note, colour: colours.accent }),
    ),
  );
}

function writePicture(paper: Paper, report: PublicationReport, pictures: PlacedPictures): void {
  const { picture } = report.presentation ?? {};
  if (picture === undefined || pictures.picture === undefined) return;
  keepTogether(paper, pictureHeight + styles.fine.leading);
  const box = { x: margin.left, y: paper.y - pictureHeight, width: contentWidth, height: pictureHeight };
  placePicture(paper, { ...picture, name: pictures.picture }, box);
  paper.y -= pictureHeight + 3;
  const { credit } = picture;
  if (credit !== undefined) writeParagraph(paper, fill(paper.words.texts.credit, credit), styles.fine);
}
