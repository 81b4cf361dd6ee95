import type { Sql } from "../../db/open.ts";
import { createConnectionPool } from "../../safe-target/connection-pool.ts";
import { boundsAfter, type ClaimBounds, unbounded } from "./claim-bounds.ts";
import {
  type Claim,
  type ClaimedMessage,
  type ClaimInput,
  claimMessages,
  type Endpoint,
  lockClaims,
} from "./claim-sql.ts";
import { type DeliverDeps, deliverMessage } from "./deliver.ts";
import { hasDueMessages, readyDueMessages } from "./due-sql.ts";
import { type FinishedAttempt, finishAttempts, updateEndpointHealth } from "./finish-sql.ts";
import { foldHealth } from "./fold-health.ts";

export type Deliverer = {
  /** Sends what is due until nothing is due and nothing under way; then returns false. The signal ends it early. */
  run(signal: AbortSignal): Promise<boolean>;
  /** Makes a running `run` look for new messages at once. */
  wake(): void;
};

export type DelivererDeps = DeliverDeps & {
  sql: Sql;
  /** How often a running delivery looks for messages whose wait is over, in milliseconds. */
  tickMs?: number | undefined;
  /** Time for requests under way when the service stops; then they are called off and sent again later. */
  graceMs?: number | undefined;
  /** Told of each attempt that ended, for metrics; must not throw. */
  countDelivery?: ((attempt: FinishedAttempt) => void) | undefined;
};

/** Requests under way in this process; each costs a socket and some 50 KB. */
const inFlightMax = 64;
/**
 * With more under way than this, a turn waits for that many results, or this long: a turn costs the database 3 ms, however few
 * it finishes. Measured with 64 under way: 37 results a turn instead of 25, and 145 µs of the server's time for each instead of 200.
 */
const gatheringMin = 32;
const gatherMs = 5;
const tickMsDefault = 1_000;
/** Receivers answer within a second as a rule, and the whole service has 20 s to stop. */
const graceMsDefault = 5_000;

/**
 * Claims messages, posts them with many requests under way, and writes the results: each transaction takes every
 * result there is and claims into the places that became free, so that statements grow fuller as the load grows.
 * No connection is held while a request is under way.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { sql, log } = deps;
  const tickMs = deps.tickMs ?? tickMsDefault;
  const callOff = new AbortController();
  const sending = { connections: createConnectionPool(), signal: callOff.signal };
  const finished: FinishedAttempt[] = [];
  let inFlight = 0;
  let goOnAfter: Endpoint | null = null;
  let claimedInRound = 0;
  let readiedAtMs = Number.NEGATIVE_INFINITY;
  let bounds: ClaimBounds = unbounded;
  let progress = Promise.withResolvers<void>();

  return { run, wake: () => progress.resolve() };

  async function run(signal: AbortSignal): Promise<boolean> {
    if (inFlight + finished.length === 0 && !(await hasDueMessages(sql))) return false;
    while (!signal.aborted) {
      // Whatever ends or is announced from here on is seen after the turn.
      progress = Promise.withResolvers<void>();
      if (performance.now() - readiedAtMs >= tickMs) {
        readiedAtMs = performance.now();
        await readyDueMessages(sql);
        // Whatever the bounds passed over, such as a retry that is ready now, waits no longer than a tick.
        bounds = unbounded;
      }
      const hasMore = await takeTurn();
      if (inFlight > gatheringMin && finished.length < gatheringMin) await later(gatherMs);
      if (hasMore || finished.length > 0) continue;
      if (inFlight === 0) return false;
      await settledWithin(progress.promise, tickMs, signal);
    }
    await drain();
    return false;
  }

  /** Returns true when another claim may find more for the places that are left. */
  async function takeTurn(): Promise<boolean> {
    const after = goOnAfter;
    const count = inFlightMax - inFlight;
    const claim = await finishAndClaim({ count, after, bounds });
    bounds = boundsAfter(bounds, claim.seen, Date.now());
    if (after === null) claimedInRound = 0;
    claimedInRound += claim.messages.length;
    goOnAfter = claim.goOnAfter;
    for (const message of claim.messages) start(message);
    if (claim.messages.length >= count) return false;
    // At the end of a round that began before others ended: those at its beginning may have places again.
    return goOnAfter !== null || (after !== null && claimedInRound > 0);
  }

  async function finishAndClaim(input: ClaimInput): Promise<Claim> {
    const batch = [...finished];
    const none: Claim = { messages: [], goOnAfter: input.after, seen: null };
    if (batch.length === 0 && input.count === 0) return none;
    const { claim, disabled } = await sql.begin(async (transaction) => {
      const health = foldHealth(batch);
      // Sent together: the server takes them in this order, and three waits for it are saved at each turn.
      const [, , disabled, claim] = await Promise.all([
        lockClaims(transaction),
        batch.length > 0 ? finishAttempts(transaction, batch) : undefined,
        health.length > 0 ? updateEndpointHealth(transaction, health) : [],
        input.count > 0 ? claimMessages(transaction, input) : none,
      ]);
      return { claim, disabled };
    });
    finished.splice(0, batch.length);
    for (const webhook of disabled) log.warn("webhook_disabled", webhook);
    return claim;
  }

  function start(message: ClaimedMessage): void {
    inFlight += 1;
    void deliverMessage(message, deps, sending).then((attempt) => {
      inFlight -= 1;
      finished.push(attempt);
      deps.countDelivery?.(attempt);
      progress.resolve();
    });
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(() => callOff.abort(), deps.graceMs ?? graceMsDefault);
    while (inFlight > 0) {
      progress = Promise.withResolvers<void>();
      await progress.promise;
    }
    clearTimeout(timer);
    sending.connections.clear();
    await finishAndClaim({ count: 0, after: null });
  }
}

function later(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** Waits for `promise`, but no longer than `timeoutMs` and not past the signal. */
async function settledWithin(promise: Promise<void>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end, { once: true });
  await Promise.race([promise, over.promise]);
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}
