import type { Call } from "./create-call.ts";
import { pathPart } from "./path-part.ts";
import type { CallOptions, Result } from "./types/result.ts";
import type { CreatedWebhook, WebhookList, WebhookRequest } from "./types/webhook.ts";

export type WebhookOperations = {
  /** All webhooks of the agency, and the latest 100 attempts to deliver, newest first. */
  listWebhooks(options?: CallOptions): Promise<Result<WebhookList>>;
  /**
   * Registers an endpoint. `data.signingSecret` is shown this once only. Not repeated after a network fault, because
   * the secret of a first success would be lost: look at `listWebhooks`, and disable what you can't verify.
   *
   * @example
   * ```ts
   * const { data } = await client.webhooks.createWebhook({
   *   endpointUrl: "https://agency.example/hooks/reporting",
   *   events: ["export.completed", "release.published"],
   * });
   * await storeSecret(data.signingSecret);
   * ```
   */
  createWebhook(request: WebhookRequest, options?: CallOptions): Promise<Result<CreatedWebhook>>;
  /** Ends the deliveries to an endpoint; past ones stay listed. */
  disableWebhook(webhookId: string, options?: CallOptions): Promise<Result<{ success: true }>>;
};

const path = "/api/reporting/v1/webhooks";

export function webhookOperations(call: Call): WebhookOperations {
  return {
    async listWebhooks(options) {
      return call.json({ operation: "listWebhooks", method: "GET", path, isRepeatable: true }, options);
    },
    async createWebhook(request, options) {
      return call.json(
        {
          operation: "createWebhook",
          method: "POST",
          path,
          body: JSON.stringify(request),
          isRepeatable: false,
        },
        options,
      );
    },
    async disableWebhook(webhookId, options) {
      return call.json(
        {
          operation: "disableWebhook",
          method: "DELETE",
          path: `${path}/${pathPart(webhookId)}`,
          isRepeatable: true,
        },
        options,
      );
    },
  };
}
