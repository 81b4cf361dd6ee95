import { formatBytes, formatMediaType } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import { linkHash } from "../../../floor/web/link-hash.ts";
import { type LinkUrl, picturesZipLink, releasePictures } from "../links.ts";
import { langOf } from "./lang-of.ts";
import type { Newsroom, Picture, Release } from "./page-input.ts";
import { renderCaption, renderPicture } from "./picture.ts";
import { isInText } from "./text-pictures.ts";
import { newsroomTexts } from "./texts.ts";

const sizes = "(min-width: 62rem) 13rem, (min-width: 30rem) 45vw, 90vw";

/** The pictures of a release with their originals, and all of them in one file; null where it has none. */
export function renderGallery(
  newsroom: Newsroom,
  release: Release,
  { linkUrl, hasZip }: { linkUrl: LinkUrl; hasZip: boolean },
): Html | null {
  const pictures = releasePictures(release);
  if (pictures.length === 0) return null;
  const { language } = newsroom;
  const texts = newsroomTexts[language];
  const zip = picturesZipLink(newsroom, release.slug);
  return html`<section class="pictures" aria-labelledby="bilder">
<h2 id="bilder">${texts.picturesToDownload}</h2>
<ul${langOf(release.language, newsroom)}>${pictures.map((picture) => item(picture, { linkUrl, language, isShown: picture.url === release.image?.url || isInText(release, picture), isOnly: pictures.length === 1 }))}</ul>
${hasZip && html`<p><a href="${linkUrl({ ...zip, hash: linkHash(zip.url) })}">${texts.allPictures}</a></p>`}
</section>`;
}

/** The only picture of a release stands above its text or in it already: here is how to get it. */
function item(
  picture: Picture,
  input: { linkUrl: LinkUrl; language: PageLanguage; isShown: boolean; isOnly: boolean },
): Html {
  const { linkUrl, language, isShown, isOnly } = input;
  const { alt, url, downloadUrl, mediaType, bytes, width, height } = picture;
  const original = linkUrl({ kind: "image_view", label: alt, url, hash: linkHash(url) });
  const download = linkUrl({
    kind: "asset_download",
    label: alt,
    url: downloadUrl,
    hash: linkHash(downloadUrl),
  });
  const { save } = newsroomTexts[language];
  const size = width === null ? "" : `, ${width}\u00a0×\u00a0${height}`;
  const facts = `${formatMediaType(mediaType, language)}, ${formatBytes(bytes, language)}${size}`;
  const isShownAbove = isShown && isOnly;
  const shown =
    !isShownAbove &&
    html`<figure><a href="${original}">${renderPicture(picture, { sizes, isFirst: false, isCounted: !isShown })}</a>${renderCaption(picture)}</figure>`;
  return html`<li>${shown}
<p class="facts" lang="${language}" dir="ltr"><a href="${download}" aria-label="${`${save}: ${alt}`}">${save}</a> ${isShownAbove ? html`<a href="${original}">${facts}</a>` : facts}</p></li>`;
}
