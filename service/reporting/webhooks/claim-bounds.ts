import type { Endpoint } from "./claim-sql.ts";

/** Of this endpoint no message before `messageId` was ready. */
export type ReadyFrom = Endpoint & { messageId: string };

export type Seen = {
  ready: ReadyFrom[];
  /** By the database's clock: no lease ended earlier, and none that is given later will. */
  leasedFrom: string;
};

/** Where the next claims begin to look, so that they don't walk the index entries of messages that ended. */
export type ClaimBounds = {
  readonly ready: ReadonlyMap<string, ReadyFrom>;
  readonly leasedFrom: string | null;
};

/**
 * A message gets its id, which begins with the time, before its transaction commits: one that is seen may be joined by an
 * earlier one for this long. What commits later still is found by the next claim without bounds.
 */
const settlingMs = 250;
/** Endpoints whose bounds are kept, as many as one claim visits. */
const boundedEndpointsMax = 128;

/** For a claim that looks everywhere. */
export const unbounded: ClaimBounds = { ready: new Map(), leasedFrom: null };

/** The bounds that follow from what a claim saw; `now` is Unix milliseconds. */
export function boundsAfter(bounds: ClaimBounds, seen: Seen | null, now: number): ClaimBounds {
  if (seen === null) return bounds;
  const settled = firstIdAt(now - settlingMs);
  const ready = new Map(bounds.ready);
  for (const from of seen.ready) {
    if (ready.size >= boundedEndpointsMax && !ready.has(from.webhookId)) continue;
    const isSettled = from.messageId < settled;
    ready.set(from.webhookId, isSettled ? from : { ...from, messageId: settled });
  }
  return { ready, leasedFrom: seen.leasedFrom };
}

/** The first UUIDv7 of a millisecond (RFC 9562, 5.7), but for its version, which stands behind the time. */
function firstIdAt(unixMs: number): string {
  const time = Math.max(0, Math.floor(unixMs)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
