/** Why a delivery was not accepted. `malformed_secret` is your configuration, all others are the request. */
export type WebhookVerificationReason =
  | "missing_header"
  | "malformed_id"
  | "malformed_timestamp"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "malformed_signature"
  | "wrong_signature"
  | "malformed_body"
  | "malformed_secret";

/**
 * Thrown by `verifyWebhook`. Neither the message nor any field holds the secret, the signature or the body.
 *
 * @example
 * ```ts
 * if (error instanceof WebhookVerificationError && error.reason === "timestamp_too_old") checkTheClock();
 * ```
 */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  declare readonly reason: WebhookVerificationReason;
  /** The same as `reason`, under the name that all errors of this package have. */
  declare readonly code: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason) {
    super(`Webhook refused: ${reason.replaceAll("_", " ")}.`);
    this.code = this.reason = reason;
  }
}
