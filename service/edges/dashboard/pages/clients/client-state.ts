import type { ClientContact } from "../../../../features/clients/persona-sql.ts";
import { localDay } from "../../../../features/measurement/local-day.ts";
import type { NewsroomView } from "../../../../features/newsroom/settings/show-newsroom.ts";
import { figureDays } from "../../../../features/today/client-sql.ts";
import type { ClientState } from "../../../../features/today/read-client.ts";
import type { WorkItem } from "../../../../features/today/work-sql.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { momentHtml, publishedHtml, shortMomentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { allClippingsHtml } from "../clippings/all-clippings.ts";
import { clippingPath } from "../clippings/paths.ts";
import { lostHitsHtml } from "../figures/figure-tables.ts";
import { scopePath } from "../figures/paths.ts";
import { draftPath, newReportPath, reportPath } from "../reports/paths.ts";
import { approvalPath, releasePagePath, textsPath } from "../texts/paths.ts";
import { clientPath, type ShownClient } from "./client-frame.ts";

/** Contacts that stand on the page; all of them have a page of their own. */
const contactsShownMax = 5;

/** What a newsroom still lacks, each with the place where it is given; nothing for a complete one. */
export function missingSection(
  visit: Visit,
  client: ShownClient,
  { newsroom, approvers }: { newsroom: NewsroomView; approvers: number },
): Html | false {
  const newsroomPage = clientPath(client.id, "/newsroom");
  const wanted = [
    {
      isThere: newsroom.hasImprint,
      text: "Impressum: Ohne es ist der Newsroom nicht zu sehen.",
      href: `${newsroomPage}#f-imprintUrl`,
    },
    {
      isThere: newsroom.privacyUrl !== null || newsroom.privacyMarkdown !== null,
      text: "Datenschutzhinweise",
      href: `${newsroomPage}#f-privacyUrl`,
    },
    {
      isThere: newsroom.contactEmail !== null || newsroom.contactPhone !== null,
      text: "Pressekontakt mit Telefon oder E-Mail",
      href: `${newsroomPage}#f-contactName`,
    },
    { isThere: newsroom.logoAssetId !== null, text: "Logo", href: `${newsroomPage}#logo` },
    {
      isThere: newsroom.boilerplate !== "",
      text: "Einige Sätze über den Kunden",
      href: `${newsroomPage}#f-boilerplate`,
    },
    { isThere: approvers > 0, text: "Kontakt, der freigeben darf", href: clientPath(client.id, "/kontakte") },
  ].filter(({ isThere }) => !isThere);
  return (
    wanted.length > 0 &&
    client.status === "active" &&
    html`<section aria-labelledby="fehlt"><h2 id="fehlt">Was dem Newsroom noch fehlt</h2>
<ul class="plain-list">${wanted.map(({ text, href }) => html`<li>${visit.may("newsrooms.write") ? html`<a href="${href}">${text}</a>` : text}</li>`)}</ul></section>`
  );
}

/** What waits, what appeared, who wrote about it, and the report of last month. */
export function stateSections(visit: Visit, client: ShownClient, state: ClientState): Html {
  const of = (kind: WorkItem["kind"]) => state.work.filter((item) => item.kind === kind);
  return html`${work(visit, "Nächste Termine", of("scheduled"))}
${work(visit, "Offene Freigaben", of("open"))}
${releases(visit, client, state)}
${clippings(visit, client, state)}
${report(visit, client, state)}`;
}

function work(visit: Visit, title: string, items: readonly WorkItem[]): Html | false {
  return (
    items.length > 0 &&
    html`<section><h2>${title}</h2>
<ul class="work">${items.map(
      ({ draftId, title: text, approverName, at, dueAt }) =>
        html`<li><div><p><a href="${approvalPath(draftId)}">${text}</a></p>
<p class="facts">${approverName !== null && `${approverName}, `}${dueAt !== null && "Frist "}${momentHtml(visit, dueAt ?? at)}</p></div></li>`,
    )}</ul></section>`
  );
}

