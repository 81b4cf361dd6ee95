import type { Sql } from "../../db/open.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";
import { createConnectionPool } from "../../outbound/connection-pool.ts";
import { createShares } from "../../work/create-shares.ts";
import { retireWork } from "../../work/retire-work.ts";
import { type DeliverDeps, deliverMessage } from "./deliver.ts";
import { createDueAgencies } from "./due-agencies.ts";
import type { FinishedAttempt } from "./finish-sql.ts";
import { type Turn, takeTurn } from "./take-turn.ts";

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
/** Transactions side by side, each of another agency: less than half of the pool, and results gather while all of them run. */
const turnsMax = 4;
const tickMsDefault = 1_000;
/** Receivers answer within a second as a rule, and the whole service has 20 s to stop. */
const graceMsDefault = 5_000;

/**
 * Sends webhook messages, agency by agency: each turn is a transaction that writes the results of one agency's requests and claims
 * more of its messages into the places that it may take. No connection is held while a request is under way.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { sql, log } = deps;
  const callOff = new AbortController();
  const sending = { connections: createConnectionPool(), signal: callOff.signal };
  const shares = createShares(inFlightMax);
  const due = createDueAgencies(sql, deps.tickMs ?? tickMsDefault);
  const finished = new Map<number, FinishedAttempt[]>();
  const underWay = new Map<number, Promise<void>>();
  let failures: unknown[] = [];
  let progress = Promise.withResolvers<void>();
  return { run, wake };

  function wake(): void {
    due.askAgain();
    progress.resolve();
  }

  async function run(signal: AbortSignal): Promise<boolean> {
    failures = [];
    due.askAgain();
    while (!signal.aborted && failures.length === 0) {
      // Whatever ends or is announced from here on is seen by the next look.
      progress = Promise.withResolvers<void>();
      await due.look().catch((error: unknown) => void failures.push(error));
      startTurns();
      if (underWay.size + shares.taken() + due.count() === 0 && !due.isAsked()) return false;
      await settledWithin(progress.promise, due.nextLookMs(), signal);
    }
    await Promise.all(underWay.values());
    if (failures.length > 0) throw failures[0];
    await drain();
    return false;
  }

  function startTurns(): void {
    while (underWay.size < turnsMax && failures.length === 0) {
      const agencyId = due.take(
        (each) => !underWay.has(each) && (hasResults(each) || shares.roomOf(each) > 0),
      );
      if (agencyId === null) return;
      underWay.set(agencyId, serve(agencyId, shares.roomOf(agencyId)));
    }
  }

  function hasResults(agencyId: number): boolean {
    return finished.has(agencyId);
  }

  /** One turn of an agency; never rejects. */
  async function serve(agencyId: number, count: number): Promise<void> {
    const results = finished.get(agencyId) ?? [];
    finished.delete(agencyId);
    shares.take(agencyId, count);
    let turn: Turn = { messages: [], disabled: [] };
    try {
      turn = await takeTurn(sql, agencyId, { results, count });
      if (turn.messages.length === count && count > 0) due.add(agencyId);
      else if (turn.messages.length === 0 && results.length === 0) {
        await retireWork(sql, deliveryQueue, agencyId);
      }
    } catch (error) {
      failures.push(error);
      // Nothing was written: they go with the next turn.
      if (results.length > 0) finished.set(agencyId, [...results, ...(finished.get(agencyId) ?? [])]);
      due.add(agencyId);
    }
    shares.giveBack(agencyId, count - turn.messages.length);
    for (const webhook of turn.disabled) log.warn("webhook_disabled", webhook);
    for (const message of turn.messages) void send(message);
    underWay.delete(agencyId);
    progress.resolve();
  }

  async function send(message: Turn["messages"][number]): Promise<void> {
    const attempt = await deliverMessage(message, deps, sending);
    const { agencyId } = message;
    shares.giveBack(agencyId, 1);
    finished.set(agencyId, [...(finished.get(agencyId) ?? []), attempt]);
    due.add(agencyId);
    deps.countDelivery?.(attempt);
    progress.resolve();
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(() => callOff.abort(), deps.graceMs ?? graceMsDefault);
    while (shares.taken() > 0) {
      progress = Promise.withResolvers<void>();
      await progress.promise;
    }
    clearTimeout(timer);
    sending.connections.clear();
    for (const agencyId of [...finished.keys()]) await serve(agencyId, 0);
    if (failures.length > 0) throw failures[0];
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
