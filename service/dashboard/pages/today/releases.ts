import type { LatestRelease } from "../../../today/releases-sql.ts";
import { type Html, html } from "../../../web/html.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { releasePagePath } from "../texts/paths.ts";

/** Measures of the bar drawing, in units of its SVG view box. */
const barWidth = 16;
const barGap = 4;
const height = 40;

/** The latest releases, each with the page views of a week. */
export function releasesSection(visit: Visit, releases: readonly LatestRelease[]): Html | null {
  if (releases.length === 0) return null;
  return html`<section aria-labelledby="neueste"><h2 id="neueste">Zuletzt erschienen</h2>
<ul class="work">${releases.map(
    (
      release,
    ) => html`<li><div><p><a href="${releasePagePath(release.pressReleaseId)}">${release.title}</a> <span class="facts">${release.clientName}</span></p>
<p class="facts">${momentHtml(visit, release.publishedAt)}, ${sumText(release.views)}</p></div>
${bars(release)}</li>`,
  )}</ul></section>`;
}

function sumText(views: readonly number[]): string {
  const sum = views.reduce((total, each) => total + each, 0);
  return `${sum.toLocaleString("de-DE")} ${sum === 1 ? "Aufruf" : "Aufrufe"} in sieben Tagen`;
}

/** Seven bars; the same numbers as words for whoever does not see them. */
function bars({ views, firstDay }: LatestRelease): Html {
  const highest = Math.max(1, ...views);
  const width = views.length * (barWidth + barGap);
  const words = views.map((count, index) => `${dayName(firstDay, index)} ${count.toLocaleString("de-DE")}`);
  return html`<svg class="bars" role="img" aria-label="${`Aufrufe je Tag: ${words.join(", ")}`}" viewBox="${`0 0 ${width} ${height}`}" preserveAspectRatio="none">
<line x1="0" x2="${width}" y1="${height - 0.5}" y2="${height - 0.5}"></line>
${views.map((count, index) => {
  const barHeight = Math.round((count / highest) * (height - 2));
  return html`<rect x="${index * (barWidth + barGap)}" y="${height - 1 - barHeight}" width="${barWidth}" height="${barHeight}"></rect>`;
})}</svg>`;
}

function dayName(firstDay: string, offset: number): string {
  const day = new Date(`${firstDay}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + offset);
  return new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", weekday: "short" }).format(day);
}
