import { shareConnections } from "../db/share-connections.ts";
import { createFairSeats, type FairSeats, lineLengthMax, lineWaitMs } from "./fair-seats.ts";

/** A full line of waiting calls is empty again after a few seconds. */
const retryAfterSeconds = 5;

/** Seats for calls that write, each of which holds a connection for a transaction. Conversions that are joined need none. */
export function createAgencyWrites({ writes, writesPerAgency } = shareConnections()): FairSeats {
  return createFairSeats({
    what: "calls that write",
    seats: writes,
    seatsPerAgency: writesPerAgency,
    waitingPerAgencyMax: lineLengthMax,
    waitMs: lineWaitMs,
    retryAfterSeconds,
  });
}
