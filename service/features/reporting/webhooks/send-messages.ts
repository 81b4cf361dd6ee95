import { createConnectionPool } from "../../../floor/outbound/connection-pool.ts";
import { createWarner } from "../../../log.ts";
import type { ClaimedMessage } from "./claim-sql.ts";
import { type DeliverDeps, deliverMessage } from "./deliver.ts";
import type { FinishedAttempt } from "./finish-sql.ts";

export type SenderDeps = DeliverDeps & {
  /** Told of each attempt that ended, for metrics; must not throw. */
  countDelivery?: ((attempt: FinishedAttempt) => void) | undefined;
};

export type Sender = {
  /** Sends a message and keeps its result until somebody takes it. */
  send(message: ClaimedMessage): void;
  hasResults(agencyId: number): boolean;
  takeResults(agencyId: number): FinishedAttempt[];
  /** Keeps results that could not be written for the next who takes them. */
  putBack(agencyId: number, results: readonly FinishedAttempt[]): void;
  agenciesWithResults(): number[];
  /** Aborts all requests under way. No message can be sent afterwards. */
  callOff(): void;
  closeConnections(): void;
};

/** Sends claimed messages and keeps their results, by agency. `onResult` is called once for each message that was sent. */
export function createSender(deps: SenderDeps, onResult: (agencyId: number) => void): Sender {
  const calledOff = new AbortController();
  const connections = createConnectionPool();
  const warn = createWarner(deps.log);
  const results = new Map<number, FinishedAttempt[]>();

  async function send(message: ClaimedMessage): Promise<void> {
    const attempt = await deliverMessage(message, deps, { connections, warn, signal: calledOff.signal });
    const { agencyId } = message;
    results.set(agencyId, [...resultsOf(agencyId), attempt]);
    onResult(agencyId);
    deps.countDelivery?.(attempt);
  }

  function resultsOf(agencyId: number): FinishedAttempt[] {
    return results.get(agencyId) ?? [];
  }

  return {
    send: (message) => void send(message),
    hasResults: (agencyId) => results.has(agencyId),
    takeResults(agencyId) {
      const taken = resultsOf(agencyId);
      results.delete(agencyId);
      return taken;
    },
    putBack(agencyId, unwritten) {
      if (unwritten.length > 0) results.set(agencyId, [...unwritten, ...resultsOf(agencyId)]);
    },
    agenciesWithResults: () => [...results.keys()],
    callOff: () => calledOff.abort(),
    closeConnections: () => connections.clear(),
  };
}