function releases(visit: Visit, client: ShownClient, { releases: rows }: ClientState): Html {
  if (rows.length === 0)
    return html`<section><h2>Zuletzt erschienen</h2><p class="facts">Noch ist nichts erschienen.</p></section>`;
  return html`<section><h2>Zuletzt erschienen</h2>
${tableHtml({
  caption: "Zuletzt erschienen",
  rows,
  columns: [
    {
      label: "Meldung",
      cell: ({ pressReleaseId, title }) => html`<a href="${releasePagePath(pressReleaseId)}">${title}</a>`,
    },
    { label: "Erschienen", cell: ({ publishedAt }) => shortMomentHtml(visit, publishedAt) },
    {
      label: `Aufrufe in ${figureDays} Tagen`,
      cell: ({ views }) => formatCount(views),
      isNumber: true,
    },
    {
      label: `Clippings in ${figureDays} Tagen`,
      cell: ({ clippings: count }) => formatCount(count),
      isNumber: true,
    },
  ],
})}
${lostHitsHtml(rows[0]?.lostHits)}
<p><a href="${`${textsPath}?kunde=${client.id}`}">Alle Meldungen</a>${visit.may("figures.read") && html` · <a href="${scopePath({ type: "client", id: String(client.id) })}">Alle Zahlen</a>`}</p></section>`;
}

function clippings(visit: Visit, client: ShownClient, { clippings: rows }: ClientState): Html | false {
  return (
    rows.length > 0 &&
    html`<section><h2>Neueste Clippings</h2>
<ul class="work">${rows.map(
      (row) =>
        html`<li><div><p><a href="${clippingPath(row.id)}">${row.headline}</a></p>
<p class="facts">${row.medium}, ${publishedHtml(visit, row)}</p></div></li>`,
    )}</ul>
<p>Alle Clippings: ${allClippingsHtml({ kunde: String(client.id) })}</p></section>`
  );
}

function report(visit: Visit, client: ShownClient, state: ClientState): Html | false {
  const { report: made, draft, hasLastMonth } = state;
  if (made === null && draft === null && !hasLastMonth) return false;
  const month = lastMonthName(visit.timeZone, new Date());
  return html`<section><h2>Bericht für ${month}</h2>
<p>${
    made !== null
      ? html`<span class="state good">erstellt</span> <a href="${reportPath(made.reportId)}">${made.title}</a> <span class="facts">${momentHtml(visit, made.createdAt)}</span>`
      : draft !== null
        ? html`<span class="state">${draft.isOrdered ? "wird ausgestellt" : "liegt als Entwurf bereit"}</span> <a href="${draftPath(draft.draftId)}">${draft.isOrdered ? "Ansehen" : "Durchsehen"}</a>`
        : html`<span class="state">noch nicht erstellt</span> ${visit.may("reports.create") && html`<a href="${`${newReportPath}?bereich=client:${client.id}`}">Bericht erstellen</a>`}`
  }</p></section>`;
}

/** "Oktober 2026" in November, by the agency's calendar. */
function lastMonthName(timeZone: string, now: Date): string {
  const [year = 0, month = 1] = localDay(now, timeZone).split("-").map(Number);
  return new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", month: "long", year: "numeric" }).format(
    new Date(Date.UTC(year, month - 2, 15)),
  );
}

export function contactsHtml(client: ShownClient, contacts: readonly ClientContact[]): Html {
  const all = clientPath(client.id, "/kontakte");
  return html`<section><h2>Kontakte</h2>
${
  contacts.length === 0
    ? html`<p class="facts">Noch keine.</p>`
    : html`<ul>${contacts
        .slice(0, contactsShownMax)
        .map(
          ({ name, role, canApprove }) =>
            html`<li>${name}${role !== null && html`, <span class="facts">${role}</span>`}${canApprove && html` <span class="state good">gibt frei</span>`}</li>`,
        )}</ul>`
}
<p><a href="${all}">${contacts.length > contactsShownMax ? `Alle ${contacts.length} Kontakte` : "Zu den Kontakten"}</a></p></section>`;
}
