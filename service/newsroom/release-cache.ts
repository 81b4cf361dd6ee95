import type { Sql } from "../db/open.ts";
import { withinDeadline } from "../http/within-deadline.ts";
import { type LoadedRelease, loadRelease } from "./load-release.ts";
import { isSlug } from "./slug.ts";

/** How old a page may be: an edit shows after this time, and a busy release costs two statements in it. */
const keptMs = 2_000;
/** Pages in memory, about 30 KB each; the oldest goes first. */
const pagesMax = 500;

type Entry = { page: Promise<LoadedRelease | null>; untilMs: number };

/** Returns `loadRelease` with a short memory. What is not there is asked for each time, so a new release shows at once. */
export function createReleaseCache(sql: Sql, publicUrl: string) {
  const entries = new Map<string, Entry>();
  return (clientSlug: string, releaseSlug: string): Promise<LoadedRelease | null> => {
    if (!isSlug(clientSlug) || !isSlug(releaseSlug)) return Promise.resolve(null);
    const name = `${clientSlug}/${releaseSlug}`;
    const known = entries.get(name);
    if (known !== undefined && known.untilMs > Date.now()) return known.page;
    const page = withinDeadline(loadRelease(sql, publicUrl, { clientSlug, releaseSlug }));
    entries.delete(name);
    entries.set(name, { page, untilMs: Date.now() + keptMs });
    page.then(
      (loaded) => loaded === null && entries.delete(name),
      () => entries.delete(name),
    );
    const oldest = entries.size > pagesMax ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    return page;
  };
}
