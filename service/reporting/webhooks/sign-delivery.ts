import { createHmac } from "node:crypto";
import { prepareWebhookSignature, type WebhookSignature } from "../../../sdk/src/sign-webhook.ts";

/**
 * The three headers of a delivery. Their rules are the SDK's own; only the HMAC is computed by `node:crypto`, because
 * WebCrypto imports the key each time, hands the work to a thread, and is many times slower.
 */
export function signDelivery(input: {
  secret: string;
  id: string;
  timestamp: number;
  body: Uint8Array;
}): WebhookSignature["headers"] {
  const { secret, prefix, finish } = prepareWebhookSignature(input);
  return finish(createHmac("sha256", secret).update(prefix).update(input.body).digest()).headers;
}
