import { type Html, html } from "./html.ts";
import type { PageLanguage } from "./language.ts";
import { renderLayout } from "./layout.ts";

/** What a page says that has nothing else to show; `link` leads on. */
export type MessagePage = { title: string; text: string; link?: Html; note?: string | null };

/** The page for an address that leads nowhere (status 404). */
export const notFoundMessage: MessagePage = {
  title: "Seite nicht gefunden",
  text: "Unter dieser Adresse gibt es keine Meldung. Vielleicht wurde sie umbenannt oder zurückgezogen.",
};

export function renderMessagePage(message: MessagePage, language: PageLanguage = "de"): string {
  return renderLayout({ title: message.title, language, head: messageHead, main: messageMain(message) });
}

const failureTexts: Record<PageLanguage, { title: string; text: string; notTaken: string; request: string }> =
  {
    de: {
      title: "Das hat gerade nicht geklappt",
      text: "Die Seite lässt sich im Moment nicht anzeigen. Bitte versuchen Sie es in einigen Minuten noch einmal.",
      notTaken:
        "Ihre Eingaben sind noch nicht angekommen. Laden Sie diese Seite in einigen Minuten neu, und bestätigen Sie, dass sie noch einmal gesendet werden: So geht nichts verloren.",
      request: "Vorgangsnummer für Rückfragen",
    },
    en: {
      title: "That did not work just now",
      text: "The page cannot be shown at the moment. Please try again in a few minutes.",
      notTaken:
        "What you entered has not arrived yet. Reload this page in a few minutes and confirm that it is sent once more: nothing is lost that way.",
      request: "Request number for questions",
    },
  };

/** The page for a failure of the service (status 500 or 503); `requestId` lets the operator find it in the log. */
export function renderErrorPage(requestId: string | null, language: PageLanguage = "de"): string {
  const { title, text } = failureTexts[language];
  return renderMessagePage({ title, text, note: requestNote(requestId, language) }, language);
}

/** The same for a form whose page is not kept by the browser: to load it anew sends what was typed once more. */
export function renderNotTakenPage(requestId: string | null, language: PageLanguage = "de"): string {
  const { title, notTaken: text } = failureTexts[language];
  return renderMessagePage({ title, text, note: requestNote(requestId, language) }, language);
}

function requestNote(requestId: string | null, language: PageLanguage): string | null {
  return requestId === null ? null : `${failureTexts[language].request}: ${requestId}`;
}

export const messageHead = html`<meta name="robots" content="noindex">`;

export function messageMain({ title, text, link, note }: MessagePage): Html {
  return html`<div class="frame message">
<h1>${title}</h1>
<p>${text}</p>
${link}
${note !== null && note !== undefined && html`<p class="facts">${note}</p>`}
</div>`;
}
