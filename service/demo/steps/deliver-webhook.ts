import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "../../../sdk/src/index.ts";
import { settleWithin } from "../../floor/concurrency/within-deadline.ts";
import type { DemoStep } from "../demo.ts";
import { mostReadRelease } from "./show-article-report.ts";

/** The first attempt follows within a second of the event; ten times that on a busy machine. */
const deliveryTimeoutMs = 10_000;

type Delivery = { headers: Headers; body: string };

/** Starts a receiver, registers it, lets something happen, and verifies what arrives: as sent, and with one byte changed. */
export const deliverWebhook: DemoStep = {
  name: "webhook",
  title: "Deliver a signed webhook to a receiver, and verify it with the SDK",
  async run(demo) {
    const arrived = Promise.withResolvers<Delivery>();
    const receiver = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        arrived.resolve({ headers: request.headers, body: await request.text() });
        return new Response(null, { status: 204 });
      },
    });
    try {
      const { data: webhook } = await demo.client.webhooks.createWebhook({
        endpointUrl: `${receiver.url.origin}/hooks`,
        events: ["conversion.recorded"],
      });
      await demo.client.conversions.recordConversion({
        eventId: "angebot-4713",
        pressReleaseId: mostReadRelease(demo).pressReleaseId,
        kind: "lead",
        value: 120,
        currency: "EUR",
        occurredAt: new Date(),
      });
      const late = () => new Error(`No webhook arrived within ${deliveryTimeoutMs / 1000} s.`);
      const { headers, body } = await settleWithin(arrived.promise, { timeoutMs: deliveryTimeoutMs, late });
      const event = await verifyWebhook({ headers, body, secret: webhook.signingSecret });
      const changed = body.replace('"120"', '"121"').replace(":120", ":121");
      const refusal = await refusalOf({ headers, body: changed, secret: webhook.signingSecret });
      return {
        lines: linesOf({ headers, event, refusal }),
        result: { messageId: headers.get("webhook-id"), event, verified: true, changedByte: refusal },
      };
    } finally {
      await receiver.stop(true);
    }
  },
};

function linesOf(input: { headers: Headers; event: WebhookEvent; refusal: string }): string[] {
  const { headers, event, refusal } = input;
  return [
    `webhook-id         ${headers.get("webhook-id")}`,
    `webhook-signature  ${headers.get("webhook-signature")}`,
    `as it was sent     verified: ${event.type} ${JSON.stringify(event.data)}`,
    `one byte changed   refused: ${refusal}`,
  ];
}

async function refusalOf(input: { headers: Headers; body: string; secret: string }): Promise<string> {
  try {
    await verifyWebhook(input);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
  throw new Error("A changed webhook was taken for a genuine one.");
}
