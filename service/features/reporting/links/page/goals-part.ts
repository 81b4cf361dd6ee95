import { type Html, html } from "../../../../floor/web/html.ts";
import { goalsShown } from "../../exports/shown-goals.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { ReportFigures } from "../../reports/schema.ts";
import { renderTable } from "./report-charts.ts";

/** Goals beside their results; null where there is none. `hasStages`: with what the stages of the framework have figures of. */
export function renderGoals(
  report: ReportFigures,
  words: Wording,
  { hasStages }: { hasStages: boolean },
): Html | null {
  const shown = goalsShown(report, words);
  if (shown === null) return null;
  const texts = words.goals;
  return html`<p class="facts">${texts.note}</p>
${shown.goals.map(
  ({ objective, facts, measures, proof }) => html`${renderTable(
    objective,
    [texts.measure, texts.outcome, texts.target, texts.result],
    measures.map(({ name, stage, target, result, origin, outcome, isReached }) => [
      html`${name} <span class="facts">${origin === "" ? stage : `${stage} · ${origin}`}</span>`,
      isReached ? html`<strong>${outcome}</strong>` : outcome,
      target,
      result,
    ]),
    { textColumns: 2 },
  )}
<p class="facts">${facts.join(" · ")}</p>
${proof.map((line) => html`<p class="facts breaks">${line}</p>`)}`,
)}
${shown.notes.map((note) => html`<p class="facts">${note}</p>`)}
${
  hasStages &&
  html`${renderTable(
    texts.stagesTitle,
    [texts.stage, texts.figuresOfStage],
    shown.stages.map(({ stage, figures }) => [stage, figures]),
    { textColumns: 2 },
  )}<p class="facts">${texts.stagesNote}</p>`
}`;
}
