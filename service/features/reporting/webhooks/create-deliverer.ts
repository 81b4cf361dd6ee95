import { settleWithin } from "../../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { createShares } from "../../../floor/queues/create-shares.ts";
import { retireWork } from "../../../floor/queues/retire-work.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";
import { createDueAgencies } from "./due-agencies.ts";
import { createSender, type Sender, type SenderDeps } from "./send-messages.ts";
import { type Turn, takeTurn } from "./take-turn.ts";

export type Deliverer = {
  /** Sends what is due until nothing is due and nothing under way; then returns false. The signal ends it early. */
  run(signal: AbortSignal): Promise<boolean>;
  /** Makes a running `run` look for new messages at once. */
  wake(): void;
};

export type DelivererDeps = SenderDeps & {
  sql: Sql;
  /** How often a running delivery looks for messages whose wait is over, in milliseconds. */
  tickMs?: number | undefined;
  /** Time for requests under way when the service stops; then they are called off and sent again later. */
  graceMs?: number | undefined;
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
 * more of its messages into the seats that it may take. No connection is held while a request is under way.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { sql, log } = deps;
  const shares = createShares(inFlightMax);
  const due = createDueAgencies(sql, deps.tickMs ?? tickMsDefault);
  const sender = createSender(deps, (agencyId) => {
    shares.giveBack(agencyId, 1);
    due.add(agencyId);
    progress.made();
  });
  const underWay = new Map<number, Promise<void>>();
  let failures: unknown[] = [];
  const progress = createProgress();
  return { run, wake };

  function wake(): void {
    due.askAgain();
    progress.made();
  }

  async function run(signal: AbortSignal): Promise<boolean> {
    failures = [];
    due.askAgain();
    while (!signal.aborted && failures.length === 0) {
      // Whatever ends or is announced from here on is seen by the next look.
      progress.watch();
      await due.look().catch((error: unknown) => void failures.push(error));
      startTurns();
      if (underWay.size + shares.taken() + due.count() === 0 && !due.isAsked()) return false;
      await progress.wait({ timeoutMs: due.nextLookMs(), signal });
    }
    await Promise.all(underWay.values());
    if (failures.length === 0) await drain();
    if (failures.length > 0) throw failures[0];
    return false;
  }

  function startTurns(): void {
    while (underWay.size < turnsMax && failures.length === 0) {
      const agencyId = due.take(
        (id) => !underWay.has(id) && (sender.hasResults(id) || shares.roomOf(id) > 0),
      );
      if (agencyId === null) return;
      underWay.set(agencyId, serve(agencyId, shares.roomOf(agencyId)));
    }
  }

  /** Delivers up to `count` messages of an agency, which is its turn. Never rejects. */
  async function serve(agencyId: number, count: number): Promise<void> {
    shares.take(agencyId, count);
    let turn: Turn = { messages: [], disabled: [] };
    try {
      turn = await turnWithResults(sql, sender, { agencyId, count });
      if (turn.messages.length === count && count > 0) due.add(agencyId);
    } catch (error) {
      failures.push(error);
      due.add(agencyId);
    }
    shares.giveBack(agencyId, count - turn.messages.length);
    for (const webhook of turn.disabled) log.warn("webhook_disabled", webhook);
    for (const message of turn.messages) sender.send(message);
    underWay.delete(agencyId);
    progress.made();
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(sender.callOff, deps.graceMs ?? graceMsDefault);
    while (shares.taken() > 0) await progress.next();
    clearTimeout(timer);
    sender.closeConnections();
    for (const agencyId of sender.agenciesWithResults()) await serve(agencyId, 0);
  }
}

/** A turn with the results that wait for one. An agency without messages and results leaves the queue. */
async function turnWithResults(
  sql: Sql,
  sender: Sender,
  { agencyId, count }: { agencyId: number; count: number },
): Promise<Turn> {
  const results = sender.takeResults(agencyId);
  try {
    const turn = await takeTurn(sql, agencyId, { results, count });
    if (turn.messages.length === 0 && results.length === 0) await retireWork(sql, deliveryQueue, agencyId);
    return turn;
  } catch (error) {
    // Nothing was written: they go with the next turn.
    sender.putBack(agencyId, results);
    throw error;
  }
}

/** Lets a loop wait for something that may have happened before it waits. */
function createProgress() {
  let seen = Promise.withResolvers<void>();
  const watch = () => {
    seen = Promise.withResolvers<void>();
  };
  return {
    made: () => seen.resolve(),
    /** Whatever happens from here on ends the next wait. */
    watch,
    /** Waits for what has happened since `watch`, but no longer than `timeoutMs` and not past the signal. */
    async wait(limits: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
      const late = () => new Error("Nothing has happened in time.");
      await settleWithin(seen.promise, { ...limits, late }).catch(() => {});
    },
    /** Waits for what happens from here on. */
    next(): Promise<void> {
      watch();
      return seen.promise;
    },
  };
}
