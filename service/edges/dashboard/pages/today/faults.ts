import type { Action } from "../../../../features/people/rights.ts";
import type { Fault, FaultKind } from "../../../../features/today/faults-sql.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { feedsPath } from "../clippings/paths.ts";
import { mailingPath } from "../mailings/known-mailing.ts";
import { approvalPath } from "../texts/paths.ts";

type Telling = {
  title: (name: string) => string;
  advice: string;
  /** Where it is mended, and the right to go there. */
  link: { label: string; path: (id: string) => string; action: Action };
};

const tellings: Readonly<Record<FaultKind, Telling>> = {
  mail: {
    title: (name) => `Die Bitte um Freigabe für ${quoted(name)} ist nicht verschickt`,
    advice: "Der Kontakt weiß noch nichts davon. Warum, und wie es weitergeht, steht bei der Freigabe.",
    link: { label: "Zur Freigabe", path: approvalPath, action: "drafts.read" },
  },
  overdue: {
    title: (name) => `${quoted(name)} hätte schon erscheinen sollen`,
    advice: "Der Dienst versucht es weiter. Meist fehlt dem Newsroom ein Impressum.",
    link: { label: "Zur Meldung", path: approvalPath, action: "drafts.read" },
  },
  mailing: {
    title: (name) => `Der Aussand ${quoted(name)} wurde automatisch angehalten`,
    advice: "Niemand hat ihn bekommen. Den Grund sehen Sie beim Aussand.",
    link: { label: "Zum Aussand", path: mailingPath, action: "mailings.read" },
  },
  imprint: {
    title: (name) => `Dem Newsroom von ${name} fehlt ein Impressum`,
    advice: "Ohne Impressum wird dort nichts veröffentlicht (§ 5 DDG).",
    link: {
      label: "Impressum eintragen",
      path: (id) => clientPath(Number(id), "/newsroom"),
      action: "newsrooms.write",
    },
  },
  export: {
    title: (name) => `Ein Export als ${name} ist nicht gelungen`,
    advice: "Bitte legen Sie ihn noch einmal an.",
    link: { label: "Zu den Berichten", path: () => "/app/berichte", action: "reports.read" },
  },
  zeros: {
    title: (name) => `Der Bericht ${quoted(name)} ist nicht verschickt: Er enthält nur Nullen`,
    advice: "Sehen Sie ihn sich an. Ist er so gemeint, verschicken Sie ihn selbst.",
    link: {
      label: "Zum Bericht",
      path: (id) => `/app/berichte/${id}/senden`,
      action: "reports.send",
    },
  },
  feed: {
    title: (name) => `Der Feed ${quoted(name)} lässt sich nicht lesen`,
    advice: "Neue Clippings kommen erst wieder an, wenn er antwortet.",
    link: { label: "Zu den Feeds", path: () => feedsPath, action: "feeds.read" },
  },
  webhook: {
    title: (name) => `Der Webhook ${name} ist abgeschaltet`,
    advice:
      "Der Empfänger hat die Zustellung beendet oder fünf Tage lang nur Fehler gemeldet. Ereignisse gehen dort verloren.",
    link: { label: "Zu den Webhooks", path: () => "/app/einstellungen/webhooks", action: "webhooks.read" },
  },
};

/** What went wrong, and where it is mended. */
export function faultsSection(visit: Visit, faults: readonly Fault[]): Html | null {
  // The address of an endpoint is half a secret of those who may see webhooks.
  const shown = faults.filter(({ kind }) => kind !== "webhook" || visit.may("webhooks.read"));
  if (shown.length === 0) return null;
  return html`<section aria-labelledby="stoerungen"><h2 id="stoerungen">Störungen</h2>
<ul class="work">${shown.map((fault) => row(visit, fault))}</ul></section>`;
}

function row(visit: Visit, { kind, id, name, at }: Fault): Html {
  const { title, advice, link } = tellings[kind];
  return html`<li><div><p><strong>${title(name)}</strong></p>
<p class="facts">${advice}${kind !== "imprint" && html` Seit dem ${momentHtml(visit, at)}.`}</p></div>
${visit.may(link.action) && html`<p><a class="button" href="${link.path(id ?? "")}">${link.label}<span class="unseen">: ${name}</span></a></p>`}</li>`;
}
