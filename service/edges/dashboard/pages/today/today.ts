import { alertPath, sentenceOf } from "../../../../features/alerts/alerts.ts";
import type { ListedDraft } from "../../../../features/reporting/drafts/list-sql.ts";
import { findingsCountedMax } from "../../../../features/today/findings-sql.ts";
import {
  contactsCountedMax,
  readToday,
  reportsShownMax,
  type Today,
} from "../../../../features/today/read-today.ts";
import type { LatestRelease } from "../../../../features/today/releases-sql.ts";
import { type WeekFigures, weekReleasesMax } from "../../../../features/today/week-sql.ts";
import { counted, formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { foundPath } from "../clippings/paths.ts";
import { distributionPath } from "../distribution/paths.ts";
import { lostHitsHtml } from "../figures/figure-tables.ts";
import { draftPath, draftsPath } from "../reports/paths.ts";
import { periodLabel } from "../reports/period-fields.ts";
import { releasePagePath } from "../texts/paths.ts";
import { faultsSection } from "./faults.ts";
import { stepsSection } from "./steps.ts";
import { workSections } from "./work.ts";

/** Below this somebody should buy more before the next publications fail. */
const creditsLow = 3;

const todayPage = definePage({
  path: "/app",
  action: "today.read",
  async handle({ visit, deps }) {
    const { sql, mailer } = deps;
    const { agencyId, clientIds, timeZone } = visit;
    const canMail = mailer !== null;
    const today = await readToday(sql, agencyId, { clientIds, timeZone, canMail });
    return { title: "Heute", main: todayHtml(visit, today, canMail) };
  },
});

export const todayDefinitions = [todayPage];

/** Measures of the bar drawing, in units of its SVG view box. */
const barWidth = 16;
const barGap = 4;
const height = 40;

function todayHtml(visit: Visit, today: Today, canMail: boolean): Html {
  const { work, faults, releases, state, week, reports, findings, news, contacts } = today;
  const isCalm =
    work.length + faults.length + reports.length + findings + contacts.overdue + contacts.deletion === 0;
  const steps = stepsSection(visit, today);
  return html`${steps}
${
  isCalm &&
  steps === null &&
  emptyHtml({ title: "Alles erledigt", text: "Im Moment wartet nichts auf Sie. Schön, dass Sie da sind." })
}
${faultsSection(visit, faults)}
${workSections(visit, work, canMail)}
${reportsSection(visit, reports)}
${findingsSection(visit, findings)}
${contactsSection(visit, contacts)}
${newsSection(visit, news)}
${steps === null && weekSection(visit, week)}
${lostHitsHtml(week.lostHits)}
${releasesSection(visit, releases)}
${visit.may("credits.read") && credits(state.balance - state.reserved, state.reserved)}`;
}

/** What feeds brought: a list to go through by keyboard. */
function findingsSection(visit: Visit, findings: number): Html | null {
  if (findings === 0 || !visit.may("clippings.write")) return null;
  const count = findings > findingsCountedMax ? `Mehr als ${findingsCountedMax}` : String(findings);
  return html`<section aria-labelledby="treffer"><h2 id="treffer">${count} ${findings === 1 ? "neuer Treffer" : "neue Treffer"}</h2>
<ul class="work"><li><div><p>Gefunden in Feeds und auf Seiten, und noch nicht durchgesehen.</p></div>
<p><a class="button" href="${`${foundPath}?stand=found`}">Durchsehen</a></p></li></ul></section>`;
}

/** Contacts of the media who have to be told of us, and those that end unless somebody keeps them. */
function contactsSection(visit: Visit, { overdue, deletion }: Today["contacts"]): Html | null {
  if (overdue + deletion === 0 || !visit.may("distribution.write")) return null;
  const told = (found: number, one: string, several: string) => {
    if (found === 1) return `Ein Kontakt ${one}`;
    return `${found > contactsCountedMax ? `Mehr als ${contactsCountedMax}` : found} Kontakte ${several}`;
  };
  const entry = (text: string, state: string) =>
    html`<li><div><p>${text}</p></div><p><a class="button" href="${`${distributionPath}?stand=${state}`}">Ansehen</a></p></li>`;
  return html`<section aria-labelledby="verteiler"><h2 id="verteiler">Verteiler</h2>
<ul class="work">${overdue > 0 && entry(`${told(overdue, "wurde", "wurden")} seit über einem Monat nicht über die Speicherung informiert.`, "overdue")}
${deletion > 0 && entry(`${told(deletion, "ist zur Löschung vorgesehen, weil ihn", "sind zur Löschung vorgesehen, weil sie")} lange niemand angeschrieben oder bestätigt hat.`, "deletion")}</ul></section>`;
}

/** First clippings and views of the last days. */
function newsSection(visit: Visit, news: Today["news"]): Html | null {
  if (news.length === 0 || !visit.may("figures.read")) return null;
  return html`<section aria-labelledby="neuigkeiten"><h2 id="neuigkeiten">Neuigkeiten</h2>
<ul class="work">${news.map(
    (
      entry,
    ) => html`<li><div><p><a href="${alertPath(entry)}">${entry.title}</a></p><p class="facts">${entry.clientName}</p>
<p class="facts">${sentenceOf(entry.kind)}, ${momentHtml(visit, entry.occurredAt)}</p></div></li>`,
  )}</ul></section>`;
}

/** The week so far beside the one before. */
function weekSection(visit: Visit, { views, clippings, approvals, isCut }: WeekFigures): Html | null {
  if (!visit.may("figures.read")) return null;
  const entries = [
    { label: "Aufrufe", ...views },
    { label: "Clippings", ...clippings },
    { label: "Freigaben", ...approvals },
  ];
  return html`<section aria-labelledby="woche"><h2 id="woche">Diese Woche</h2>
<dl class="figures">${entries.map(
    ({ label, thisWeek, lastWeek }) =>
      html`<div><dt>${label}</dt><dd><strong>${formatCount(thisWeek)}</strong><span>letzte Woche ${formatCount(lastWeek)}</span></dd></div>`,
  )}</dl>
${isCut && html`<p class="facts">${`Aufrufe und Clippings der ${formatCount(weekReleasesMax)} neuesten Meldungen.`}</p>`}</section>`;
}

/** The latest releases, each with the page views of a week. */
function releasesSection(visit: Visit, releases: readonly LatestRelease[]): Html | null {
  if (releases.length === 0) return null;
  return html`<section aria-labelledby="neueste"><h2 id="neueste">Zuletzt erschienen</h2>
<ul class="work">${releases.map(
    (
      release,
    ) => html`<li><div><p><a href="${releasePagePath(release.pressReleaseId)}">${release.title}</a></p><p class="facts">${release.clientName}</p>
<p class="facts">${momentHtml(visit, release.publishedAt)}, ${sumText(release.views)}</p></div>
${bars(release)}</li>`,
  )}</ul></section>`;
}

function sumText(views: readonly number[]): string {
  const sum = views.reduce((total, each) => total + each, 0);
  return `${counted(sum, "Aufruf", "Aufrufe")} in sieben Tagen`;
}

/** Seven bars; the same numbers as words for whoever does not see them. */
function bars({ views, firstDay }: LatestRelease): Html {
  const highest = Math.max(1, ...views);
  const width = views.length * (barWidth + barGap);
  const words = views.map((count, index) => `${dayName(firstDay, index)} ${formatCount(count)}`);
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

function credits(available: number, reserved: number): Html {
  const text = `${counted(available, "Credit", "Credits")} verfügbar`;
  return html`<section aria-labelledby="guthaben"><h2 id="guthaben">Guthaben</h2>
<p>${text}${reserved > 0 && `, ${formatCount(reserved)} für geplante Meldungen reserviert`}. Eine Veröffentlichung kostet einen Credit. <a href="/app/einstellungen/guthaben">Zum Guthaben</a></p>
${available < creditsLow && html`<p class="problem">${available === 0 ? "Das Guthaben ist aufgebraucht" : "Das Guthaben geht zur Neige"}. Bitte laden Sie es auf, bevor die nächste Meldung ansteht.</p>`}</section>`;
}

/** Reports that somebody looks through before they go out. */
function reportsSection(visit: Visit, drafts: readonly ListedDraft[]): Html | null {
  if (drafts.length === 0 || !visit.may("reports.create")) return null;
  return html`<section aria-labelledby="berichte"><h2 id="berichte">Berichte zum Durchsehen</h2>
<ul class="work">${drafts.map(
    ({
      id,
      title,
      period,
      error,
    }) => html`<li><div><p><a href="${draftPath(id)}">${title ?? "gelöscht"}</a></p>
<p class="facts">${periodLabel(period)}${error !== null && ", beim letzten Mal nicht gelungen"}</p></div>
<p><a class="button" href="${draftPath(id)}">Durchsehen<span class="unseen">: ${title}</span></a></p></li>`,
  )}</ul>
${drafts.length === reportsShownMax && html`<p class="facts">Hier stehen die neuesten ${reportsShownMax}. <a href="${draftsPath}">Alle Entwürfe</a></p>`}</section>`;
}
