import { createFairPlaces, type FairPlaces } from "./fair-places.ts";

/** Of the ten connections for what is short: with conversions and their messages two are left, however many agencies write. */
const writesAtOnceMax = 5;
/** One agency's orders, each a transaction of several round trips, took every connection; three keep a database busy. */
const writesPerAgencyMax = 3;
/** A write takes milliseconds: so many are done in about a second. */
const waitingPerAgencyMax = 256;
/** Leaves a second of the 3 s that a request has to the write itself. */
const waitMs = 2_000;
/** A full line is worked off in a second or two. */
const retryAfterSeconds = 2;

/** Places for calls that write, each of which holds a connection for a transaction. Conversions that are joined need none. */
export function createAgencyWrites(): FairPlaces {
  return createFairPlaces({
    what: "calls that write",
    places: writesAtOnceMax,
    placesPerAgency: writesPerAgencyMax,
    waitingPerAgencyMax,
    waitMs,
    retryAfterSeconds,
  });
}
