import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import { isSlug } from "../../floor/web/slug.ts";
import { type LoadedRelease, type LoadReleaseDeps, loadRelease } from "./load-release.ts";
import { findPageStamp } from "./page-stamp-sql.ts";

/** How old a page may be: an edit shows after this time, and a busy release costs one small statement in it. */
const keptMs = 2_000;
/**
 * Memory for pages; one of usual length takes 35 KB with its two compressed copies, the largest that may be published some 2 MB.
 * The one used least lately goes first.
 */
const pagesBytesMax = 32 * 1024 * 1024;
/** What an entry takes beside its page: names, links, and what the map needs for it. */
const entryBytes = 4 * 1024;

type Kept = { stamp: string; release: LoadedRelease };

type Entry = {
  page: Promise<LoadedRelease | null>;
  /** The page once it is loaded; null before, and where it must not be kept. */
  kept: Kept | null;
  untilMs: number;
};

export type ReleaseCache = {
  /**
   * `loadRelease` with a memory that lasts until a row of the page changes. What is not there is asked for each time, so a new release
   * shows at once.
   */
  find(clientSlug: string, releaseSlug: string): Promise<LoadedRelease | null>;
  /** The page if it is in memory and fresh, else null. */
  known(clientSlug: string, releaseSlug: string): LoadedRelease | null;
};

/** Counts by a clock that nobody sets: by one that was put back an hour a withdrawn release stayed online for an hour. */
export function createReleaseCache(
  deps: LoadReleaseDeps,
  nowMs: () => number = () => performance.now(),
): ReleaseCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function fresh(name: string): Entry | null {
    const entry = entries.get(name);
    return entry !== undefined && entry.untilMs > nowMs() ? entry : null;
  }

  function forget(name: string): void {
    const entry = entries.get(name);
    if (entries.delete(name) && entry !== undefined) bytes -= bytesOf(entry);
  }

  function keep(name: string, entry: Entry): void {
    forget(name);
    entries.set(name, entry);
    bytes += bytesOf(entry);
    for (const oldest of entries.keys()) {
      if (bytes <= pagesBytesMax) break;
      forget(oldest);
    }
  }

  return {
    known: (clientSlug, releaseSlug) => fresh(`${clientSlug}/${releaseSlug}`)?.kept?.release ?? null,
    find(clientSlug, releaseSlug) {
      if (!isSlug(clientSlug) || !isSlug(releaseSlug)) return Promise.resolve(null);
      const name = `${clientSlug}/${releaseSlug}`;
      const current = fresh(name);
      if (current !== null) return current.page;
      const known = entries.get(name)?.kept ?? null;
      const asked = withinDeadline(refresh(deps, { clientSlug, releaseSlug }, known));
      const page = asked.then((kept) => kept?.release ?? null);
      const entry: Entry = { page, kept: null, untilMs: nowMs() + keptMs };
      keep(name, entry);
      asked.then(
        (kept) => {
          if (entries.get(name) !== entry) return;
          forget(name);
          if (kept !== null) keep(name, { ...entry, kept });
        },
        () => entries.get(name) === entry && forget(name),
      );
      return page;
    },
  };
}

/** The page anew where one of its rows has changed, and what was kept of it where none has. */
async function refresh(
  deps: LoadReleaseDeps,
  slugs: { clientSlug: string; releaseSlug: string },
  kept: Kept | null,
): Promise<Kept | null> {
  // Reads the stamp before the rows: a row that changes in between makes the stamp too old, so that the page is read again.
  const stamp = await findPageStamp(deps.sql, slugs);
  if (stamp === null) return null;
  if (kept !== null && kept.stamp === stamp && kept.release.isFinal) return kept;
  const release = await loadRelease(deps, slugs);
  return release === null ? null : { stamp, release };
}

function bytesOf({ kept }: Entry): number {
  return entryBytes + (kept?.release.bytes ?? 0);
}
