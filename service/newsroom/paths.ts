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

/** `/newsroom/<clientSlug>/sitemap.xml` */
export function sitemapPath(clientSlug: string): string {
  return `${newsroomPath(clientSlug)}/sitemap.xml`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/bilder.zip` */
export function picturesZipPath(clientSlug: string, releaseSlug: string): string {
  return `${releasePath(clientSlug, releaseSlug)}/bilder.zip`;
}

/** `/newsroom/<clientSlug>/<releaseSlug>/vorschau/<hash>.png`: the picture of a release without one, for link previews. */
export function cardPath(clientSlug: string, releaseSlug: string, contentHash: string): string {
  return `${releasePath(clientSlug, releaseSlug)}/vorschau/${contentHash}.png`;
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
