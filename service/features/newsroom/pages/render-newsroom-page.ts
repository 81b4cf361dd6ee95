import { type Html, html } from "../../../floor/web/html.ts";
import { summaryOf } from "../../../press-text/markdown/press-text.ts";
import { directLinkUrl, textHtml } from "../links.ts";
import {
  atomPath,
  feedPath,
  newsroomPath,
  topicAtomPath,
  topicFeedPath,
  topicPath,
  yearPath,
} from "../paths.ts";
import { pageIdentity, renderNewsroomLayout } from "./newsroom-layout.ts";
import type { ListFilter, Newsroom, NewsroomPageInput } from "./page-input.ts";
import { renderPressContact } from "./press-contact.ts";
import { renderReleaseList } from "./release-list.ts";
import { renderSearchForm } from "./search-form.ts";
import { newsroomTexts } from "./texts.ts";

/**
 * The page that lists a client's releases, newest first, as a complete HTML document: all of them, those of a topic or of a
 * year. Its links are direct: clicks belong to releases.
 */
export function renderNewsroomPage(input: NewsroomPageInput): string {
  const { newsroom, filter } = input;
  const texts = newsroomTexts[newsroom.language];
  return renderNewsroomLayout({
    title: titleOf(input),
    head: html`${identity(input)}${
      // Further pages of the list change with every release; the sitemap names the releases themselves.
      input.newerUrl !== null && html`<meta name="robots" content="noindex, follow">`
    }`,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame opening">
<p class="kicker">${filter.kind === "all" ? texts.newsroom : html`<a href="${newsroomPath(newsroom)}">${newsroom.clientName}</a>`}</p>
<h1>${headingOf(input)}</h1>
${renderSearchForm(newsroom)}
</div>
<div class="frame columns">
<section class="main" aria-labelledby="meldungen">
<h2 id="meldungen" class="section">${sectionOf(input)}</h2>
${releases(input)}
${pager(input)}
</section>
<aside aria-label="${texts.forThePress}">
${renderPressContact(newsroom.pressContact, directLinkUrl, newsroom.language)}
${subscription(input)}
${topics(input)}
${years(input)}
${about(newsroom)}
</aside>
</div>`,
  });
}

function headingOf({ newsroom, filter }: NewsroomPageInput): string {
  const texts = newsroomTexts[newsroom.language];
  if (filter.kind === "topic") return filter.topic.name;
  return filter.kind === "year" ? texts.inYear(filter.year) : newsroom.clientName;
}

/** Heading of the list. Only the list of all is called the latest: the releases of a year or topic may all be old. */
function sectionOf({ newsroom, filter, newerUrl }: NewsroomPageInput): string {
  const texts = newsroomTexts[newsroom.language];
  if (newerUrl !== null) return texts.older;
  return filter.kind === "all" ? texts.latest : texts.releases;
}

function titleOf(input: NewsroomPageInput): string {
  const { newsroom, filter } = input;
  const texts = newsroomTexts[newsroom.language];
  const own = `${newsroom.clientName}: ${texts.newsroom}`;
  if (filter.kind === "topic") return `${texts.onTopic(filter.topic.name)} | ${own}`;
  return filter.kind === "year" ? `${texts.inYear(filter.year)} | ${own}` : own;
}

function identity(input: NewsroomPageInput): Html {
  const { publicUrl, newsroom, filter } = input;
  const texts = newsroomTexts[newsroom.language];
  const tags = pageIdentity({
    newsroom,
    canonicalUrl: publicUrl + listPath(newsroom, filter),
    title: titleOf(input),
    description:
      (filter.kind === "all" ? summaryOf(newsroom.about) : "") || texts.description(newsroom.clientName),
    type: "website",
    image: null,
  });
  if (filter.kind !== "topic") return tags;
  const title = texts.feedTitle(newsroom.clientName, filter.topic.name);
  return html`${tags}
<link rel="alternate" type="application/rss+xml" title="${title}" href="${topicFeedPath(newsroom, filter.topic.slug)}">
<link rel="alternate" type="application/atom+xml" title="${title}" href="${topicAtomPath(newsroom, filter.topic.slug)}">`;
}

/** Where a list begins. */
function listPath(newsroom: Newsroom, filter: ListFilter): string {
  if (filter.kind === "topic") return topicPath(newsroom, filter.topic.slug);
  return filter.kind === "year" ? yearPath(newsroom, filter.year) : newsroomPath(newsroom);
}

function releases(input: NewsroomPageInput): Html {
  const { newsroom } = input;
  const texts = newsroomTexts[newsroom.language];
  if (input.releases.length > 0) return renderReleaseList(newsroom, input.releases, input);
  const isEmpty = input.newerUrl === null && input.filter.kind === "all";
  return html`<p class="empty">${isEmpty ? texts.none : texts.noneHere}</p>`;
}

function pager({ newsroom, newerUrl, olderUrl }: NewsroomPageInput): Html | null {
  if (newerUrl === null && olderUrl === null) return null;
  const texts = newsroomTexts[newsroom.language];
  return html`<nav class="pager" aria-label="${texts.listPages}">
${newerUrl !== null && html`<a href="${newerUrl}" rel="prev">${texts.newerPage}</a>`}
${olderUrl !== null && html`<a href="${olderUrl}" rel="next">${texts.olderPage}</a>`}
</nav>`;
}

function subscription({ newsroom, filter, subscribeUrl }: NewsroomPageInput): Html {
  const texts = newsroomTexts[newsroom.language];
  const topic = filter.kind === "topic" ? filter.topic.slug : null;
  const rss = topic === null ? feedPath(newsroom) : topicFeedPath(newsroom, topic);
  const atom = topic === null ? atomPath(newsroom) : topicAtomPath(newsroom, topic);
  return html`<section class="card" aria-labelledby="abo">
<h2 id="abo">${texts.subscribe}</h2>
<ul>${subscribeUrl !== undefined && html`<li><a href="${subscribeUrl}">${texts.subscribeMail}</a></li>`}
<li><a href="${rss}" type="application/rss+xml">${texts.subscribeRss}</a></li>
<li><a href="${atom}" type="application/atom+xml">${texts.subscribeAtom}</a></li></ul>
</section>`;
}

function topics({ newsroom, topics: all, filter }: NewsroomPageInput): Html | null {
  if (all.length === 0) return null;
  const current = filter.kind === "topic" ? filter.topic.slug : null;
  return html`<nav class="card topics" aria-labelledby="themen">
<h2 id="themen">${newsroomTexts[newsroom.language].topics}</h2>
<ul>${all.map(
    ({ slug, name }) =>
      html`<li><a href="${topicPath(newsroom, slug)}"${slug === current && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul>
</nav>`;
}

function years({ newsroom, years: all, filter }: NewsroomPageInput): Html | null {
  if (all.length === 0) return null;
  const current = filter.kind === "year" ? filter.year : null;
  return html`<nav class="card topics" aria-labelledby="jahre">
<h2 id="jahre">${newsroomTexts[newsroom.language].years}</h2>
<ul>${all.map(
    (year) =>
      html`<li><a href="${yearPath(newsroom, year)}"${year === current && html` aria-current="page"`}>${year}</a></li>`,
  )}</ul>
</nav>`;
}

function about(newsroom: Newsroom): Html | null {
  if (newsroom.about === null) return null;
  return html`<section class="card" aria-labelledby="ueber">
<h2 id="ueber">${newsroomTexts[newsroom.language].about(newsroom.clientName)}</h2>
<div class="text">${textHtml(newsroom.about, directLinkUrl)}</div>
</section>`;
}
