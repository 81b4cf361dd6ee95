import type { EndpointHealth, FinishedAttempt } from "./finish-sql.ts";

/** The status by which an endpoint says that it wants no more deliveries. */
const goneStatus = 410;

/**
 * Sums up a batch of attempts by endpoint, in the order in which they ended. What was interrupted on our side says
 * nothing about the endpoint and is left out.
 */
export function foldHealth(attempts: readonly FinishedAttempt[]): EndpointHealth[] {
  const byWebhook = new Map<string, EndpointHealth>();
  for (const attempt of attempts) {
    if (attempt.error === "interrupted") continue;
    const { agencyId, webhookId } = attempt;
    const health = byWebhook.get(webhookId) ?? {
      agencyId,
      webhookId,
      isDelivered: false,
      failures: 0,
      isGone: false,
    };
    if (attempt.status === "delivered") {
      health.isDelivered = true;
      health.failures = 0;
    } else {
      health.failures += 1;
      health.isGone ||= attempt.responseStatus === goneStatus;
    }
    byWebhook.set(webhookId, health);
  }
  return [...byWebhook.values()];
}
