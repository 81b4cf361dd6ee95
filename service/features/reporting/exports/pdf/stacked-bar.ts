import { fillBoxes } from "./canvas.ts";
import { keepTogether, mark, type Paper, within } from "./paper.ts";
import { colours, contentWidth, margin } from "./theme.ts";

const barHeight = 14;
const gapBelow = 8;
/** White between neighbours, so that parts of similar colour stay apart. */
const seam = 0.8;

/** One bar over the width of the page, divided by the parts' values; an empty track where all are zero. */
export function drawStackedBar(
  paper: Paper,
  parts: readonly { value: number; colour: string }[],
  alt: string,
): void {
  keepTogether(paper, barHeight + gapBelow);
  const y = paper.y - barHeight;
  const box: [number, number, number, number] = [margin.left, y, margin.left + contentWidth, paper.y];
  within(paper, "Figure", () => mark(paper, () => drawParts(paper, parts, y)), { alt, box });
  paper.y -= barHeight + gapBelow;
}

function drawParts(paper: Paper, parts: readonly { value: number; colour: string }[], y: number): void {
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  if (total === 0) {
    fillBoxes(paper.page, [{ x: margin.left, y, width: contentWidth, height: barHeight }], colours.track);
  }
  let x: number = margin.left;
  for (const part of parts) {
    const width = total === 0 ? 0 : (part.value / total) * contentWidth;
    fillBoxes(
      paper.page,
      [{ x, y, width: width > seam * 2 ? width - seam : width, height: barHeight }],
      part.colour,
    );
    x += width;
  }
}
