import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { markWords } from "../wording/report-words.ts";
import { drawBarChart } from "./bar-chart.ts";
import { writeSectionHeading } from "./headings.ts";
import { keepTogether, type Paper, roomLeft, writeParagraph } from "./paper.ts";
import { styles } from "./theme.ts";
import { leftDaysNote, type MarkedDay, markedBars, markedDays, shownSeries, viewBars } from "./view-bars.ts";

/** The chart takes what its page has left, within these heights in points. */
const plotHeights = { minimum: 50, maximum: 190 } as const;
/** Heading, axis and remark of the chart, and the gap above it. */
const chartSurroundings = 80;

/** Whether the page in work has room for the chart and `below` more points. */
export function hasRoomForChart(paper: Paper, below: number): boolean {
  return roomLeft(paper) >= chartSurroundings + plotHeights.minimum + below;
}

/** Views per day or week, and what happened; no chart without views. `below` is the room that has to stay free on its page. */
export function writeChart(
  paper: Paper,
  report: PublicationReport,
  { below, role, heightMax = plotHeights.maximum }: { below: number; role: "H2" | "H3"; heightMax?: number },
): void {
  const { texts, formats } = paper.words;
  const { series, left } = shownSeries(report);
  const { unit, bars, highest } = viewBars(series, paper.words);
  const title = unit === "day" ? texts.viewsPerDay : texts.viewsPerWeek;
  const [first, last] = [series[0], series.at(-1)];
  if (report.performance.views === 0 || first === undefined || last === undefined) {
    writeMarks(paper, markedDays(report, [], paper.words));
    return;
  }
  const around = chartSurroundings + below;
  keepTogether(paper, around + plotHeights.minimum);
  const plotHeight = Math.min(heightMax, Math.max(plotHeights.minimum, roomLeft(paper) - around));
  writeSectionHeading(paper, { title, aside: highest, companyHeight: plotHeight + 26, role });
  const alt = fill(texts.chartAlt, title, formats.period(first.day, last.day), highest);
  const marked = markedDays(report, bars, paper.words);
  drawBarChart(paper, { bars, alt, marks: markedBars(marked) }, plotHeight);
  if (unit === "week") writeParagraph(paper, texts.weeksNote, styles.note);
  writeMarks(paper, marked);
  if (left !== null) writeParagraph(paper, leftDaysNote(left, report, paper.words), styles.note);
}

/** A line for the days on which something happened; the web page has all of them. */
const marksListedMax = 16;

function writeMarks(paper: Paper, marked: readonly MarkedDay[]): void {
  if (marked.length === 0) return;
  const { texts } = paper.words;
  const days = marked
    .slice(0, marksListedMax)
    .map(({ label, marks }) => `${label} ${marks.map((each) => markWords(each, paper.words)).join(", ")}`);
  const more = marked.length > marksListedMax ? " · …" : "";
  writeParagraph(paper, `${texts.happened}: ${days.join(" · ")}${more}`, styles.note);
}
