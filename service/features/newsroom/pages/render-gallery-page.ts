import { formatBytes, formatMediaType } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { assetLink, directLinkUrl } from "../links.ts";
import { galleryPath, newsroomPath, releasePath } from "../paths.ts";
import { findingTexts } from "./finding-texts.ts";
import { pageIdentity, renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Asset, Newsroom } from "./page-input.ts";
import { renderPicture } from "./picture.ts";
import { newsroomTexts } from "./texts.ts";

/** A picture or file of a release, as the gallery shows it. */
export type NewsroomAsset = Asset & {
  releaseId: number;
  releaseSlug: string;
  releaseTitle: string;
  year: number;
};

const pictureSizes = "(min-width: 44rem) 20rem, 92vw";

export type GalleryPageInput = {
  publicUrl: string;
  newsroom: Newsroom;
  /** In the order of their releases, newest first. */
  assets: readonly NewsroomAsset[];
  years: readonly number[];
  /** What the reader narrowed it down to. */
  filter: { year: number | null; releaseSlug: string | null };
  /** The first page of what the reader narrowed down, and the next one, or null at the end. */
  firstUrl: string;
  olderUrl: string | null;
  isFirstPage: boolean;
};

/** All pictures and files of a newsroom's releases, the press kit, as a complete HTML document. */
export function renderGalleryPage(input: GalleryPageInput): string {
  const { newsroom, publicUrl, filter, isFirstPage } = input;
  const texts = findingTexts[newsroom.language];
  const title = texts.galleryOf(newsroom.clientName);
  const isWhole = isFirstPage && filter.year === null && filter.releaseSlug === null;
  return renderNewsroomLayout({
    title,
    head: html`${pageIdentity({
      newsroom,
      canonicalUrl: publicUrl + galleryPath(newsroom),
      title,
      description: texts.galleryIntro,
      type: "website",
      image: null,
    })}${!isWhole && html`<meta name="robots" content="noindex, follow">`}`,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame opening">
<p class="kicker"><a href="${newsroomPath(newsroom)}">${newsroom.clientName}</a></p>
<h1>${texts.gallery}</h1>
<p class="subtitle">${texts.galleryIntro}</p>
${filterForm(input)}
</div>
<div class="frame gallery">
${input.assets.length === 0 ? html`<p class="empty">${texts.noFiles}</p>` : groups(input)}
${pager(input)}
</div>`,
  });
}

function filterForm({ newsroom, years, filter }: GalleryPageInput): Html | null {
  const texts = findingTexts[newsroom.language];
  // With a single year there is nothing to choose; a year that is no more can be left all the same.
  if (years.length < 2 && filter.year === null) return null;
  return html`<form class="filter" method="get" action="${galleryPath(newsroom)}">
<label for="jahr">${texts.year}</label>
<select id="jahr" name="jahr"><option value="">${texts.allYears}</option>${years.map(
    (year) => html`<option${year === filter.year && html` selected`}>${year}</option>`,
  )}</select>
<button>${texts.show}</button>
</form>`;
}

function groups({ newsroom, assets, filter }: GalleryPageInput): Html {
  const byRelease = Map.groupBy(assets, ({ releaseId }) => releaseId);
  return html`${[...byRelease.values()].map((group) => releaseGroup(newsroom, group, filter.releaseSlug))}`;
}

function releaseGroup(
  newsroom: Newsroom,
  group: readonly NewsroomAsset[],
  shownSlug: string | null,
): Html | null {
  const [first] = group;
  if (first === undefined) return null;
  const { releaseSlug, releaseTitle, releaseId, year } = first;
  const texts = findingTexts[newsroom.language];
  const href = releasePath(newsroom, releaseSlug);
  const narrower = galleryPath(newsroom, { meldung: releaseSlug });
  const headingId = `meldung-${releaseId}`;
  return html`<section aria-labelledby="${headingId}">
<h2 id="${headingId}" class="section"><a href="${href}">${releaseTitle}</a> <span class="facts">${
    shownSlug === releaseSlug ? year : html`${year} · <a href="${narrower}">${texts.onlyThis}</a>`
  }</span></h2>
<ul class="assets">${group.map((asset) => assetItem(newsroom, asset))}</ul>
</section>`;
}

function assetItem({ language }: Newsroom, asset: NewsroomAsset): Html | null {
  const link = assetLink(asset);
  if (link === null) return null;
  const { picture, bytes, mediaType, credit, title } = asset;
  const { width = null, height = null } = picture ?? {};
  const type = formatMediaType(mediaType, language);
  const facts = [
    type,
    width === null || height === null ? null : findingTexts[language].pixels(width, height),
    bytes === null ? null : formatBytes(bytes, language),
  ];
  const shown =
    picture === null
      ? html`<p class="tile" aria-hidden="true">${type}</p>`
      : renderPicture(picture, { sizes: pictureSizes, isFirst: false, isCounted: false });
  return html`<li>${shown}
<p><a href="${picture?.downloadUrl ?? link.url}" download>${title}</a></p>
<p class="facts">${facts.filter((fact) => fact !== null).join(", ")}</p>
${credit !== null && html`<p class="facts">${newsroomTexts[language].credit}: ${credit}</p>`}</li>`;
}

function pager({ newsroom, firstUrl, olderUrl, isFirstPage }: GalleryPageInput): Html | null {
  if (olderUrl === null && isFirstPage) return null;
  const texts = findingTexts[newsroom.language];
  return html`<nav class="pager" aria-label="${newsroomTexts[newsroom.language].listPages}">
${!isFirstPage && html`<a href="${firstUrl}">${texts.fromStart}</a>`}
${olderUrl !== null && html`<a href="${olderUrl}" rel="next">${texts.more}</a>`}
</nav>`;
}
