import { type Html, html, raw } from "./html.ts";
import type { PageLanguage } from "./language.ts";
import { type LegalLinks, renderLayout } from "./layout.ts";

/** What a page with a form has beside the style that every page has; its own, so that other pages stay small. */
export const formStyles = `
.form{overflow-wrap:anywhere;padding-block:clamp(2rem,6vw,4rem)}
.form h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.375rem)}
.form>p,.form>ul,.form>section{margin-top:1rem}
.form :is(form,fieldset){grid-template-columns:minmax(0,1fr)}
.form form{display:grid;gap:1.25rem;max-width:36rem;margin-top:1.5rem}
.form label,.form legend{padding:0;font-weight:600}
.form fieldset{display:grid;gap:.5rem;min-width:0;margin:0;padding:0;border:0}
.form fieldset label{display:flex;gap:.6rem;align-items:baseline;min-height:1.75rem;font-weight:400;accent-color:var(--accent)}
.form :is(input[type=email],input[type=password],input[type=text],select){display:block;width:100%;min-height:3rem;margin-top:.4rem;padding:.5rem .8rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:4px}
.form input[aria-invalid=true]{border:2px solid var(--mark)}
.form .problem{margin-top:.4rem;font-weight:600;color:var(--mark)}
.form button{justify-self:start;min-height:3.25rem;padding-inline:1.5rem;font-size:1.0625rem;font-weight:600}
.form .primary{color:var(--paper);background:var(--accent);border-color:var(--accent)}
.form .primary:hover{text-decoration:underline;text-underline-offset:.2em}
.form .facts{max-width:36rem}
.form dl{display:grid;gap:.7rem}
.form dt{color:var(--soft);font-size:.875rem}
.form .card+.card{margin-top:1rem}
`;

/** A page with one form or one message. `home` leads to what it belongs to. */
export function renderFormPage(page: {
  title: string;
  main: Html;
  home?: { label: string; path: string } | undefined;
  legalLinks?: LegalLinks | undefined;
  language?: PageLanguage;
}): string {
  const { title, main, home, legalLinks, language = "de" } = page;
  return renderLayout({
    title,
    language,
    head: html`<meta name="robots" content="noindex, nofollow">
<style>${raw(formStyles)}</style>`,
    main: html`<div class="frame form">
<h1>${title}</h1>
${main}
</div>`,
    ...(home === undefined
      ? {}
      : {
          masthead: html`<header class="masthead"><div class="frame"><a class="brand" href="${home.path}">${home.label}</a></div></header>`,
        }),
    ...(legalLinks === undefined ? {} : { legalLinks }),
  });
}
