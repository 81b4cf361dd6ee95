import { createFairSeats, type FairSeats } from "./fair-seats.ts";

/** Two cores have one left, and so have the ten connections of the pool most of theirs, for those who show a key. */
const worksAtOnceMax = 3;
/** Seats of one network: fewer than there are, so that others find one. */
const worksPerNetworkMax = 2;
/** Callers of one network that may wait: an office whose people all click at once. */
const waitingPerNetworkMax = 30;
/** Of all networks, for the memory of their bodies: 256 KiB each. */
const waitingMax = 200;
/** Leaves a second of the 3 s that a page has to the work itself. */
const waitMs = 2_000;
const retryAfterSeconds = 5;

/**
 * Seats for all that strangers may have worked out without a key: tools, checks of reports and passwords, searches. However many
 * they are, only these few run at once. Networks take turns: an IPv4 address, or an IPv6 /48.
 */
export type PublicSeats = FairSeats<string>;

export function createPublicSeats(): PublicSeats {
  return createFairSeats<string>({
    what: "what needs no key",
    who: "network",
    seats: worksAtOnceMax,
    seatsPerAgency: worksPerNetworkMax,
    waitingPerAgencyMax: waitingPerNetworkMax,
    waitingMax,
    waitMs,
    retryAfterSeconds,
  });
}
