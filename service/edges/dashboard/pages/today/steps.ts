import type { Action } from "../../../../features/people/rights.ts";
import type { Today } from "../../../../features/today/read-today.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Visit } from "../../visit.ts";
import { clientPath, clientsPath } from "../clients/client-frame.ts";
import { newTextPath, textsPath } from "../texts/paths.ts";

type Step = { title: string; text: string; isDone: boolean; href: string; action: Action };

/** An agency with this many releases knows its way, whatever it has left out. */
const releasesOfBeginners = 5;

/** The four first steps of a new agency with their state; null once they are behind it. */
export function stepsSection(visit: Visit, { state, releases }: Today): Html | null {
  const steps = stepsOf(state);
  const isBehind = releases.length >= releasesOfBeginners || steps.every(({ isDone }) => isDone);
  if (visit.clientIds !== null || isBehind) return null;
  const next = steps.findIndex(({ isDone }) => !isDone);
  return html`<section aria-labelledby="schritte"><h2 id="schritte">Die ersten Schritte</h2>
<ol class="work steps">${steps.map((step, index) => row(visit, step, index === next))}</ol></section>`;
}

function stepsOf({
  hasClient,
  onlyClientId,
  hasDraft,
  hasImprint,
  hasRelease,
  hasKey,
}: Today["state"]): Step[] {
  const only = onlyClientId === null ? null : String(onlyClientId);
  return [
    {
      title: "Einen Kunden anlegen",
      text: "Mit seinem Newsroom, dem Kontakt, der freigibt, und seiner Persona.",
      isDone: hasClient,
      href: "/app/kunden/neu",
      action: "clients.create",
    },
    {
      title: "Ein Impressum eintragen",
      text: "Ohne Impressum zeigt ein Newsroom nichts.",
      isDone: hasImprint,
      href: onlyClientId === null ? clientsPath : clientPath(onlyClientId, "/newsroom"),
      action: "newsrooms.write",
    },
    {
      title: "Eine Meldung veröffentlichen",
      text: "Schreiben, freigeben lassen, erscheinen lassen.",
      isDone: hasRelease,
      href: hasDraft ? textsPath : only === null ? newTextPath : `${newTextPath}/${only}`,
      action: "drafts.write",
    },
    {
      title: "Einen API-Schlüssel anlegen",
      text: "Für Ihre Programme und KI-Assistenten. Wer keine hat, lässt das aus.",
      isDone: hasKey,
      href: "/app/einstellungen/schluessel",
      action: "keys.write",
    },
  ];
}

function row(visit: Visit, { title, text, isDone, href, action }: Step, isNext: boolean): Html {
  return html`<li><div><p><strong>${title}</strong></p><p class="facts">${text}</p></div>
${
  isDone
    ? html`<p><span class="state good">Erledigt</span></p>`
    : visit.may(action)
      ? html`<p><a class="${isNext ? "button primary" : "button"}" href="${href}">${isNext ? "Jetzt" : "Öffnen"}<span class="unseen">: ${title}</span></a></p>`
      : html`<p><span class="state">Offen</span></p>`
}</li>`;
}
