import { gridStep } from "../../../../floor/web/charts/grid-step.ts";
import { drawRule, drawText, fillBoxes } from "./canvas.ts";
import { keepTogether, mark, type Paper, within } from "./paper.ts";
import { colours, contentWidth, margin, styles } from "./theme.ts";
import type { ViewBar } from "./view-bars.ts";

const axisHeight = 16;
const topGap = 6;
/** Room for a date such as `30.11.` with air around it. */
const axisLabelWidth = 34;
/** A single day must not become a wall of colour. */
const barWidthMax = 26;
const gridLinesMax = 4;
/** A small square above the bar of a day on which something happened. */
const markWidth = 3;

/** Vertical bars over the width of the page with a labelled value axis and dates below; `plotHeight` in points. */
export function drawBarChart(
  paper: Paper,
  { bars, alt, marks }: { bars: readonly ViewBar[]; alt: string; marks: readonly number[] },
  plotHeight: number,
): void {
  const height = topGap + plotHeight + axisHeight;
  keepTogether(paper, height);
  const box: [number, number, number, number] = [
    margin.left,
    paper.y - height,
    margin.left + contentWidth,
    paper.y,
  ];
  within(paper, "Figure", () => mark(paper, () => drawPlot(paper, { bars, marks }, plotHeight)), {
    alt,
    box,
  });
  paper.y -= height;
}

function drawPlot(
  paper: Paper,
  { bars, marks }: { bars: readonly ViewBar[]; marks: readonly number[] },
  plotHeight: number,
): void {
  const formatNumber = paper.words.formats.number;
  const step = gridStep(Math.max(0, ...bars.map((bar) => bar.views)), gridLinesMax);
  const top = Math.max(1, Math.ceil(Math.max(0, ...bars.map((bar) => bar.views)) / step)) * step;
  const baseline = paper.y - topGap - plotHeight;
  const labelWidth = paper.fonts.regular.widthOf(formatNumber(top), styles.note.size) + 6;
  const left = margin.left + labelWidth;
  const width = contentWidth - labelWidth;

  for (let value = 0; value <= top; value += step) {
    const y = baseline + (value / top) * plotHeight;
    const isBase = value === 0;
    drawRule(paper.page, {
      x: left,
      y,
      width,
      thickness: isBase ? 0.7 : 0.4,
      colour: isBase ? colours.strongRule : colours.rule,
    });
    drawText(paper.page, paper.fonts, {
      text: formatNumber(value),
      x: left - 6,
      baseline: y - 2.6,
      style: styles.note,
      align: "right",
    });
  }

  const slot = width / Math.max(1, bars.length);
  const barWidth = Math.min(barWidthMax, slot * 0.72);
  fillBoxes(
    paper.page,
    bars.map((bar, index) => ({
      x: left + slot * index + (slot - barWidth) / 2,
      y: baseline,
      width: barWidth,
      height: (bar.views / top) * plotHeight,
    })),
    colours.accent,
  );

  if (marks.length > 0) {
    const x = (index: number) => left + slot * (index + 0.5) - markWidth / 2;
    fillBoxes(
      paper.page,
      marks.map((index) => ({
        x: x(index),
        y: baseline + plotHeight + 1,
        width: markWidth,
        height: markWidth,
      })),
      colours.ink,
    );
  }

  const every = Math.max(1, Math.ceil(axisLabelWidth / slot));
  bars.forEach((bar, index) => {
    if (index % every === 0 && (index === 0 || bars.length - index > every * 0.5)) {
      drawText(paper.page, paper.fonts, {
        text: bar.axisLabel,
        x: left + slot * (index + 0.5),
        baseline: baseline - 11,
        style: styles.note,
        align: "centre",
      });
    }
  });
}
