import { LRUCache } from "lru-cache";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { toServicePath } from "../paths.ts";
import { normalHost } from "./rules.ts";
import { findSlugOfHost } from "./sql.ts";

/** Hosts remembered with what they are, known or not: anybody can name any host. 300 bytes each. */
const hostsMax = 2_000;
/** How long a proven or removed domain may go unnoticed. */
const keptMs = 5_000;
/** Look-ups under way; made-up hosts must not take the pages' connections. The rest is told to come back. */
const lookupsMax = 4;

export type OwnDomains = {
  /** The address word of the newsroom whose proven domain this is, or null. Throws where the database is away. */
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
  const known = new LRUCache<string, { slug: string | null }>({ max: hostsMax, ttl: keptMs });
  const underWay = new Map<string, Promise<string | null>>();

  async function lookUp(host: string): Promise<string | null> {
    try {
      const slug = await findSlugOfHost(sql, host);
      known.set(host, { slug });
      return slug;
    } finally {
      underWay.delete(host);
    }
  }

  return {
    async slugOf(host) {
      // A name in another spelling than the one that is kept is nobody's.
      if (normalHost(host) !== host) return null;
      const kept = known.get(host);
      if (kept !== undefined) return kept.slug;
      const running = underWay.get(host);
      if (running !== undefined) return await running;
      if (underWay.size >= lookupsMax) {
        throw new ServiceError("service_unavailable", "Too many unknown hosts are asked for. Try again.");
      }
      const asked = lookUp(host);
      underWay.set(host, asked);
      return await asked;
    },
  };
}
