import { type Found, search } from "../../../../features/search/search.ts";
import { patternsOf } from "../../../../floor/db/word-patterns.ts";
import { type Html, html, renderHtml } from "../../../../floor/web/html.ts";
import { definePage } from "../../definition.ts";
import { type NavigationEntry, sections, settingsPages } from "../../frame/navigation.ts";
import { palettePath } from "../../frame/palette-script.ts";
import { draftStateLabels } from "../../parts/draft-state.ts";
import { momentText, publishedText } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { clippingPath, enterPath } from "../clippings/paths.ts";
import { newReportPath, reportPath } from "../reports/paths.ts";
import { foundTextPath, newTextPath } from "../texts/paths.ts";
import { typedQuery } from "./typed-query.ts";

/** Of each kind: the list is read at a glance, and another letter narrows it. */
const shownMax = 5;
/** Clients for which a new text is offered. */
const actClientsMax = 3;

type Entry = { label: string; href: string; facts?: string };
type Group = { label: string; entries: readonly Entry[] };

/** The list of the palette, as a piece of HTML. */
export const palettePage = definePage({
  path: palettePath,
  action: "search.read",
  async handle({ visit, query, deps }) {
    const typed = typedQuery(query);
    const { agencyId, clientIds } = visit;
    const found = await deps.heavyReads.run(agencyId, () =>
      search(deps.longReads, agencyId, { query: typed, clientIds, limit: shownMax }),
    );
    const groups = groupsOf(visit, typed, found).filter(({ entries }) => entries.length > 0);
    return new Response(renderHtml(listHtml(groups)), {
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  },
});

function groupsOf(visit: Visit, typed: string, found: Found): Group[] {
  const { texts, clients, contacts, pictures, reports, clippings } = found;
  const writesFor = visit.may("drafts.write") ? clients.filter(({ isActive }) => isActive) : [];
  return [
    {
      label: "Kunden",
      entries: clients.map(({ clientId, name }) => ({ label: name, href: clientPath(clientId) })),
    },
    {
      label: "Meldungen",
      entries: texts.map(({ title, clientName, status, ...ids }) => ({
        label: title,
        href: foundTextPath(ids),
        facts: `${clientName}, ${draftStateLabels[status]}`,
      })),
    },
    {
      label: "Aktionen",
      entries: [
        ...writesFor.slice(0, actClientsMax).map(({ clientId, name }) => ({
          label: `Neue Meldung für ${name}`,
          href: `${newTextPath}/${clientId}`,
        })),
        ...destinationsFor(visit, "act", patternsOf(typed)),
      ],
    },
    {
      label: "Kontakte",
      entries: contacts.map(({ clientId, name, role, clientName }) => ({
        label: name,
        href: clientPath(clientId, "/kontakte"),
        facts: role === null ? clientName : `${role}, ${clientName}`,
      })),
    },
    {
      label: "Bilder und Dateien",
      entries: pictures.map(({ assetId, clientId, fileName, clientName }) => ({
        label: fileName,
        // The file's own page is for people who may change it; others are led to the library.
        href: clientPath(clientId, visit.may("media.write") ? `/mediathek/${assetId}` : "/mediathek"),
        facts: clientName,
      })),
    },
    {
      label: "Berichte",
      entries: reports.map(({ reportId, title, createdAt }) => ({
        label: title,
        href: reportPath(reportId),
        facts: momentText(visit, createdAt),
      })),
    },
    {
      label: "Clippings",
      entries: clippings.map((clipping) => ({
        label: clipping.headline,
        href: clippingPath(clipping.id),
        facts: `${clipping.medium}, ${publishedText(visit, clipping)}`,
      })),
    },
    { label: "Seiten", entries: destinationsFor(visit, "page", patternsOf(typed)) },
  ];
}

function listHtml(groups: readonly Group[]): Html {
  if (groups.length === 0) return html`<p class="facts">Nichts gefunden. Oft hilft ein Wort weniger.</p>`;
  return html`${groups.map(
    ({ label, entries }, at) =>
      html`<div role="group" aria-labelledby="palette-group-${at}"><p id="palette-group-${at}">${label}</p>
${entries.map(({ label: name, href, facts }, index) => html`<a role="option" aria-selected="false" tabindex="-1" id="palette-${at}-${index}" href="${href}">${name}${facts !== undefined && html` <span class="facts">${facts}</span>`}</a>`)}</div>`,
  )}`;
}

/** What people do that has a page of its own. */
const acts: readonly NavigationEntry[] = [
  { label: "Neue Meldung", path: newTextPath, action: "drafts.write" },
  { label: "Neuer Kunde", path: "/app/kunden/neu", action: "clients.create" },
  { label: "Neuer Bericht", path: newReportPath, action: "reports.create" },
  { label: "Clipping eintragen", path: enterPath, action: "clippings.write" },
  { label: "Clippings importieren", path: "/app/clippings/importe/neu", action: "clippings.import" },
  { label: "Person einladen", path: "/app/einstellungen/team/einladen", action: "team.write" },
  { label: "Neuer API-Schlüssel", path: "/app/einstellungen/schluessel", action: "keys.write" },
  { label: "Neuer Webhook", path: "/app/einstellungen/webhooks/neu", action: "webhooks.write" },
];

const pages: readonly (NavigationEntry & { text?: string })[] = [
  ...sections,
  ...settingsPages,
  { label: "Mein Konto", path: "/app/konto", action: "account.read" },
];

/** Pages or acts of the person in whose name or purpose each word stands; all of them where nothing was typed. */
function destinationsFor(
  visit: Visit,
  kind: "act" | "page",
  patterns: readonly string[],
): { label: string; href: string; facts?: string }[] {
  const words = patterns.map((pattern) => new RegExp(pattern, "i"));
  return (kind === "act" ? acts : pages)
    .filter(({ action }) => visit.may(action))
    .filter((entry) => words.every((word) => word.test(entry.label) || word.test(textOf(entry))))
    .map((entry) => ({
      label: entry.label,
      href: entry.path,
      ...(textOf(entry) !== "" && { facts: textOf(entry) }),
    }));
}

function textOf(entry: NavigationEntry & { text?: string }): string {
  return entry.text ?? "";
}
