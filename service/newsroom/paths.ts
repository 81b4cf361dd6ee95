import { createHash } from "node:crypto";
import type { InteractionKind } from "../measurement/vocabulary.ts";

/** The paths of the newsroom, in one place: pages, feeds and the edge read them from here. */

/** `/newsroom/<clientSlug>` */
export function newsroomPath(clientSlug: string): string {
  return `/newsroom/${encodeURIComponent(clientSlug)}`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>` */
export function releasePath(clientSlug: string, releaseSlug: string): string {
  return `${newsroomPath(clientSlug)}/${encodeURIComponent(releaseSlug)}`;
}

/** `/newsroom/<clientSlug>/rss.xml`; a slug has no dot, so no release can be in its way. */
export function feedPath(clientSlug: string): string {
  return `${newsroomPath(clientSlug)}/rss.xml`;
}

/** `/newsroom/<clientSlug>/atom.xml` */
export function atomPath(clientSlug: string): string {
  return `${newsroomPath(clientSlug)}/atom.xml`;
}

/** `/newsroom/<clientSlug>/thema/<topicSlug>` */
export function topicPath(clientSlug: string, topicSlug: string): string {
  return `${newsroomPath(clientSlug)}/thema/${encodeURIComponent(topicSlug)}`;
}

/** `/newsroom/<clientSlug>/thema/<topicSlug>/rss.xml` */
export function topicFeedPath(clientSlug: string, topicSlug: string): string {
  return `${topicPath(clientSlug, topicSlug)}/rss.xml`;
}

/** `/newsroom/<clientSlug>/thema/<topicSlug>/atom.xml` */
export function topicAtomPath(clientSlug: string, topicSlug: string): string {
  return `${topicPath(clientSlug, topicSlug)}/atom.xml`;
}

/** `/newsroom/<clientSlug>/jahr/<year>` */
export function yearPath(clientSlug: string, year: number): string {
  return `${newsroomPath(clientSlug)}/jahr/${year}`;
}

/** `/newsroom/<clientSlug>/suche`; no release may have this slug, nor `bilder` (`reservedReleaseSlugs`). */
export function searchPath(clientSlug: string): string {
  return `${newsroomPath(clientSlug)}/suche`;
}

/** `/newsroom/<clientSlug>/bilder`, with what narrows it down */
export function galleryPath(clientSlug: string, filter: Record<string, string> = {}): string {
  const query = new URLSearchParams(filter).toString();
  return `${newsroomPath(clientSlug)}/bilder${query === "" ? "" : `?${query}`}`;
}

/** The sitemaps of a host: an index over those of its newsrooms, and the news of the last days. */
export const hostSitemapPath = "/sitemap.xml";
export const newsSitemapPath = "/sitemap-news.xml";

/** `/newsroom/<clientSlug>/sitemap.xml` */
export function sitemapPath(clientSlug: string): string {
  return `${newsroomPath(clientSlug)}/sitemap.xml`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/go/<kind>/<hash>`: counts a click, then answers 302 to the stored target. */
export function redirectPath(input: {
  clientSlug: string;
  releaseSlug: string;
  kind: InteractionKind;
  hash: string;
}): string {
  return `${releasePath(input.clientSlug, input.releaseSlug)}/go/${input.kind}/${input.hash}`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/beacon`: takes what the engagement script sends. */
export function beaconPath(clientSlug: string, releaseSlug: string): string {
  return `${releasePath(clientSlug, releaseSlug)}/beacon`;
}

/** `/newsroom/assets/engagement-<hash>.js`: the hash is of the content, so the answer may be cached for ever. */
export function engagementScriptPath(script: string): string {
  return `/newsroom/assets/engagement-${createHash("sha256").update(script).digest("hex").slice(0, 12)}.js`;
}
