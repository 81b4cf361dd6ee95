import { formatBytes, formatMediaType } from "../../web/format.ts";
import { type Html, html } from "../../web/html.ts";
import { linkHash } from "../../web/link-hash.ts";
import { type LinkUrl, picturesZipLink, releasePictures } from "../links.ts";
import type { Newsroom, Picture, Release } from "./page-input.ts";
import { renderCaption, renderPicture } from "./picture.ts";

const sizes = "(min-width: 62rem) 13rem, (min-width: 30rem) 45vw, 90vw";

/** The pictures of a release with their originals, and all of them in one file; null where it has none. */
export function renderGallery(newsroom: Newsroom, release: Release, linkUrl: LinkUrl): Html | null {
  const pictures = releasePictures(release);
  if (pictures.length === 0) return null;
  const zip = picturesZipLink(newsroom.clientSlug, release.slug);
  return html`<section class="gallery" aria-labelledby="bilder">
<h2 id="bilder">Bilder zum Herunterladen</h2>
<ul>${pictures.map((picture) => item(picture, { linkUrl, isCounted: picture.url !== release.image?.url }))}</ul>
<p><a href="${linkUrl({ ...zip, hash: linkHash(zip.url) })}">${zip.label}</a></p>
</section>`;
}

function item(picture: Picture, { linkUrl, isCounted }: { linkUrl: LinkUrl; isCounted: boolean }): Html {
  const { alt, url, downloadUrl, mediaType, bytes, width, height } = picture;
  const original = linkUrl({ kind: "image_view", label: alt, url, hash: linkHash(url) });
  const download = linkUrl({
    kind: "asset_download",
    label: alt,
    url: downloadUrl,
    hash: linkHash(downloadUrl),
  });
  const size = width === null ? "" : `, ${width} × ${height}`;
  return html`<li><figure><a href="${original}">${renderPicture(picture, { sizes, isFirst: false, isCounted })}</a>${renderCaption(picture)}</figure>
<p class="facts"><a href="${download}" aria-label="${`Herunterladen: ${alt}`}">Herunterladen</a> ${formatMediaType(mediaType)}, ${formatBytes(bytes)}${size}</p></li>`;
}
