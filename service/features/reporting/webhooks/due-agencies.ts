import type { Sql } from "../../../floor/db/open.ts";
import { listAgenciesInTurn } from "../../../floor/queues/take-turns.ts";
import { deliveryQueue } from "../../events/delivery-queue.ts";

/** Shortest time between two reads of the due agencies, because each event wakes the loop. */
const lookPauseMs = 10;

export type DueAgencies = {
  /** Reads from the database which agencies are due, if the last read is long enough ago. */
  look(): Promise<void>;
  /** Makes the next read happen after `lookPauseMs` at most. */
  askAgain(): void;
  /** True while a look that was asked for has not been taken. */
  isAsked(): boolean;
  nextLookMs(): number;
  /** Puts an agency at the end of the line; one that stands in it stays where it is. */
  add(agencyId: number): void;
  /** Takes the first that `isServable`, or null. */
  take(isServable: (agencyId: number) => boolean): number | null;
  count(): number;
};

/** The agencies that wait for their turn in this process, in their order. */
export function createDueAgencies(sql: Sql, tickMs: number): DueAgencies {
  const line = new Set<number>();
  let isAsked = true;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let after = 0;
  const nextLookMs = () =>
    Math.max(0, lookedAtMs + (isAsked ? Math.min(lookPauseMs, tickMs) : tickMs) - performance.now());
  return {
    isAsked: () => isAsked,
    nextLookMs,
    async look() {
      if (nextLookMs() > 0) return;
      isAsked = false;
      lookedAtMs = performance.now();
      for (const agencyId of await listAgenciesInTurn(sql, deliveryQueue, { after })) {
        line.add(agencyId);
        after = agencyId;
      }
    },
    askAgain() {
      isAsked = true;
    },
    add: (agencyId) => void line.add(agencyId),
    take(isServable) {
      for (const agencyId of line) {
        if (!isServable(agencyId)) continue;
        line.delete(agencyId);
        return agencyId;
      }
      return null;
    },
    count: () => line.size,
  };
}
