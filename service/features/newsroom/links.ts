import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { parseUrl } from "../../floor/strings/parse-url.ts";
import { escapeHtml, type Html, raw } from "../../floor/web/html.ts";
import { linkHash } from "../../floor/web/link-hash.ts";
import { readMailAddress } from "../../floor/web/mail-address.ts";
import { isOwnPath, safeEmbedUrl, safeLinkUrl } from "../../floor/web/safe-url.ts";
import { telephoneAddress } from "../../floor/web/telephone-address.ts";
import type { PressText } from "../../press-text/markdown/press-text.ts";
import type { InteractionKind } from "../measurement/vocabulary.ts";
import type { Asset, Newsroom, Picture, PressContact, Release } from "./pages/page-input.ts";
import { type NewsroomAddress, picturesZipPath, redirectPath } from "./paths.ts";

/**
 * Counted links. At level L1 a link of a release leads to `redirectPath`: the service counts the click and answers 302 with the
 * target. The target is looked up by its hash among the links that the release itself has, so nobody can build a redirect to
 * another place. A 302 to `mailto:` or `tel:` hands over to the mail or telephone program and leaves the page where it is
 * (HTML Standard, "hand-off to external software"; tried in Chromium), so press contacts need no script either.
 */
export type ReleaseLink = { kind: InteractionKind; label: string; url: string };

/** What of a newsroom and a release carries links. */
export type LinkSources = {
  newsroom: Pick<Newsroom, "clientSlug" | "about" | "websiteUrl" | "pressContact" | "ownHost">;
  release: Pick<Release, "slug" | "text" | "assets" | "image">;
};

/** Turns a counted link into the `href` that the page shows. */
export type LinkUrl = (link: ReleaseLink & { hash: string }) => string;

/** Longest label of a counted link in code points: it becomes a row of a report. */
const labelLengthMax = 200;

/**
 * Every link of a release page that level L1 counts, by hash; the same input gives the same map in the same order.
 * A URL that stands in several places has the kind of the first of: press contact, downloads, text, about the client.
 */
export function releaseLinks({ newsroom, release }: LinkSources): Map<string, ReleaseLink> {
  const links = new Map<string, ReleaseLink>();
  for (const link of pressContactLinks(newsroom.pressContact)) add(links, link);
  for (const picture of releasePictures(release)) {
    add(links, { kind: "image_view", label: picture.alt, url: picture.url });
    add(links, { kind: "asset_download", label: picture.caption ?? picture.alt, url: picture.downloadUrl });
  }
  if (releasePictures(release).length > 0) add(links, picturesZipLink(newsroom, release.slug));
  for (const asset of releaseFiles(release)) {
    const link = assetLink(asset);
    if (link !== null) add(links, link);
  }
  for (const { url, label } of [...release.text.links, ...(newsroom.about?.links ?? [])]) {
    if (!isOwn(url, newsroom.ownHost)) add(links, { kind: kindOf(url), label, url });
  }
  const website = websiteLink(newsroom.websiteUrl);
  if (website !== null && !isOwn(website.url, newsroom.ownHost)) add(links, website);
  return links;
}

/** Pictures and media of a release page, by hash: the only targets that the engagement script may report. */
export function releaseTargets({ release }: LinkSources): Map<string, ReleaseLink> {
  const targets = new Map<string, ReleaseLink>();
  for (const { url, alt } of releasePictures(release)) add(targets, { kind: "image_view", label: alt, url });
  for (const { url, label } of release.text.images) add(targets, { kind: "image_view", label, url });
  for (const asset of release.assets.filter((candidate) => isPlayable(candidate.mediaType))) {
    const url = safeEmbedUrl(asset.url);
    if (url !== null) add(targets, { kind: "media_play", label: asset.title, url });
  }
  return targets;
}

/** The link behind `/go/<kind>/<hash>`, or null: the release has no such link (any more), answer 404. */
export function resolveRedirect(
  links: ReadonlyMap<string, ReleaseLink>,
  kind: string,
  hash: string,
): ReleaseLink | null {
  const link = links.get(hash);
  return link !== undefined && link.kind === kind ? link : null;
}

/** Links as they are: at level L0, and on pages that belong to no release. */
export const directLinkUrl: LinkUrl = (link) => link.url;

/** How a release page of a level writes its links: as they are at L0, through counted redirects above. */
export function releaseLinkUrl(
  newsroom: Pick<Newsroom, "level" | "clientSlug" | "ownHost">,
  releaseSlug: string,
  links: ReadonlyMap<string, ReleaseLink>,
): LinkUrl {
  if (newsroom.level === "L0") return directLinkUrl;
  return (link) => {
    const counted = links.get(link.hash);
    if (counted === undefined) return directLinkUrl(link);
    const { clientSlug, ownHost } = newsroom;
    const address = { clientSlug, ownHost };
    return redirectPath({ address, releaseSlug, kind: counted.kind, hash: link.hash });
  };
}

