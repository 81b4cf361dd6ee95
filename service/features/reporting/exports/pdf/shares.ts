import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { countOf } from "../wording/report-words.ts";
import type { Wording } from "../wording/wording.ts";
import { fillBoxes } from "./canvas.ts";
import { writeSectionHeading } from "./headings.ts";
import { keepTogether, mark, type Paper, within } from "./paper.ts";
import { drawTableInTwo } from "./table-in-two.ts";
import { colours, contentWidth, margin, partColours } from "./theme.ts";

type Performance = PublicationReport["performance"];

/** Who requested the pages. */
export function writeTrafficClasses(paper: Paper, performance: Performance): void {
  const { texts, labels, formats } = paper.words;
  const total = performance.trafficClasses.reduce((sum, entry) => sum + entry.requests, 0);
  const parts = inColours(performance.trafficClasses.filter(({ requests }) => requests > 0));
  if (parts.length === 0) return;
  writeSectionHeading(paper, {
    title: texts.trafficTitle,
    aside: fill(texts.inTotal, countOf(paper.words, total, texts.requestCount)),
    companyHeight: 130,
  });
  drawStackedBar(
    paper,
    parts.map((entry) => ({ value: entry.requests, colour: entry.colour })),
    stackAlt(
      paper.words,
      parts.map((entry) => [labels.trafficClasses[entry.class], entry.share]),
    ),
  );
  drawTableInTwo(
    paper,
    [
      { head: texts.accessKind, share: 6.7 },
      { head: texts.requests, share: 1.55, align: "right" },
      { head: texts.visitors, share: 1.85, align: "right" },
      { head: texts.share, share: 1.75, align: "right" },
    ],
    parts.map((entry) => ({
      cells: [
        { text: labels.trafficClasses[entry.class], swatch: entry.colour },
        formats.number(entry.requests),
        entry.visitors === null ? "–" : formats.number(entry.visitors),
        formats.share(entry.share),
      ],
    })),
  );
}

export function writeChannels(paper: Paper, performance: Performance): void {
  const { texts, labels, formats } = paper.words;
  const channels = performance.channels.toSorted((one, other) => other.views - one.views);
  if (channels.length === 0) return;
  writeSectionHeading(paper, { title: texts.channelsTitle, note: texts.channelsNote });
  const highest = Math.max(1, ...channels.map((entry) => entry.views));
  drawTableInTwo(
    paper,
    [
      { head: texts.channel, share: 4.4 },
      { head: "", share: 3 },
      { head: texts.views, share: 2, align: "right" },
      { head: texts.visitors, share: 2, align: "right" },
    ],
    channels.map((entry) => ({
      cells: [
        labels.channels[entry.channel],
        { bar: entry.views / highest },
        formats.number(entry.views),
        formats.number(entry.visitors),
      ],
    })),
  );
}

export function writeDevices(paper: Paper, performance: Performance, hasBar = true): void {
  const { texts, labels, formats } = paper.words;
  const total = performance.devices.reduce((sum, entry) => sum + entry.views, 0);
  if (total === 0) return;
  writeSectionHeading(paper, { title: texts.devicesTitle, companyHeight: 90 });
  const parts = inColours(performance.devices);
  if (hasBar)
    drawStackedBar(
      paper,
      parts.map((entry) => ({ value: entry.views, colour: entry.colour })),
      stackAlt(
        paper.words,
        parts.map((entry) => [labels.devices[entry.type], entry.views / total]),
      ),
    );
  drawTableInTwo(
    paper,
    [
      { head: texts.device, share: 5 },
      { head: texts.views, share: 2, align: "right" },
      { head: texts.share, share: 2, align: "right" },
    ],
    parts.map((entry) => ({
      cells: [
        { text: labels.devices[entry.type], swatch: entry.colour },
        formats.number(entry.views),
        formats.share(entry.views / total),
      ],
    })),
  );
}

function inColours<T>(entries: readonly T[]): (T & { colour: string })[] {
  return entries.map((entry, index) => ({
    ...entry,
    colour: partColours[index % partColours.length] ?? partColours[0],
  }));
}

function stackAlt({ texts, formats }: Wording, parts: readonly [name: string, share: number][]): string {
  return fill(texts.stackAlt, parts.map(([name, share]) => `${name} ${formats.share(share)}`).join(", "));
}

const barHeight = 14;
const gapBelow = 8;
/** White between neighbours, so that parts of similar colour stay apart. */
const seam = 0.8;

/** One bar over the width of the page, divided by the parts' values; an empty track where all are zero. */
function drawStackedBar(
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
