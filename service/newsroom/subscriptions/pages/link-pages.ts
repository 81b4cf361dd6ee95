import { renderFormPage } from "../../../web/form-page.ts";
import { formatMoment } from "../../../web/format-moment.ts";
import { type Html, html } from "../../../web/html.ts";
import { servicePath } from "../../paths.ts";
import type { FoundSubscription } from "../sql.ts";
import type { Subscriber } from "../subscribers.ts";

/** Only German-speaking agencies use the service; a proof names the zone of its moments by their clock. */
const timeZone = "Europe/Berlin";

/** Asks for the click that confirms. Opening the link changes nothing, because mail scanners open links too. */
export function renderConfirmPage(subscription: FoundSubscription): string {
  return framed(subscription, {
    title: "Abo bestätigen",
    main: html`<p>Mit einem Klick bestätigen Sie, dass Sie ${whatOf(subscription)} per E-Mail erhalten möchten.</p>
<form method="post"><button class="primary">Ja, bitte abonnieren</button></form>`,
  });
}

export function renderConfirmedPage(subscription: FoundSubscription): string {
  return framed(subscription, {
    title: "Ihr Abo ist bestätigt",
    main: html`<p>Sie erhalten ab jetzt ${whatOf(subscription)}. In jeder E-Mail steht ein Link zum Abmelden.</p>
<p><a href="${servicePath(subscription.clientSlug)}">Zum Newsroom von ${subscription.clientName}</a></p>`,
  });
}

export function renderLeavePage(subscription: FoundSubscription): string {
  return framed(subscription, {
    title: "Abmelden",
    main: html`<p>Möchten Sie ${whatOf(subscription)} nicht mehr erhalten?</p>
<form method="post"><button class="primary">Ja, abmelden</button></form>`,
  });
}

export function renderLeftPage(subscription: FoundSubscription): string {
  return framed(subscription, {
    title: "Sie sind abgemeldet",
    main: html`<p>Sie erhalten keine weiteren E-Mails aus diesem Abo. Ihre Adresse ist dafür nicht mehr gespeichert.</p>`,
  });
}

/** All that is stored on an address, with what can be done about it. */
export function renderDataPage(
  subscription: FoundSubscription,
  subscribers: readonly Subscriber[],
  exportPath: string,
): string {
  const hasAddress = subscribers.some(({ email }) => email !== null);
  return framed(subscription, {
    title: "Meine Daten",
    main: html`<p>${
      hasAddress
        ? `Das hat ${subscription.agencyName} zu Ihrer E-Mail-Adresse gespeichert.`
        : `${subscription.agencyName} hat Ihre E-Mail-Adresse nicht mehr gespeichert. Geblieben sind die Zeitpunkte, als Nachweis Ihrer Einwilligung.`
    }</p>
<section>${subscribers.map(subscriptionCard)}</section>
<p><a href="${exportPath}" download>Als Datei herunterladen (JSON)</a></p>
${
  hasAddress &&
  html`<form method="post"><input type="hidden" name="action" value="erase">
<p class="facts">Beim Löschen enden alle diese Abos, und Ihre Adresse wird gelöscht. Als Nachweis bleiben ein Prüfwert, aus dem sich die Adresse nicht lesen lässt, und die Zeitpunkte. Auch sie werden spätestens nach vier Jahren gelöscht.</p>
<button class="primary">Alles löschen und abmelden</button></form>`
}`,
  });
}

export function renderErasedPage(subscription: FoundSubscription): string {
  return framed(subscription, {
    title: "Ihre Daten sind gelöscht",
    main: html`<p>Ihre Adresse ist gelöscht, und alle Abos bei ${subscription.agencyName} sind beendet.</p>`,
  });
}

/** For a link that leads nowhere, or too late. */
export function renderDeadLinkPage(): string {
  return renderFormPage({
    title: "Dieser Link gilt nicht (mehr)",
    main: html`<p>Vielleicht wurde er beim Kopieren abgeschnitten, oder die Frist zum Bestätigen ist vorbei. Dann melden Sie sich bitte noch einmal an.</p>`,
  });
}

export function renderRefusedPage(): string {
  return renderFormPage({
    title: "Das hat nicht geklappt",
    main: html`<p>Es wurde nichts geändert. Bitte öffnen Sie die Seite noch einmal und verwenden Sie den Knopf, der dann erscheint.</p>`,
  });
}

function framed(subscription: FoundSubscription, { title, main }: { title: string; main: Html }): string {
  const { clientName, clientSlug } = subscription;
  return renderFormPage({
    title,
    main,
    home: { label: `${clientName} Newsroom`, path: servicePath(clientSlug) },
  });
}

function subscriptionCard(subscriber: Subscriber): Html {
  const moment = (term: string, date: Date | null) =>
    date !== null && html`<div><dt>${term}</dt><dd>${formatMoment(date, timeZone)}</dd></div>`;
  return html`<div class="card"><dl>
${subscriber.email !== null && html`<div><dt>E-Mail-Adresse</dt><dd>${subscriber.email}</dd></div>`}
<div><dt>Abo</dt><dd>${whatOf(subscriber)}, ${subscriber.frequency === "daily" ? "einmal am Tag" : "sofort"}</dd></div>
${moment("Angefordert", subscriber.requestedAt)}${moment("Bestätigt", subscriber.confirmedAt)}${moment("Beendet", subscriber.endedAt)}
<div><dt>Wortlaut der Einwilligung</dt><dd>${subscriber.consentText}</dd></div>
</dl></div>`;
}

function whatOf({ clientName, topic }: { clientName: string; topic: string | null }): string {
  return topic === null
    ? `die Pressemitteilungen von ${clientName}`
    : `die Pressemitteilungen von ${clientName} zum Thema „${topic}“`;
}
