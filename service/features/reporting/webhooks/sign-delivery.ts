import { createHmac } from "node:crypto";
import { prepareWebhookSignature, type WebhookSignature } from "../../../../sdk/src/sign-webhook.ts";

/**
 * The three headers of a delivery, with a signature for each secret, the first one's first. Their rules are the SDK's own; only
 * the HMAC is computed by `node:crypto`, because WebCrypto imports the key each time, hands the work to a thread, and is many
 * times slower.
 */
export function signDelivery(input: {
  secrets: readonly string[];
  id: string;
  timestamp: number;
  body: Uint8Array;
}): WebhookSignature["headers"] {
  const { secrets, id, timestamp, body } = input;
  const signed = secrets.map((each) => {
    const { secret, prefix, finish } = prepareWebhookSignature({ secret: each, id, timestamp });
    return finish(createHmac("sha256", secret).update(prefix).update(body).digest()).headers;
  });
  const [first] = signed;
  if (first === undefined) throw new Error("A delivery was to be signed without a secret.");
  return {
    ...first,
    "webhook-signature": signed.map((headers) => headers["webhook-signature"]).join(" "),
  };
}
