import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { countOf, interactionTotal, targetName } from "../wording/report-words.ts";
import type { Wording } from "../wording/wording.ts";
import { drawFigures } from "./figure-row.ts";
import { writeSectionHeading } from "./headings.ts";
import { type Paper, skip, writeParagraph } from "./paper.ts";
import { drawTable, type Row } from "./table.ts";
import { styles } from "./theme.ts";
import { webLink } from "./web-link.ts";

type Performance = PublicationReport["performance"];
type InteractionsOfKind = NonNullable<Performance["interactions"]>[number];

/** What people did on the page: one strong row a kind, its targets indented below. */
export function writeInteractions(paper: Paper, performance: Performance, draw = drawTable): void {
  const { interactions } = performance;
  if (interactions === null || interactions.length === 0) return;
  const { texts } = paper.words;
  const total = interactionTotal(performance) ?? 0;
  writeSectionHeading(paper, {
    title: texts.interactions,
    aside: countOf(paper.words, total, texts.interactionCount),
  });
  draw(
    paper,
    [
      { head: texts.kindAndTarget, share: 9 },
      { head: texts.count, share: 2, align: "right" },
      { head: texts.visitors, share: 2, align: "right" },
    ],
    interactions.flatMap((entry) => rowsOfKind(entry, paper.words)),
  );
  const repeated = interactions.reduce((sum, entry) => sum + (entry.repeated ?? 0), 0);
  if (repeated > 0) {
    const count = countOf(paper.words, repeated, texts.repeatedCount);
    writeParagraph(paper, fill(texts.repeatedNote, count), styles.note);
  }
}

function rowsOfKind(entry: InteractionsOfKind, words: Wording): Row[] {
  const { labels, formats } = words;
  const kind: Row = {
    cells: [
      labels.interactions[entry.kind],
      formats.number(entry.count),
      formats.number(entry.uniqueVisitors),
    ],
    isStrong: true,
  };
  const targets = entry.targets.map((target): Row => {
    // Readers can't follow a path of the newsroom, and a mail address or number stands in the label.
    const detail = target.url !== target.label && webLink(target.url) !== null ? (target.url ?? "") : "";
    return {
      cells: [{ text: targetName(target, words), detail, url: target.url }, formats.number(target.count), ""],
      isSub: true,
    };
  });
  return [kind, ...targets];
}

/** Reading time and scroll depth, where the newsroom measures them. */
export function writeEngagement(paper: Paper, performance: Performance): void {
  const { averageEngagedSeconds, scroll, coverage } = performance.engagement;
  if (averageEngagedSeconds === null && scroll === null) return;
  const { texts, formats } = paper.words;
  writeSectionHeading(paper, { title: texts.engagementTitle, companyHeight: 160 });
  drawFigures(paper, [
    {
      label: texts.engagedSeconds,
      value: averageEngagedSeconds === null ? "–" : `${formats.decimal(averageEngagedSeconds)}\u00a0s`,
      note: averageEngagedSeconds === null ? texts.notMeasured : texts.engagedNote,
    },
    { label: texts.coverage, value: formats.share(coverage), note: texts.coverageNote },
  ]);
  if (scroll === null) return;
  skip(paper, 8);
  const depths: [string, number][] = [
    [texts.scrollQuarter, scroll.p25],
    [texts.scrollHalf, scroll.p50],
    [texts.scrollThree, scroll.p75],
    [texts.scrollEnd, scroll.p100],
  ];
  const highest = Math.max(1, ...depths.map(([, count]) => count));
  drawTable(
    paper,
    [
      { head: texts.readTo, share: 4 },
      { head: "", share: 8 },
      { head: texts.views, share: 2, align: "right" },
    ],
    depths.map(([label, count]) => ({ cells: [label, { bar: count / highest }, formats.number(count)] })),
  );
}
