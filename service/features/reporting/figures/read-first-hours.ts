import { LRUCache } from "lru-cache";
import type { Sql } from "../../../floor/db/open.ts";
import { rememberedFor } from "../../../floor/limits/bounded-cache.ts";
import type { FairSeats } from "../../../floor/limits/fair-seats.ts";
import { type FirstHours, type KeptHours, selectFirstHours } from "./first-hours-sql.ts";

/** The first hours of a release as of some seconds ago; null once they are over. */
export type ReadFirstHours = (agencyId: number, releaseId: number) => Promise<FirstHours | null>;

/** Whoever looks asks every 30 s. */
const keptMs = 5_000;
/** Releases that are looked at in their first hours, of all agencies; each answer has some KB, and the sources kept beside it some more. */
const releasesMax = 500;

/**
 * Reads once for all who look. The first statement goes through every hit of the agency since the publication, those after it through
 * the hits since the one before.
 */
export function createFirstHoursReader({
  sql,
  heavyReads,
}: {
  sql: Sql;
  heavyReads: FairSeats;
}): ReadFirstHours {
  const remembered = rememberedFor<FirstHours | null>(keptMs, releasesMax);
  const kept = new LRUCache<string, KeptHours>({ max: releasesMax });
  return (agencyId, releaseId) => {
    const key = `${agencyId}:${releaseId}`;
    const read = async () => {
      const hours = await selectFirstHours(sql, agencyId, releaseId, kept.get(key) ?? null);
      if (hours === null || hours.kept === null) kept.delete(key);
      else kept.set(key, hours.kept);
      return hours;
    };
    return remembered(key, () => heavyReads.run(agencyId, read));
  };
}
