import type { Sql } from "../../../floor/db/open.ts";
import { type ClaimedMessage, claimMessages, type Endpoint, lockTurn } from "./claim-sql.ts";
import {
  type EndpointHealth,
  type FinishedAttempt,
  finishAttempts,
  updateEndpointHealth,
} from "./finish-sql.ts";

export type Turn = {
  messages: ClaimedMessage[];
  /** Endpoints that the results turned inactive. */
  disabled: (Endpoint & { reason: string })[];
};

/** Writes the results of an agency's requests and claims up to `count` more of its messages, in one transaction. */
export async function takeTurn(
  sql: Sql,
  agencyId: number,
  { results, count }: { results: readonly FinishedAttempt[]; count: number },
): Promise<Turn> {
  const health = foldHealth(results);
  return await sql.begin(async (transaction) => {
    // The statements are sent together, which saves round trips; the server runs them in this order.
    const [, , disabled, messages] = await Promise.all([
      lockTurn(transaction, agencyId),
      results.length > 0 ? finishAttempts(transaction, agencyId, results) : undefined,
      health.length > 0 ? updateEndpointHealth(transaction, agencyId, health) : [],
      count > 0 ? claimMessages(transaction, agencyId, count) : [],
    ]);
    return { messages, disabled };
  });
}

/** The status by which an endpoint says that it wants no more deliveries. */
const goneStatus = 410;

/**
 * Sums up a batch of attempts by endpoint, in the order in which they ended. What was interrupted on our side says
 * nothing about the endpoint and is left out; so is a test that failed, because whoever sets up a receiver tries it until it works.
 */
export function foldHealth(attempts: readonly FinishedAttempt[]): EndpointHealth[] {
  const byWebhook = new Map<string, EndpointHealth>();
  for (const attempt of attempts) {
    const { agencyId, webhookId } = attempt;
    const isGone = attempt.responseStatus === goneStatus;
    const isVainTest = attempt.isTest && attempt.status !== "delivered" && !isGone;
    if (attempt.error === "interrupted" || isVainTest) continue;
    const health = byWebhook.get(webhookId) ?? {
      agencyId,
      webhookId,
      isDelivered: false,
      failures: 0,
      isGivenUp: false,
      isGone: false,
    };
    if (attempt.status === "delivered") {
      health.isDelivered = true;
      health.failures = 0;
    } else {
      health.failures += 1;
      health.isGivenUp ||= attempt.retryMs === null;
      health.isGone ||= isGone;
    }
    byWebhook.set(webhookId, health);
  }
  return [...byWebhook.values()];
}
