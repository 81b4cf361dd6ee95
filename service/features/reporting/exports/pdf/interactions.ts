import type { PublicationReport } from "../../reports/schema.ts";
import { engagementOf, repeatedNote } from "../shown-interactions.ts";
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
  const note = repeatedNote(performance, paper.words);
  if (note !== null) writeParagraph(paper, note, styles.note);
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
  const engagement = engagementOf(performance, paper.words);
  if (engagement === null) return;
  const { texts, formats } = paper.words;
  const { figures, depths } = engagement;
  writeSectionHeading(paper, { title: texts.engagementTitle, companyHeight: 160 });
  drawFigures(paper, figures);
  if (depths.length === 0) return;
  skip(paper, 8);
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
