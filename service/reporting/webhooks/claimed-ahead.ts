import type { ClaimedMessage } from "./claim-sql.ts";

/** What could not go out by then is given back, so that a lease always outlasts a request and nothing waits behind slow ones. */
const waitingMsMax = 1_000;

/** Messages of this process that are claimed and wait for a place among its requests, in the order of their claims. */
export type ClaimedAhead = {
  size(): number;
  add(messages: readonly ClaimedMessage[]): void;
  /** The next one that may still go out, or null. */
  take(): ClaimedMessage | null;
  /** Those that waited for too long. None behind them is taken any more, so that they are the first ones until `drop`. */
  overdue(): ClaimedMessage[];
  /** Forgets the first `count`: the database has them back. */
  drop(count: number): void;
  /** Lets none of them go out any more. */
  giveUp(): void;
};

export function createClaimedAhead(): ClaimedAhead {
  const waiting: { message: ClaimedMessage; startByMs: number }[] = [];
  const isOverdue = ({ startByMs }: { startByMs: number }) => performance.now() > startByMs;

  return {
    size: () => waiting.length,
    add(messages) {
      const startByMs = performance.now() + waitingMsMax;
      for (const message of messages) waiting.push({ message, startByMs });
    },
    take() {
      const [next] = waiting;
      if (next === undefined || isOverdue(next)) return null;
      waiting.shift();
      return next.message;
    },
    overdue: () => waiting.filter(isOverdue).map(({ message }) => message),
    drop(count) {
      waiting.splice(0, count);
    },
    giveUp() {
      for (const each of waiting) each.startByMs = 0;
    },
  };
}
