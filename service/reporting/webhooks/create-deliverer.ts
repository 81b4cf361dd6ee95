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
import { createClaimedAhead } from "./claimed-ahead.ts";
import { type DeliverDeps, deliverMessage } from "./deliver.ts";
import { hasDueMessages, readyDueMessages } from "./due-sql.ts";
import { type FinishedAttempt, finishAttempts, updateEndpointHealth } from "./finish-sql.ts";
import { foldHealth } from "./fold-health.ts";
import { returnMessages } from "./return-sql.ts";

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
 * Messages claimed beyond those, which go out as places become free. Without them the database waits while requests
 * are sent, and no request goes out during a turn: 4,900 deliveries a second and not 6,900.
 */
const aheadMax = 64;
/** As many are claimed ahead as ended this fast in the turn before; at slower receivers a turn's few ms don't count. */
const quickMs = 100;
/**
 * With more under way than this, a turn waits until half of it has ended, or this long: a turn costs the database
 * 1.5 ms of its time, however few it finishes, and 23 µs for each.
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
  const ahead = createClaimedAhead();
  const finished: FinishedAttempt[] = [];
  let inFlight = 0;
  let aheadWanted = 0;
  let goOnAfter: Endpoint | null = null;
  let claimedInRound = 0;
  let readiedAtMs = Number.NEGATIVE_INFINITY;
  let bounds: ClaimBounds = unbounded;
  let progress = Promise.withResolvers<void>();
  let halfEnded = Promise.withResolvers<void>();

  return { run, wake: () => progress.resolve() };

  async function run(signal: AbortSignal): Promise<boolean> {
    if (inFlight + ahead.size() + finished.length === 0 && !(await hasDueMessages(sql))) return false;
    let hasMore = false;
    while (!signal.aborted) {
      // Whatever ends or is announced from here on is seen after the turn.
      progress = Promise.withResolvers<void>();
      if (performance.now() - readiedAtMs >= tickMs) {
        readiedAtMs = performance.now();
        await readyDueMessages(sql);
        // Whatever the bounds passed over, such as a retry that is ready now, waits no longer than a tick.
        bounds = unbounded;
      }
      hasMore = await takeTurn(hasMore);
      if (inFlight + ahead.size() > gatheringMin) await gather();
      if (hasMore || finished.length > 0) continue;
      if (inFlight + ahead.size() === 0) return false;
      await settledWithin(progress.promise, tickMs, signal);
    }
    await drain();
    return false;
  }

  /** Returns true when another claim may find more for the places that are left; the next turn then `goesOn`. */
  async function takeTurn(goesOn: boolean): Promise<boolean> {
    const after = goOnAfter;
    aheadWanted = Math.max(goesOn ? aheadWanted : 0, quickEnded());
    const count = inFlightMax - inFlight + Math.max(0, aheadWanted - ahead.size());
    const claim = await finishAndClaim({ count, after, bounds });
    bounds = boundsAfter(bounds, claim.seen, Date.now());
    if (after === null) claimedInRound = 0;
    claimedInRound += claim.messages.length;
    goOnAfter = claim.goOnAfter;
    if (claim.messages.length >= count) return false;
    // At the end of a round that began before others ended: those at its beginning may have places again.
    return goOnAfter !== null || (after !== null && claimedInRound > 0);
  }

  function quickEnded(): number {
    const quick = finished.filter(({ durationMs }) => durationMs !== null && durationMs <= quickMs);
    return Math.min(aheadMax, quick.length);
  }

  async function finishAndClaim(input: ClaimInput): Promise<Claim> {
    const batch = [...finished];
    const overdue = ahead.overdue();
    const none: Claim = { messages: [], goOnAfter: input.after, seen: null };
    if (batch.length + overdue.length === 0 && input.count === 0) return none;
    return await sql.begin(async (transaction) => {
      const health = foldHealth(batch);
      // Sent together: the server takes them in this order, and five waits for it are saved at each turn. With the commit among
      // them, and messages started before the driver's own, which ends an empty transaction, 9,900 deliveries a second and not 8,800.
      const [, , , disabled, claim] = await Promise.all([
        lockClaims(transaction),
        overdue.length > 0 ? returnMessages(transaction, overdue) : undefined,
        batch.length > 0 ? finishAttempts(transaction, batch) : undefined,
        health.length > 0 ? updateEndpointHealth(transaction, health) : [],
        input.count > 0 ? claimMessages(transaction, input) : none,
        transaction`commit and chain`,
      ]);
      finished.splice(0, batch.length);
      ahead.drop(overdue.length);
      ahead.add(claim.messages);
      startWaiting();
      for (const webhook of disabled) log.warn("webhook_disabled", webhook);
      return claim;
    });
  }

  function startWaiting(): void {
    while (inFlight < inFlightMax) {
      const next = ahead.take();
      if (next === null) return;
      start(next);
    }
  }

  function start(message: ClaimedMessage): void {
    inFlight += 1;
    void deliverMessage(message, deps, sending).then((attempt) => {
      inFlight -= 1;
      finished.push(attempt);
      deps.countDelivery?.(attempt);
      startWaiting();
      progress.resolve();
      if (isHalfEnded()) halfEnded.resolve();
    });
  }

  function isHalfEnded(): boolean {
    return finished.length >= inFlight + ahead.size();
  }

  async function gather(): Promise<void> {
    if (isHalfEnded()) return;
    halfEnded = Promise.withResolvers<void>();
    const timer = setTimeout(halfEnded.resolve, gatherMs);
    await halfEnded.promise;
    clearTimeout(timer);
  }

  async function drain(): Promise<void> {
    ahead.giveUp();
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
