import type { Sql } from "../db/open.ts";
import { withinDeadline } from "../within-deadline.ts";
import { type LoadedRelease, loadRelease } from "./load-release.ts";
import { isSlug } from "./slug.ts";

/** How old a page may be: an edit shows after this time, and a busy release costs two statements in it. */
const keptMs = 2_000;
/** Pages in memory, about 30 KB each; the oldest goes first. */
const pagesMax = 500;

type Entry = {
  page: Promise<LoadedRelease | null>;
  /** The same once it is there. */
  loaded: LoadedRelease | null;
  untilMs: number;
};

export type ReleaseCache = {
  /** `loadRelease` with a short memory. What is not there is asked for each time, so a new release shows at once. */
  find(clientSlug: string, releaseSlug: string): Promise<LoadedRelease | null>;
  /** What `find` would answer from memory at once, or null. */
  known(clientSlug: string, releaseSlug: string): LoadedRelease | null;
};

export function createReleaseCache(sql: Sql, publicUrl: string): ReleaseCache {
  const entries = new Map<string, Entry>();

  function fresh(name: string): Entry | null {
    const entry = entries.get(name);
    return entry !== undefined && entry.untilMs > Date.now() ? entry : null;
  }

  return {
    known: (clientSlug, releaseSlug) => fresh(`${clientSlug}/${releaseSlug}`)?.loaded ?? null,
    find(clientSlug, releaseSlug) {
      if (!isSlug(clientSlug) || !isSlug(releaseSlug)) return Promise.resolve(null);
      const name = `${clientSlug}/${releaseSlug}`;
      const known = fresh(name);
      if (known !== null) return known.page;
      const page = withinDeadline(loadRelease(sql, publicUrl, { clientSlug, releaseSlug }));
      const entry: Entry = { page, loaded: null, untilMs: Date.now() + keptMs };
      entries.delete(name);
      entries.set(name, entry);
      page.then(
        (loaded) => {
          entry.loaded = loaded;
          if (loaded === null) entries.delete(name);
        },
        () => entries.delete(name),
      );
      const oldest = entries.size > pagesMax ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      return page;
    },
  };
}
