import { formatBytes, formatMediaType } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { linkHash } from "../../../floor/web/link-hash.ts";
import { safeEmbedUrl } from "../../../floor/web/safe-url.ts";
import { assetLink, isPlayable, type LinkUrl, releaseFiles } from "../links.ts";
import { langOf } from "./lang-of.ts";
import type { Asset, Newsroom, Release } from "./page-input.ts";
import { newsroomTexts } from "./texts.ts";

/** The files of a release with type, size and credit; audio and video can be played on the page. */
export function renderDownloads(
  release: Pick<Release, "assets" | "language">,
  linkUrl: LinkUrl,
  newsroom: Pick<Newsroom, "language">,
): Html | null {
  const { language } = newsroom;
  const lang = langOf(release.language, newsroom);
  const items = releaseFiles(release).flatMap((asset) => {
    const link = assetLink(asset);
    return link === null
      ? []
      : [downloadItem(asset, { href: linkUrl({ ...link, hash: linkHash(link.url) }), language, lang })];
  });
  if (items.length === 0) return null;
  return html`<section class="card downloads" aria-labelledby="downloads">
<h2 id="downloads">${newsroomTexts[language].downloads}</h2>
<ul>${items}</ul>
</section>`;
}

function downloadItem(
  asset: Asset,
  { href, language, lang }: { href: string; language: Newsroom["language"]; lang: Html | null },
): Html {
  const facts = [
    formatMediaType(asset.mediaType, language),
    asset.bytes === null ? null : formatBytes(asset.bytes, language),
  ];
  return html`<li>${player(asset)}<a href="${href}"${lang}${asset.url.startsWith("/") ? null : html` rel="noopener"`}>${asset.title}</a>
<span class="facts">${facts.filter((fact) => fact !== null).join(", ")}</span>${
    asset.credit !== null && html`<span class="facts">${asset.credit}</span>`
  }</li>`;
}

function player(asset: Asset): Html | null {
  const url = safeEmbedUrl(asset.url);
  if (url === null || !isPlayable(asset.mediaType)) return null;
  const target = linkHash(url);
  return asset.mediaType.startsWith("video/")
    ? html`<video controls preload="none" src="${url}" aria-label="${asset.title}" data-target="${target}"></video>`
    : html`<audio controls preload="none" src="${url}" aria-label="${asset.title}" data-target="${target}"></audio>`;
}
