import { html } from "../html.ts";
import { directLinkUrl } from "../links.ts";
import { newsroomPath } from "../paths.ts";
import { renderLayout } from "./layout.ts";
import type { Newsroom } from "./page-input.ts";

/** The page for an address that leads nowhere (status 404); with the newsroom, where the address belongs to one. */
export function renderNotFoundPage(newsroom: Newsroom | null): string {
  return renderMessage({
    newsroom,
    title: "Seite nicht gefunden",
    text: "Unter dieser Adresse gibt es keine Meldung. Vielleicht wurde sie umbenannt oder zurückgezogen.",
  });
}

/** The page for a failure of the service (status 500 or 503); `requestId` lets the operator find it in the log. */
export function renderErrorPage(requestId: string | null): string {
  return renderMessage({
    newsroom: null,
    title: "Das hat gerade nicht geklappt",
    text: "Die Seite lässt sich im Moment nicht anzeigen. Bitte versuchen Sie es in einigen Minuten noch einmal.",
    note: requestId === null ? null : `Vorgangsnummer für Rückfragen: ${requestId}`,
  });
}

function renderMessage(input: {
  newsroom: Newsroom | null;
  title: string;
  text: string;
  note?: string | null;
}): string {
  const { newsroom, title, text, note } = input;
  return renderLayout({
    title,
    head: html`<meta name="robots" content="noindex">`,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame message">
<h1>${title}</h1>
<p>${text}</p>
${newsroom !== null && html`<p><a href="${newsroomPath(newsroom.clientSlug)}">Zum Newsroom von ${newsroom.clientName}</a></p>`}
${note !== null && note !== undefined && html`<p class="facts">${note}</p>`}
</div>`,
  });
}