/** A text as HTML, its links written by `linkUrl`. */
export function textHtml({ pieces, links }: PressText, linkUrl: LinkUrl): Html {
  const hrefs = links.map(({ url, label }) =>
    linkUrl({ kind: kindOf(url), label, url, hash: linkHash(url) }),
  );
  return raw(pieces.map((piece, index) => escapeHtml(hrefs[index - 1] ?? "") + piece).join(""));
}

/** Mail and telephone of a press contact as links; broken addresses are left out. */
export function pressContactLinks(pressContact: PressContact | null): ReleaseLink[] {
  return (pressContact?.lines ?? []).flatMap(({ value: label, scheme }) => {
    const url = scheme === "mailto:" ? mailUrl(label) : scheme === "tel:" ? telephoneAddress(label) : null;
    return url === null ? [] : [{ kind: "contact_click", label, url } as const];
  });
}

/** The client's own site as a link, or null when there is none that may be followed. */
export function websiteLink(websiteUrl: string | null): ReleaseLink | null {
  const url = websiteUrl === null ? null : webUrl(websiteUrl);
  if (url === null) return null;
  return { kind: "outbound_link", label: new URL(url).hostname.replace(/^www\./, ""), url };
}

/** A download as a link, to a path of this service or to http(s); null when it may not be followed. */
export function assetLink(asset: Asset): ReleaseLink | null {
  const url = isOwnPath(asset.url) ? asset.url : webUrl(asset.url);
  if (url === null) return null;
  return {
    kind: asset.mediaType === "application/pdf" ? "pdf_download" : "asset_download",
    label: asset.title,
    url,
  };
}

/** The pictures of a release, the leading one first, each once. */
export function releasePictures({ image, assets }: Pick<Release, "image" | "assets">): Picture[] {
  const pictures = [image, ...assets.map(({ picture }) => picture)].filter((picture) => picture !== null);
  return [...new Map(pictures.map((picture) => [picture.url, picture])).values()];
}

/** The files of a release that are no pictures. */
export function releaseFiles({ assets }: Pick<Release, "assets">): Asset[] {
  return assets.filter(({ picture }) => picture === null);
}

/** What a click on the link to all pictures is counted as. */
export const zipKind = "asset_download";

/** All pictures of a release in one file. */
export function picturesZipLink(address: NewsroomAddress, releaseSlug: string): ReleaseLink {
  const url = picturesZipPath(address, releaseSlug);
  return { kind: zipKind, label: "Alle Bilder (ZIP)", url };
}

/** A page's link to all pictures has the hash of their ZIP's path, which changes with the address of the release. This one never changes. */
export const movedZipHash: string = linkHash("bilder.zip");

/** Whether a link leads to all pictures of the release that is, or was, at this address. */
export function isPicturesZip(
  { kind, hash }: { kind: string; hash: string },
  address: NewsroomAddress,
  releaseSlug: string,
): boolean {
  if (kind !== zipKind) return false;
  return hash === movedZipHash || hash === linkHash(picturesZipPath(address, releaseSlug));
}

/** Whether the page shows a player for a file of this media type. */
export function isPlayable(mediaType: string): boolean {
  return /^(audio|video)\//.test(mediaType);
}

function add(links: Map<string, ReleaseLink>, link: ReleaseLink): void {
  const hash = linkHash(link.url);
  if (links.has(hash)) return;
  const label = firstCharacters(link.label.replace(/\s+/g, " ").trim(), labelLengthMax);
  links.set(hash, { ...link, label: label || link.url });
}

/** A link to the newsroom's own domain leads to a page that is counted itself. */
function isOwn(url: string, ownHost: string | null): boolean {
  return ownHost !== null && /^https?:/.test(url) && parseUrl(url)?.hostname === ownHost;
}

function webUrl(target: string): string | null {
  const url = safeLinkUrl(target);
  return url !== null && /^https?:/.test(url) ? url : null;
}

function kindOf(url: string): InteractionKind {
  return url.startsWith("mailto:") || url.startsWith("tel:") ? "contact_click" : "outbound_link";
}

function mailUrl(email: string): string | null {
  return readMailAddress(email) !== null
    ? // What parts the address from a subject or a fragment is written as its code (RFC 6068, 2).
      safeLinkUrl(`mailto:${encodeURI(email.trim()).replace(/[?&#/:]/g, encodeURIComponent)}`)
    : null;
}
