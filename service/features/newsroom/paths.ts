import { createHash } from "node:crypto";
import type { InteractionKind } from "../measurement/vocabulary.ts";

/**
 * The addresses of a newsroom, in one place: pages, feeds and the edge read them from here. A newsroom is at
 * `/newsroom/<clientSlug>/…` of the service, or at `/…` of its own domain. There the edge puts the service's path before the router,
 * so that each page has one route: `toServicePath` and `toOwnPath` say how.
 */
export type NewsroomAddress = {
  clientSlug: string;
  /** The newsroom's own domain; null where it has none. */
  ownHost: string | null;
};

/** What lies at the same path on the service and on each own domain. */
const sharedFolders: readonly string[] = ["/newsroom/assets/", "/media/"];

/** Not below `/newsroom/<client>/`, where each word is the address of a release. */
export const subscriptionsPath = "/abo";

/** Scheme and host of a newsroom's pages, without a slash at the end. Own domains have the scheme and the port of the service. */
export function newsroomOrigin(publicUrl: string, { ownHost }: Pick<NewsroomAddress, "ownHost">): string {
  if (ownHost === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = ownHost;
  return url.origin;
}

/** `/newsroom/<clientSlug>`, or `/` */
export function newsroomPath(address: NewsroomAddress): string {
  return address.ownHost === null ? servicePath(address.clientSlug) : "/";
}

/** The whole address of a newsroom's first page. */
export function newsroomUrl(publicUrl: string, address: NewsroomAddress): string {
  return newsroomOrigin(publicUrl, address) + newsroomPath(address);
}

/** The form to subscribe to a newsroom: `/abo/<clientSlug>` */
export function subscribePath(clientSlug: string): string {
  return `${subscriptionsPath}/${encodeURIComponent(clientSlug)}`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>`, or `/<releaseSlug>` */
export function releasePath(address: NewsroomAddress, releaseSlug: string): string {
  return below(address, encodeURIComponent(releaseSlug));
}

/** The whole address of a release. */
export function releaseUrl(publicUrl: string, address: NewsroomAddress, releaseSlug: string): string {
  return newsroomOrigin(publicUrl, address) + releasePath(address, releaseSlug);
}

/** `/newsroom/<clientSlug>/rss.xml`; a slug has no dot, so no release can be in its way. */
export function feedPath(address: NewsroomAddress): string {
  return below(address, "rss.xml");
}

/** `/newsroom/<clientSlug>/atom.xml` */
export function atomPath(address: NewsroomAddress): string {
  return below(address, "atom.xml");
}

/** `/newsroom/<clientSlug>/thema/<topicSlug>` */
export function topicPath(address: NewsroomAddress, topicSlug: string): string {
  return below(address, `thema/${encodeURIComponent(topicSlug)}`);
}

/** `/newsroom/<clientSlug>/thema/<topicSlug>/rss.xml` */
export function topicFeedPath(address: NewsroomAddress, topicSlug: string): string {
  return `${topicPath(address, topicSlug)}/rss.xml`;
}

/** `/newsroom/<clientSlug>/thema/<topicSlug>/atom.xml` */
export function topicAtomPath(address: NewsroomAddress, topicSlug: string): string {
  return `${topicPath(address, topicSlug)}/atom.xml`;
}

/** `/newsroom/<clientSlug>/jahr/<year>` */
export function yearPath(address: NewsroomAddress, year: number): string {
  return below(address, `jahr/${year}`);
}

/** `/newsroom/<clientSlug>/suche`; no new release gets this slug, nor `bilder` (`reservedSlugs`). */
export function searchPath(address: NewsroomAddress): string {
  return below(address, "suche");
}

/** `/newsroom/<clientSlug>/bilder`, with what narrows it down */
export function galleryPath(address: NewsroomAddress, filter: Record<string, string> = {}): string {
  const query = new URLSearchParams(filter).toString();
  return below(address, `bilder${query === "" ? "" : `?${query}`}`);
}

/** The sitemaps of a host: an index over those of its newsrooms, and the news of the last days. */
export const hostSitemapPath = "/sitemap.xml";
export const newsSitemapPath = "/sitemap-news.xml";

/** `/newsroom/<clientSlug>/sitemap.xml` */
export function sitemapPath(address: NewsroomAddress): string {
  return below(address, "sitemap.xml");
}

/** The newsroom's imprint and privacy notice, where it shows them itself. */
export const legalPages = ["impressum", "datenschutz"] as const;
export type LegalPage = (typeof legalPages)[number];

/** `/newsroom/<clientSlug>/impressum` */
export function legalPath(address: NewsroomAddress, page: LegalPage): string {
  return below(address, page);
}

/** `/newsroom/<clientSlug>/<releaseSlug>/bilder.zip` */
export function picturesZipPath(address: NewsroomAddress, releaseSlug: string): string {
  return `${releasePath(address, releaseSlug)}/bilder.zip`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>.md`: the release as Markdown, which its own address gives to those who ask for that type. */
export function markdownPath(address: NewsroomAddress, releaseSlug: string): string {
  return releasePath(address, releaseSlug) + markdownEnding;
}

/** No slug has a dot, so no release can be in its way. */
export const markdownEnding = ".md";

/** `/newsroom/<clientSlug>/<releaseSlug>/text.txt`: the whole text for an editorial system. */
export function plainTextPath(address: NewsroomAddress, releaseSlug: string): string {
  return `${releasePath(address, releaseSlug)}/text.txt`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/text.pdf`: the same to print and to hand around. */
export function pdfPath(address: NewsroomAddress, releaseSlug: string): string {
  return `${releasePath(address, releaseSlug)}/text.pdf`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/vorschau/<hash>.<ext>`: the card of a release, for link previews and mails. */
export function cardPath(address: NewsroomAddress, releaseSlug: string, file: string): string {
  return `${releasePath(address, releaseSlug)}/vorschau/${file}`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/go/<kind>/<hash>`: counts a click, then answers 302 to the stored target. */
export function redirectPath(input: {
  address: NewsroomAddress;
  releaseSlug: string;
  kind: InteractionKind;
  hash: string;
}): string {
  return `${releasePath(input.address, input.releaseSlug)}/go/${input.kind}/${input.hash}`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/beacon`: takes what the engagement script sends. */
export function beaconPath(address: NewsroomAddress, releaseSlug: string): string {
  return `${releasePath(address, releaseSlug)}/beacon`;
}

/** `/newsroom/assets/engagement-<hash>.js`: the hash is of the content, so the answer may be cached for ever. */
export function engagementScriptPath(script: string): string {
  return `/newsroom/assets/engagement-${createHash("sha256").update(script).digest("hex").slice(0, 12)}.js`;
}

/** The path on the service that stands behind a path of an own domain: `/a` is `/newsroom/<clientSlug>/a`. */
export function toServicePath(clientSlug: string, ownPath: string): string {
  if (sharedFolders.some((folder) => ownPath.startsWith(folder))) return ownPath;
  return ownPath === "/" ? servicePath(clientSlug) : servicePath(clientSlug) + ownPath;
}

/**
 * The path at a newsroom's right address for a path of the service below `/newsroom/<any slug>`: after the newsroom got another
 * address word or an own domain.
 */
export function toCurrentPath(address: NewsroomAddress, path: string): string {
  const [, rest = ""] = /^\/newsroom\/[^/]*(\/.*)?$/.exec(path) ?? [];
  const isList = rest === "" || rest === "/";
  if (address.ownHost !== null) return isList ? "/" : rest;
  return servicePath(address.clientSlug) + (isList ? "" : rest);
}

/** What follows a release in a path of the service: `/text.pdf` of `/newsroom/<clientSlug>/<releaseSlug>/text.pdf` */
export function belowRelease(path: string): string {
  return path.replace(/^\/newsroom\/[^/]*\/[^/]*/, "");
}

/** `/newsroom/<clientSlug>` on the service; it leads on to the own domain where there is one. */
export function servicePath(clientSlug: string): string {
  return `/newsroom/${encodeURIComponent(clientSlug)}`;
}

function below(address: NewsroomAddress, word: string): string {
  return address.ownHost === null ? `${servicePath(address.clientSlug)}/${word}` : `/${word}`;
}
