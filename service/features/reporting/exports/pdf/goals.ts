import type { PublicationReport } from "../../reports/schema.ts";
import { goalsShown } from "../shown-goals.ts";
import { writePartHeading, writeSectionHeading } from "./headings.ts";
import { type Paper, skip, writeParagraph } from "./paper.ts";
import { drawTable } from "./table.ts";
import { styles } from "./theme.ts";

/** A heading stays with the head of its table and a row. */
const companyHeight = 84;

/** What was to be reached, what came of it, and on which stages anything was measured. */
export function writeGoals(paper: Paper, report: PublicationReport): void {
  const { words } = paper;
  const shown = goalsShown(report, words);
  if (shown === null) return;
  const { goals: texts, labels } = words;
  writePartHeading(paper, { title: labels.sections.goals, note: texts.note, companyHeight });
  for (const { objective, facts, measures, proof } of shown.goals) {
    writeSectionHeading(paper, { title: objective, note: facts.join(" · "), companyHeight });
    drawTable(
      paper,
      [
        { head: texts.measure, share: 7 },
        { head: texts.target, share: 2.4, align: "right" },
        { head: texts.result, share: 2.4, align: "right" },
        { head: texts.outcome, share: 3.4 },
      ],
      measures.map(({ name, stage, target, result, origin, outcome }) => ({
        cells: [
          { text: name, detail: origin === "" ? stage : `${stage} · ${origin}` },
          target,
          result,
          outcome,
        ],
      })),
    );
    skip(paper, 5);
    for (const line of proof) writeParagraph(paper, line, styles.note);
  }
  for (const line of shown.notes) writeParagraph(paper, line, styles.note);
  writeSectionHeading(paper, { title: texts.stagesTitle, note: texts.stagesNote, companyHeight });
  drawTable(
    paper,
    [
      { head: texts.stage, share: 3 },
      { head: texts.figuresOfStage, share: 10 },
    ],
    shown.stages.map(({ stage, figures }) => ({ cells: [stage, figures] })),
  );
}
