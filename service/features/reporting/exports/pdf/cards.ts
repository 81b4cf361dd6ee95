import { type Box, drawPictureWithin, drawRule, drawText, fillBoxes } from "./canvas.ts";
import { baselineBelow, decorate, keepTogether, mark, type Paper, within } from "./paper.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { webLink } from "./web-link.ts";
import { shortenText, wrapText } from "./wrap-text.ts";

type Line = { text: string; style: TextStyle };

/** A frame of a gallery: a picture over a few lines, or lines under a rule. */
export type Card = {
  /** Null for one without a picture among others that have one. */
  picture?: { name: string; width: number; height: number; alt: string } | null;
  /** Right on the first line. */
  aside?: string;
  lines: Line[];
  url: string | null;
};

const columnGap = 18;
const rowGap = 7;
const pictureRatio = 0.46;
/** A text of more lines stands whole behind its link and in the tables. */
const linesOfTextMax = 6;

type LaidCard = Card & { rows: Line[]; asideWidth: number };

/** Cards in columns of equal width, row by row; a row stays on one page. */
export function drawCards(paper: Paper, cards: readonly Card[], columns: number): void {
  const width = (contentWidth - columnGap * (columns - 1)) / columns;
  const hasPictures = cards.some(({ picture }) => picture !== undefined && picture !== null);
  const top = hasPictures ? width * pictureRatio + 7 : 6;
  within(paper, "L", () => {
    for (let start = 0; start < cards.length; start += columns) {
      const row = cards.slice(start, start + columns).map((card) => layCard(paper, card, width));
      const height = top + Math.max(...row.map(({ rows }) => heightOf(rows)));
      keepTogether(paper, height);
      row.forEach((card, index) => {
        const x = margin.left + index * (width + columnGap);
        within(paper, "LI", () =>
          within(paper, "LBody", () => drawCard(paper, card, { x, width, top, hasPictures })),
        );
      });
      paper.y -= height + rowGap;
    }
  });
}

function heightOf(rows: readonly Line[]): number {
  return rows.reduce((sum, { style }) => sum + style.leading, 0);
}

function layCard(paper: Paper, card: Card, width: number): LaidCard {
  const { aside = "" } = card;
  const asideWidth = aside === "" ? 0 : paper.fonts.regular.widthOf(aside, styles.note.size) + 8;
  const rows = card.lines.flatMap(({ text, style }, index) => {
    const font = paper.fonts[style.face];
    const room = index === 0 ? width - asideWidth : width;
    const lines = wrapText(font, text, style.size, room);
    const kept = lines.slice(0, linesOfTextMax);
    // The blank keeps the ellipsis from being cut off with a word that fills its line.
    if (lines.length > kept.length)
      kept.push(shortenText(font, `${kept.pop()} …${lines[linesOfTextMax]}`, style.size, room));
    return kept.map((line) => ({ text: line, style }));
  });
  return { ...card, rows, asideWidth };
}

function drawCard(
  paper: Paper,
  card: LaidCard,
  spot: { x: number; width: number; top: number; hasPictures: boolean },
): void {
  const { x, width } = spot;
  if (spot.hasPictures) drawCardPicture(paper, card, { x, width });
  else {
    const rule = { x, y: paper.y, width, thickness: 0.7, colour: colours.accent };
    decorate(paper, () => drawRule(paper.page, rule));
  }
  const drawRows = () => drawLines(paper, card, spot);
  const url = webLink(card.url);
  if (url === null) {
    within(paper, "P", drawRows);
    return;
  }
  within(paper, "Link", () => {
    drawRows();
    const annotation = paper.page.links.length;
    const [first, second] = card.lines;
    const bottom = paper.y - spot.top - heightOf(card.rows);
    const area = { left: x, right: x + width, top: paper.y, bottom };
    paper.page.links.push({ url, label: (second ?? first)?.text ?? url, ...area, owner: paper.element });
    paper.element.kids.push({ page: paper.pages.length - 1, annotation });
  });
}

function drawCardPicture(paper: Paper, { picture }: Card, { x, width }: { x: number; width: number }): void {
  const height = width * pictureRatio;
  const box: Box = { x, y: paper.y - height, width, height };
  if (picture === null || picture === undefined)
    decorate(paper, () => fillBoxes(paper.page, [box], colours.panel));
  else placePicture(paper, picture, box);
}

/** A picture that fills its box; what does not fit is cut off evenly. */
export function placePicture(
  paper: Paper,
  picture: { name: string; width: number; height: number; alt: string },
  box: Box,
): void {
  within(paper, "Figure", () => mark(paper, () => drawPictureWithin(paper.page, picture, box)), {
    alt: picture.alt === "" ? paper.words.texts.picture : picture.alt,
    box: [box.x, box.y, box.x + box.width, box.y + box.height],
  });
}

function drawLines(
  paper: Paper,
  { rows, aside = "" }: LaidCard,
  { x, width, top }: { x: number; width: number; top: number },
): void {
  let y = paper.y - top;
  rows.forEach(({ text, style }, index) => {
    const baseline = baselineBelow(y, style);
    mark(paper, () => {
      drawText(paper.page, paper.fonts, { text, x, baseline, style });
      if (index === 0)
        drawText(paper.page, paper.fonts, {
          ...{ text: aside, x: x + width, baseline, style: styles.note, align: "right" },
        });
    });
    y -= style.leading;
  });
}
