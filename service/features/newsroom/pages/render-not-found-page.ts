import { html } from "../../../floor/web/html.ts";
import {
  messageHead,
  messageMain,
  notFoundMessage,
  renderMessagePage,
} from "../../../floor/web/render-message-page.ts";
import { directLinkUrl } from "../links.ts";
import { newsroomPath } from "../paths.ts";
import { renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom } from "./page-input.ts";
import { newsroomTexts } from "./texts.ts";

/** The page for an address that leads nowhere (status 404); with the newsroom, where the address belongs to one. */
export function renderNotFoundPage(newsroom: Newsroom | null): string {
  if (newsroom === null) return renderMessagePage(notFoundMessage);
  const { clientName, language } = newsroom;
  const { title, text, link: label } = newsroomTexts[language].notFound;
  const link = html`<p><a href="${newsroomPath(newsroom)}">${label(clientName)}</a></p>`;
  return renderNewsroomLayout({
    title,
    head: messageHead,
    main: messageMain({ title, text, link }),
    newsroom,
    linkUrl: directLinkUrl,
  });
}
