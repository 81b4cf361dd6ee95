import { html } from "../../../floor/web/html.ts";
import { type LegalLinks, renderLayout } from "../../../floor/web/layout.ts";
import { type NewsroomAddress, newsroomPath } from "../paths.ts";

export type FrontPageInput = {
  operatorLinks: LegalLinks;
  /** What the operator wants listed; null where it wants no list. */
  newsrooms: readonly (NewsroomAddress & { clientName: string })[] | null;
};

/** The page of the service itself, for whoever opens its host: the way in, the public tools, and newsrooms where wanted. */
export function renderFrontPage({ operatorLinks, newsrooms }: FrontPageInput): string {
  return renderLayout({
    title: "Pressearbeit: Newsrooms und Berichte",
    head: html`<meta name="description" content="Newsrooms, Freigaben und Berichte für Agenturen und ihre Kunden.">`,
    legalLinks: operatorLinks,
    main: html`<div class="frame opening front">
<p class="kicker">Für Agenturen und ihre Kunden</p>
<h1>Newsrooms, Freigaben und Berichte</h1>
<p class="subtitle">Meldungen veröffentlichen, freigeben lassen und zeigen, was sie bewirkt haben.</p>
<ul class="ways">
<li><a href="/app"><strong>Anmelden</strong><span class="facts">Zum Arbeitsplatz Ihrer Agentur</span></a></li>
<li><a href="/tools"><strong>Werkzeuge</strong><span class="facts">Krisenstatement, Überschriften und SEO-Check, ohne Anmeldung</span></a></li>
<li><a href="/docs"><strong>Schnittstelle</strong><span class="facts">Beschreibung für Entwicklerinnen und Entwickler</span></a></li>
</ul>
${
  newsrooms !== null &&
  newsrooms.length > 0 &&
  html`<section aria-labelledby="newsrooms"><h2 id="newsrooms" class="section">Newsrooms</h2>
<ul class="names">${newsrooms.map(
    (newsroom) => html`<li><a href="${newsroomPath(newsroom)}">${newsroom.clientName}</a></li>`,
  )}</ul></section>`
}
</div>`,
  });
}
