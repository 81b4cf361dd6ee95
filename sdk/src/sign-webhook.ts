import { importHmacKey, type RawBody, signBytes, unixSeconds } from "./hmac.ts";
import { decodeWebhookSecret, encodeBase64 } from "./webhook-secret.ts";

/** No dot: it parts the signed fields, so an id that holds one could lend its tail to the timestamp. */
export const webhookIdShape: RegExp = /^[!-\-/-~]{1,256}$/;

export type WebhookSignature = {
  /** `v1,` and base64. */
  signature: string;
  headers: { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };
};

/**
 * Signs a webhook delivery as the Standard Webhooks specification says: base64 of HMAC-SHA-256 over
 * `id.timestamp.body`. The service signs by the same rules; use it to test your own receiver.
 * `secret` in either spelling, `timestamp` in Unix seconds. Throws a TypeError for a secret or id that is none.
 *
 * @example Test vector of the Standard Webhooks libraries
 * ```ts
 * const { signature } = await signWebhook({
 *   secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
 *   id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
 *   timestamp: 1614265330,
 *   body: '{"test": 2432232314}',
 * });
 * signature; // "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
 * ```
 */
export async function signWebhook(input: {
  secret: string;
  id: string;
  timestamp: number;
  body: RawBody;
}): Promise<WebhookSignature> {
  const { secret, prefix, finish } = prepareWebhookSignature(input);
  return finish(await signBytes(await importHmacKey(secret), prefix, input.body));
}

/**
 * Everything of `signWebhook` but the HMAC itself, for whoever computes that without WebCrypto: `finish` takes the
 * HMAC-SHA-256 with the bytes of `secret` over `prefix` and the body.
 */
export function prepareWebhookSignature(input: { secret: string; id: string; timestamp: number }): {
  secret: Uint8Array;
  prefix: string;
  finish: (hmac: Uint8Array) => WebhookSignature;
} {
  const { id } = input;
  const secret = decodeWebhookSecret(input.secret);
  if (!secret) throw new TypeError("secret must be a signing secret (svc_whsec_… or whsec_…).");
  if (!webhookIdShape.test(id)) throw new TypeError("id must be printable ASCII without dots or spaces.");
  const timestamp = unixSeconds(input.timestamp);
  return {
    secret,
    prefix: `${id}.${timestamp}.`,
    finish(hmac) {
      const signature = `v1,${encodeBase64(hmac)}`;
      return {
        signature,
        headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature },
      };
    },
  };
}
