import { summaryOf } from "../../press-text/markdown/press-text.ts";
import { formatDay } from "../../web/format.ts";
import { type Html, html } from "../../web/html.ts";
import { directLinkUrl, textHtml } from "../links.ts";
import { feedPath, newsroomPath, releasePath } from "../paths.ts";
import { pageIdentity, renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom, NewsroomPageInput, ReleaseTeaser } from "./page-input.ts";
import { renderPressContact } from "./press-contact.ts";

/** The page that lists a client's releases, newest first, as a complete HTML document. Its links are direct: clicks belong to releases. */
export function renderNewsroomPage(input: NewsroomPageInput): string {
  const { newsroom, releases } = input;
  const isFirstPage = input.newerUrl === null;
  return renderNewsroomLayout({
    title: `${newsroom.clientName}: Newsroom`,
    head: html`${identity(input)}${
      // Further pages of the list change with every release; the sitemap names the releases themselves.
      !isFirstPage && html`<meta name="robots" content="noindex, follow">`
    }`,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame opening">
<p class="kicker">Newsroom</p>
<h1>${newsroom.clientName}</h1>
</div>
<div class="frame columns">
<section class="main" aria-labelledby="meldungen">
<h2 id="meldungen" class="section">${isFirstPage ? "Aktuelle Meldungen" : "Ältere Meldungen"}</h2>
${
  releases.length === 0
    ? html`<p class="empty">Noch keine Meldungen.</p>`
    : html`<ol class="releases">${releases.map((teaser) => releaseItem(newsroom, teaser))}</ol>`
}
${pager(input)}
</section>
<aside aria-label="Für die Presse">
${renderPressContact(newsroom.contact, directLinkUrl)}
<section class="card" aria-labelledby="abo">
<h2 id="abo">Keine Meldung verpassen</h2>
<p><a href="${feedPath(newsroom)}" type="application/rss+xml">Pressemitteilungen als RSS-Feed</a></p>
${input.subscribeUrl !== undefined && html`<p><a href="${input.subscribeUrl}">Pressemitteilungen per E-Mail</a></p>`}
</section>
${about(newsroom)}
</aside>
</div>`,
  });
}

function identity({ publicUrl, newsroom }: NewsroomPageInput): Html {
  return pageIdentity({
    newsroom,
    canonicalUrl: publicUrl + newsroomPath(newsroom),
    title: `${newsroom.clientName}: Newsroom`,
    description:
      summaryOf(newsroom.about) || `Pressemitteilungen und Pressekontakt von ${newsroom.clientName}.`,
    type: "website",
    image: null,
  });
}

function releaseItem(newsroom: Newsroom, teaser: ReleaseTeaser): Html {
  return html`<li><article>
<time class="facts" datetime="${teaser.publishedAt.toISOString()}">${formatDay(teaser.publishedAt)}</time>
<div><h3><a href="${releasePath(newsroom, teaser.slug)}">${teaser.title}</a></h3>
${teaser.summary !== null && html`<p>${teaser.summary}</p>`}</div>
</article></li>`;
}

function pager({ newerUrl, olderUrl }: NewsroomPageInput): Html | null {
  if (newerUrl === null && olderUrl === null) return null;
  return html`<nav class="pager" aria-label="Seiten der Liste">
${newerUrl !== null && html`<a href="${newerUrl}" rel="prev">← Neuere Meldungen</a>`}
${olderUrl !== null && html`<a href="${olderUrl}" rel="next">Ältere Meldungen →</a>`}
</nav>`;
}

function about(newsroom: Newsroom): Html | null {
  if (newsroom.about === null) return null;
  return html`<section class="card" aria-labelledby="ueber">
<h2 id="ueber">${`Über ${newsroom.clientName}`}</h2>
<div class="text">${textHtml(newsroom.about, directLinkUrl)}</div>
</section>`;
}
