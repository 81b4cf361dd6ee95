import type { EndpointHealth, FinishedAttempt } from "./finish-sql.ts";

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
