import { longReadsMax } from "../db/open.ts";
import { createFairPlaces, type FairPlaces } from "./fair-places.ts";

/** As many as the connections for long reads: files and data exports, which take longest, have seven of them at most. */
const readsAtOnceMax = longReadsMax;
/** Keeps two cores of a database busy; one agency alone gets no more by asking more. */
const readsPerAgencyMax = 2;
/** Far more than a dashboard or an agent asks at once. */
const waitingPerAgencyMax = 64;
/** Leaves a second of the 3 s that a request has to the read itself. */
const waitMs = 2_000;
/** A line that long is worked off in a few seconds. */
const retryAfterSeconds = 5;
/** An agent's call has 20 s. */
export const toolWaitMs = 15_000;

/**
 * Places for reads that can take the database a tenth of a second and more, such as reports over a year. Without them the
 * reports of one agency took every connection, and all other agencies waited. Data exports and the figures of files take them too:
 * one agency's reports, export and files together kept both cores of the database from the others.
 */
export function createHeavyReads(): FairPlaces {
  return createFairPlaces({
    what: "reports",
    places: readsAtOnceMax,
    placesPerAgency: readsPerAgencyMax,
    waitingPerAgencyMax,
    waitMs,
    retryAfterSeconds,
  });
}
