import { shareConnections } from "../db/share-connections.ts";
import { createFairSeats, type FairSeats, lineLengthMax, lineWaitMs } from "./fair-seats.ts";

/** Keeps two cores of a database busy; one agency alone gets no more by asking more. */
const readsPerAgencyMax = 2;
/** A full line of waiting reads is empty again after a few seconds. */
const retryAfterSeconds = 5;

/**
 * Seats for reads that can take the database a tenth of a second and more, such as reports over a year. Without them the
 * reports of one agency took every connection, and all other agencies waited. Data exports and the figures of files take them too:
 * one agency's reports, export and files together kept both cores of the database from the others.
 */
export function createHeavyReads({ longReads } = shareConnections()): FairSeats {
  return createFairSeats({
    what: "reports",
    // As many as connections: of eight, files and data exports, which take longest, have seven at most.
    seats: longReads,
    seatsPerAgency: readsPerAgencyMax,
    waitingPerAgencyMax: lineLengthMax,
    waitMs: lineWaitMs,
    retryAfterSeconds,
  });
}
