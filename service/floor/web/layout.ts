import { type Html, html, raw, renderHtml } from "./html.ts";
import { layoutTexts, type PageLanguage } from "./language.ts";
import { isOwnPath, safeLinkUrl } from "./safe-url.ts";
import { styles } from "./styles.ts";

type LayoutInput = {
  title: string;
  /** Meta tags of this page, behind those that every page has. */
  head: Html;
  main: Html;
  /** Left out on a page that belongs to nobody, as an error's. */
  masthead?: Html;
  /** A sentence at the foot. */
  note?: string;
  legalLinks?: LegalLinks;
  /** A second style behind the one that all pages have; its hash has to stand in the page's policy. */
  style?: string | null;
  /** Language of masthead and footer, and of the page's `lang`; German where it is left out. */
  language?: PageLanguage;
};

/** Where whoever answers for a page says who that is (§ 5 DDG) and what becomes of data (Art. 13 GDPR). */
export type LegalLinks = { imprintUrl: string | null; privacyUrl: string | null };

/** A whole page: document, masthead, skip link, main part and footer; one inline style, no other file needed. */
export function renderLayout(page: LayoutInput): string {
  const { title, head, main, masthead, note, legalLinks, style = null, language = "de" } = page;
  const legal = legalLinks === undefined ? [] : shownLinks(legalLinks, language);
  return renderHtml(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
${head}
<style>${raw(styles)}</style>${style !== null && html`<style>${raw(style)}</style>`}
</head>
<body>
<a class="skip" href="#inhalt">${layoutTexts[language].skip}</a>
${masthead}
<main id="inhalt" tabindex="-1">
${main}
</main>
${(note !== undefined || legal.length > 0) && footer(note, legal)}
</body>
</html>
`);
}

function footer(note: string | undefined, legal: readonly { label: string; url: string }[]): Html {
  return html`<footer class="footer"><div class="frame">
${note !== undefined && html`<p>${note}</p>`}
${
  legal.length > 0 &&
  html`<ul>${legal.map(({ label, url }) => html`<li><a href="${url}" rel="noopener">${label}</a></li>`)}</ul>`
}
</div></footer>`;
}

function shownLinks(
  { imprintUrl, privacyUrl }: LegalLinks,
  language: PageLanguage,
): { label: string; url: string }[] {
  const { imprint, privacy } = layoutTexts[language];
  return [
    { label: imprint, url: imprintUrl },
    { label: privacy, url: privacyUrl },
  ].flatMap(({ label, url }) => {
    const safe = url === null || isOwnPath(url) ? url : safeLinkUrl(url);
    return safe === null ? [] : [{ label, url: safe }];
  });
}
