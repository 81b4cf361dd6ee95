import { renderFormPage } from "../../../../floor/web/form-page.ts";
import { formatMoment } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { PageLanguage } from "../../../../floor/web/language.ts";
import { legalLinksOf } from "../../newsroom-of.ts";
import { servicePath } from "../../paths.ts";
import type { LinkedSubscription } from "../sql.ts";
import type { Subscriber } from "../subscribers.ts";
import { whatOf } from "../what-of.ts";
import { linkWords } from "./link-words.ts";

/** Only German-speaking agencies use the service; a proof names the zone of its moments by their clock. */
const timeZone = "Europe/Berlin";

/** Asks for the click that confirms. Opening the link changes nothing, because mail scanners open links too. */
export function renderConfirmPage(subscription: LinkedSubscription): string {
  const { language } = subscription;
  const words = linkWords[language];
  return framed(subscription, {
    title: words.confirm,
    main: html`<p>${words.confirmText(whatOf(subscription, language))}</p>
<form method="post"><button class="primary">${words.confirmYes}</button></form>`,
  });
}

export function renderConfirmedPage(subscription: LinkedSubscription): string {
  const { language } = subscription;
  const words = linkWords[language];
  return framed(subscription, {
    title: words.confirmed,
    main: html`<p>${words.confirmedText(whatOf(subscription, language))}</p>
${
  subscription.hasNewsroom &&
  html`<p><a href="${servicePath(subscription.clientSlug)}">${words.toNewsroom} ${subscription.clientName}</a></p>`
}`,
  });
}

export function renderLeavePage(subscription: LinkedSubscription): string {
  const { language } = subscription;
  const words = linkWords[language];
  return framed(subscription, {
    title: words.leave,
    main: html`<p>${words.leaveText(whatOf(subscription, language))}</p>
<form method="post"><button class="primary">${words.leaveYes}</button></form>`,
  });
}

export function renderLeftPage(subscription: LinkedSubscription): string {
  const words = linkWords[subscription.language];
  return framed(subscription, {
    title: words.left,
    main: html`<p>${words.leftText}</p>`,
  });
}

/** All that is stored on an address, with what can be done about it. */
export function renderDataPage(
  subscription: LinkedSubscription,
  subscribers: readonly Subscriber[],
  exportPath: string,
): string {
  const { language } = subscription;
  const words = linkWords[language];
  const hasAddress = subscribers.some(({ email }) => email !== null);
  return framed(subscription, {
    title: words.data,
    main: html`<p>${
      hasAddress ? words.stored(subscription.agencyName) : words.notStored(subscription.agencyName)
    }</p>
<section>${subscribers.map((each) => subscriptionCard(each, language))}</section>
<p><a href="${exportPath}" download>${words.download}</a></p>
${
  hasAddress &&
  html`<form method="post"><input type="hidden" name="action" value="erase">
<p class="facts">${words.eraseText}</p>
<button class="primary">${words.erase}</button></form>`
}`,
  });
}

export function renderErasedPage(subscription: LinkedSubscription): string {
  const words = linkWords[subscription.language];
  return framed(subscription, {
    title: words.erased,
    main: html`<p>${words.erasedText(subscription.agencyName)}</p>`,
  });
}

/** For a link that leads nowhere, or too late. */
export function renderDeadLinkPage(language: PageLanguage = "de"): string {
  const words = linkWords[language];
  return renderFormPage({
    title: words.dead,
    language,
    main: html`<p>${words.deadText}</p>`,
  });
}

export function renderRefusedPage(language: PageLanguage = "de"): string {
  const words = linkWords[language];
  return renderFormPage({
    title: words.refused,
    language,
    main: html`<p>${words.refusedText}</p>`,
  });
}

function framed(subscription: LinkedSubscription, { title, main }: { title: string; main: Html }): string {
  const { clientName, clientSlug, language, hasNewsroom, hasImprintText, hasPrivacyText } = subscription;
  return renderFormPage({
    title,
    language,
    main,
    ...(hasNewsroom && { home: { label: `${clientName} Newsroom`, path: servicePath(clientSlug) } }),
    // The newsroom's own texts go with it; what stands elsewhere is there still.
    legalLinks: legalLinksOf({
      ...subscription,
      ownHost: null,
      hasImprintText: hasNewsroom && hasImprintText,
      hasPrivacyText: hasNewsroom && hasPrivacyText,
    }),
  });
}

function subscriptionCard(subscriber: Subscriber, language: PageLanguage): Html {
  const words = linkWords[language];
  const moment = (term: string, date: Date | null) =>
    date !== null && html`<div><dt>${term}</dt><dd>${formatMoment(date, timeZone, language)}</dd></div>`;
  return html`<div class="card"><dl>
${subscriber.email !== null && html`<div><dt>${words.email}</dt><dd>${subscriber.email}</dd></div>`}
<div><dt>${words.subscription}</dt><dd>${whatOf(subscriber, language)}, ${subscriber.frequency === "daily" ? words.daily : words.atOnce}</dd></div>
${moment(words.requestedAt, subscriber.requestedAt)}${moment(words.confirmedAt, subscriber.confirmedAt)}${moment(words.endedAt, subscriber.endedAt)}
<div><dt>${words.consent}</dt><dd>${subscriber.consentText}</dd></div>
</dl></div>`;
}
