import type { WebhookEventType } from "./types/webhook-event.ts";

/**
 * Every event that a webhook can listen to.
 *
 * @example
 * ```ts
 * await client.webhooks.createWebhook({ endpointUrl, events: webhookEventTypes });
 * ```
 */
export const webhookEventTypes: readonly WebhookEventType[] = [
  "release.published",
  "release.archived",
  "approval.requested",
  "approval.granted",
  "approval.changes_requested",
  "report.created",
  "export.completed",
  "export.failed",
  "conversion.recorded",
  "mention.found",
];
