import { shareConnections } from "../db/share-connections.ts";
import { createFairPlaces, type FairPlaces, lineLengthMax, lineWaitMs } from "./fair-places.ts";

/** A full line is worked off in a few seconds. */
const retryAfterSeconds = 5;

/** Places for calls that write, each of which holds a connection for a transaction. Conversions that are joined need none. */
export function createAgencyWrites({ writes, writesPerAgency } = shareConnections()): FairPlaces {
  return createFairPlaces({
    what: "calls that write",
    places: writes,
    placesPerAgency: writesPerAgency,
    waitingPerAgencyMax: lineLengthMax,
    waitMs: lineWaitMs,
    retryAfterSeconds,
  });
}
