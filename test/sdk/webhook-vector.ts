import fc from "fast-check";
import {
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from "../../sdk/src/index.ts";

/** The test vector of the Standard Webhooks libraries. */
export const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

export const vectorHeaders = {
  "webhook-id": vector.id,
  "webhook-timestamp": String(vector.timestamp),
  "webhook-signature": vector.signature,
};
const vectorNow = new Date(vector.timestamp * 1000);

export const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `svc_whsec_${Buffer.from(bytes).toString("base64")}`);

export const events = fc
  .record({ type: fc.string(), data: fc.dictionary(fc.string(), fc.jsonValue()) })
  .map((event) => JSON.stringify(event));

export const ids = fc.uuid().map((uuid) => `msg_${uuid.replaceAll("-", "")}`);

export function verifyVector(
  changes: Partial<Parameters<typeof verifyWebhook>[0]> = {},
): Promise<WebhookEvent> {
  return verifyWebhook({
    body: vector.body,
    headers: vectorHeaders,
    secret: vector.secret,
    now: vectorNow,
    ...changes,
  });
}

/** The reason why a verification failed; null when it did not. */
export async function reasonOf(verification: Promise<unknown>): Promise<WebhookVerificationReason | null> {
  try {
    await verification;
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}
