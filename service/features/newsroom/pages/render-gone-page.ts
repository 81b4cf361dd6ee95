import { html } from "../../../floor/web/html.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import { messageHead } from "../../../floor/web/render-message-page.ts";
import { directLinkUrl } from "../links.ts";
import { newsroomPath } from "../paths.ts";
import { renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom } from "./page-input.ts";
import { renderPressContact } from "./press-contact.ts";

const words: Record<PageLanguage, { title: string; text: string; contact: string; link: string }> = {
  de: {
    title: "Diese Meldung ist nicht mehr verfügbar",
    text: "Die Meldung wurde archiviert. Bei Fragen dazu hilft die Pressestelle weiter.",
    contact: "Ansprechpartner",
    link: "Zum Newsroom von",
  },
  en: {
    title: "This release is no longer available",
    text: "The release has been archived. The press office will help with questions about it.",
    contact: "Contact",
    link: "To the newsroom of",
  },
};

/** The page of an archived release (status 410): it names whom to ask. */
export function renderGonePage(newsroom: Newsroom): string {
  const { title, text, contact, link } = words[newsroom.language];
  const card = renderPressContact(newsroom.pressContact, directLinkUrl, newsroom.language);
  return renderNewsroomLayout({
    title,
    head: messageHead,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame message">
<h1>${title}</h1>
<p>${text}</p>
${card !== null && html`<aside aria-label="${contact}">${card}</aside>`}
<p><a href="${newsroomPath(newsroom)}">${link} ${newsroom.clientName}</a></p>
</div>`,
  });
}
