import {
  type FirstHours,
  firstHours,
  stepMinutes,
} from "../../../../features/reporting/figures/first-hours-sql.ts";
import { requireScope } from "../../../../features/reporting/figures/read-figures.ts";
import { renderBarChart } from "../../../../floor/web/charts/bar-chart.ts";
import { counted } from "../../../../floor/web/format.ts";
import { type Html, html, renderHtml } from "../../../../floor/web/html.ts";
import { htmlAnswer } from "../../answers.ts";
import { type Context, definePage } from "../../definition.ts";
import { ageText } from "../../parts/moment.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { dashboardWording } from "../../parts/wording.ts";
import type { Visit } from "../../visit.ts";
import { chartFile } from "./chart-file.ts";
import { type FigureTable, lostHitsHtml } from "./figure-tables.ts";
import { folders } from "./paths.ts";

const { formats, texts } = dashboardWording;
/** Names the files of the first hours. */
export const hoursKey = "erste-stunden";
const hoursTitle = `Aufrufe in Schritten von ${stepMinutes} Minuten`;

/** The piece of a release's page that its script fetches anew; 204 when the first hours are over. */
const livePage = definePage({
  path: `${folders.article}/:id/erste-stunden`,
  action: "figures.read",
  async handle({ visit, params, deps }) {
    const releaseId = numberInPath(params.id);
    const hours = await readFirstHours({ visit, deps }, releaseId);
    if (hours === null) return new Response(null, { status: 204 });
    return htmlAnswer(renderHtml(hoursHtml(visit, hours)), 200);
  },
});

export const firstHoursDefinitions = [livePage];

/** The first hours of a release, for its page; null once they are over. */
export async function readFirstHours(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  releaseId: number,
): Promise<FirstHours | null> {
  const { agencyId, clientIds } = visit;
  await requireScope(deps.sql, agencyId, { scope: { type: "article", id: String(releaseId) }, clientIds });
  return await deps.readFirstHours(agencyId, releaseId);
}

export function firstHoursSection(visit: Visit, hours: FirstHours, releaseId: number): Html {
  return html`<section><h2>Die ersten Stunden</h2>
<div class="live" data-live="${`${folders.article}/${releaseId}/erste-stunden`}">${hoursHtml(visit, hours)}</div>
<div class="take-along"><a href="${`${folders.article}/${releaseId}?als=${hoursKey}-svg`}">Als SVG<span class="unseen">: ${hoursTitle}</span></a> <a href="${`${folders.article}/${releaseId}?als=${hoursKey}`}">Als CSV<span class="unseen">: ${hoursTitle}</span></a></div></section>`;
}

/** The steps of the first hours, as the table and the chart to take along. */
export function firstHoursFiles(visit: Visit, hours: FirstHours): { table: FigureTable; svg: string } {
  const { title, steps } = hours;
  const labels = stepLabels(visit, hours);
  return {
    table: {
      key: hoursKey,
      title: hoursTitle,
      columns: ["Ab", "Menschen", "Maschinen"],
      rows: steps.map(({ people, machines }, index) => ({ cells: [labels[index] ?? "", people, machines] })),
    },
    svg: chartFile({
      title: `${title}: ${hoursTitle}`,
      bars: steps.map(({ people, machines }, index) => ({
        ...{ label: labels[index] ?? "", value: people, before: machines, isMarked: false },
      })),
      formatNumber: formats.number,
    }),
  };
}

function stepLabels(visit: Visit, { publishedAt, minutesOld, steps }: FirstHours): string[] {
  const clock = new Intl.DateTimeFormat("de-DE", {
    timeZone: visit.timeZone,
    hour: "2-digit",
    minute: "2-digit",
    ...(minutesOld >= 24 * 60 && { weekday: "short" }),
  });
  return steps.map((_, index) =>
    clock.format(new Date(publishedAt.getTime() + index * stepMinutes * 60_000)),
  );
}

/** Sources that are none by themselves, as reports name them. */
const sourceLabels = new Map([
  ["direct", dashboardWording.labels.withoutSource],
  ["other", dashboardWording.labels.otherSources],
]);

function hoursHtml(visit: Visit, hours: FirstHours): Html {
  const { minutesOld, steps, sources, lostHits } = hours;
  const people = steps.reduce((sum, step) => sum + step.people, 0);
  const machines = steps.reduce((sum, step) => sum + step.machines, 0);
  const labels = stepLabels(visit, hours);
  const title = hoursTitle;
  const summary = `${counted(people, "Aufruf", "Aufrufe")} von Menschen, ${formats.number(machines)} von Maschinen.`;
  return html`<p class="lead"><span class="pulse" aria-hidden="true"></span>${`Erschienen ${ageText(minutesOld)}${people === 0 ? "; noch keine Aufrufe von Menschen." : `. ${summary}`}`}</p>
<ul class="legend" aria-hidden="true"><li class="now">Menschen</li><li class="then">Maschinen</li></ul>
${renderBarChart({
  id: "first-hours",
  title,
  description: summary,
  bars: steps.map((step, index) => ({
    label: labels[index] ?? "",
    value: step.people,
    before: step.machines,
  })),
  formatNumber: formats.number,
  readings: steps.map(
    (step, index) =>
      `ab ${labels[index]} Uhr: ${formats.number(step.people)} von Menschen, ${formats.number(step.machines)} von Maschinen`,
  ),
  tableLabel: texts.asTable,
  emptyText: texts.noValues,
  table: {
    caption: title,
    columns: [{ head: "Ab" }, { head: "Menschen", align: "right" }, { head: "Maschinen", align: "right" }],
    rows: steps.map((step, index) => [
      labels[index] ?? "",
      formats.number(step.people),
      formats.number(step.machines),
    ]),
  },
})}
${sources.length > 0 && html`<p class="facts">Woher: ${sources.map(({ name, views }) => `${sourceLabels.get(name) ?? name} ${formats.number(views)}`).join(" · ")}</p>`}
${lostHitsHtml(lostHits)}
<p class="facts">Erneuert sich alle 30 Sekunden, ${firstHours} Stunden lang.</p>`;
}
