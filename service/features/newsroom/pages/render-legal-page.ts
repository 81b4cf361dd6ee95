import { html } from "../../../floor/web/html.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import type { PressText } from "../../../press-text/markdown/press-text.ts";
import { directLinkUrl, textHtml } from "../links.ts";
import { type LegalPage, legalPath } from "../paths.ts";
import { renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom } from "./page-input.ts";

const titles: Record<PageLanguage, Record<LegalPage, string>> = {
  de: { impressum: "Impressum", datenschutz: "Datenschutz" },
  en: { impressum: "Legal notice", datenschutz: "Privacy" },
};

/** A newsroom's imprint or privacy notice, where its text is kept here. */
export function renderLegalPage(input: {
  publicUrl: string;
  newsroom: Newsroom;
  page: LegalPage;
  text: PressText;
}): string {
  const { publicUrl, newsroom, page, text } = input;
  const title = titles[newsroom.language][page];
  return renderNewsroomLayout({
    title: `${title} | ${newsroom.clientName}`,
    head: html`<link rel="canonical" href="${publicUrl}${legalPath(newsroom, page)}">
<meta name="robots" content="noindex, follow">`,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame columns"><div class="main">
<article class="release"><h1>${title}</h1>
<div class="text">${textHtml(text, directLinkUrl)}</div></article>
</div></div>`,
  });
}
