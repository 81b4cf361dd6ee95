import { type Html, html } from "./html.ts";
import { renderLayout } from "./layout.ts";

/** What a page says that has nothing else to show; `link` leads on. */
export type MessagePage = { title: string; text: string; link?: Html; note?: string | null };

/** The page for an address that leads nowhere (status 404). */
export const notFoundMessage: MessagePage = {
  title: "Seite nicht gefunden",
  text: "Unter dieser Adresse gibt es keine Meldung. Vielleicht wurde sie umbenannt oder zurückgezogen.",
};

export function renderMessagePage(message: MessagePage): string {
  return renderLayout({ title: message.title, head: messageHead, main: messageMain(message) });
}

/** The page for a failure of the service (status 500 or 503); `requestId` lets the operator find it in the log. */
export function renderErrorPage(requestId: string | null): string {
  return renderMessagePage({
    title: "Das hat gerade nicht geklappt",
    text: "Die Seite lässt sich im Moment nicht anzeigen. Bitte versuchen Sie es in einigen Minuten noch einmal.",
    note: requestNote(requestId),
  });
}

/** The same for a form whose page is not kept by the browser: to load it anew sends what was typed once more. */
export function renderNotTakenPage(requestId: string | null): string {
  return renderMessagePage({
    title: "Das hat gerade nicht geklappt",
    text: "Ihre Eingaben sind noch nicht angekommen. Laden Sie diese Seite in einigen Minuten neu, und bestätigen Sie, dass sie noch einmal gesendet werden: So geht nichts verloren.",
    note: requestNote(requestId),
  });
}

function requestNote(requestId: string | null): string | null {
  return requestId === null ? null : `Vorgangsnummer für Rückfragen: ${requestId}`;
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
