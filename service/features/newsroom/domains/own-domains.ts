import { LRUCache } from "lru-cache";
import { ServiceError } from "../../../errors.ts";
import { withinDeadline } from "../../../floor/concurrency/within-deadline.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { toServicePath } from "../paths.ts";
import { normalHost } from "./rules.ts";
import { findSlugOfHost } from "./sql.ts";

/** Hosts remembered of each kind, known and unknown, 300 bytes each: made-up ones must not push the known ones out. */
const hostsMax = 2_000;
/** How long a proven or removed domain may go unnoticed. */
const keptMs = 5_000;
/** Look-ups under way; made-up hosts must not take the pages' connections. */
const lookupsMax = 4;

export type OwnDomains = {
  /**
   * The address word of the newsroom whose proven domain this is, or null. Throws where the database is away, and
   * `service_unavailable` while too many unknown hosts are asked for; a domain that was known is then taken as it was.
   */
  slugOf(host: string): Promise<string | null>;
};

/** Where the pages of an own domain lie on the service, for the edge. */
export function ownDomainPaths({ slugOf }: OwnDomains) {
  return async (host: string, path: string): Promise<string | null> => {
    const slug = await slugOf(host);
    return slug === null ? null : toServicePath(slug, path);
  };
}

/** Knows the own domains of newsrooms, by a memory of few seconds. */
export function createOwnDomains(sql: Queryable): OwnDomains {
  const known = new LRUCache<string, { slug: string; untilMs: number }>({ max: hostsMax });
  const unknown = new LRUCache<string, true>({ max: hostsMax, ttl: keptMs });
  const underWay = new Map<string, Promise<string | null>>();

  async function lookUp(host: string): Promise<string | null> {
    try {
      const slug = await withinDeadline(findSlugOfHost(sql, host));
      if (slug === null) {
        known.delete(host);
        unknown.set(host, true);
      } else {
        known.set(host, { slug, untilMs: performance.now() + keptMs });
      }
      return slug;
    } finally {
      underWay.delete(host);
    }
  }

  function startLookUp(host: string): Promise<string | null> {
    const asked = underWay.get(host);
    if (asked !== undefined) return asked;
    if (underWay.size >= lookupsMax) {
      throw new ServiceError("service_unavailable", "Too many unknown hosts are asked for. Try again.");
    }
    const asking = lookUp(host);
    underWay.set(host, asking);
    return asking;
  }

  return {
    async slugOf(host) {
      // A name in another spelling than the one that is kept is nobody's.
      if (normalHost(host) !== host || unknown.has(host)) return null;
      const kept = known.get(host);
      if (kept !== undefined && kept.untilMs > performance.now()) return kept.slug;
      try {
        return await startLookUp(host);
      } catch (error) {
        if (kept === undefined) throw error;
        return kept.slug;
      }
    },
  };
}
