import { expect, test } from "bun:test";
import { signWebhook } from "@pr-service/sdk";
import { createElysiaApp } from "../../examples/webhooks/elysia.ts";
import { createExpressApp } from "../../examples/webhooks/express.ts";
import { createFastifyApp } from "../../examples/webhooks/fastify.ts";
import { createHonoApp } from "../../examples/webhooks/hono.ts";
import { sendTestEvent } from "../../service/features/reporting/webhooks/send-test-event.ts";
import { allowLoopback, webhookCalls } from "../features/reporting/webhooks/webhook-calls.ts";
import { startWorkerd } from "../runtimes/start-workerd.ts";
import { serviceScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { createTestAgency, createTestRelease, freePort } from "../support/service.ts";
import { until } from "../support/until.ts";
import { bundleWorker } from "./bundle-worker.ts";

const hostname = "127.0.0.1";
const frameworks: [string, Listen][] = [
  [
    "Express",
    async (port, secret, print) => {
      const server = createExpressApp(secret, print).listen(port, hostname);
      return () => server.close();
    },
  ],
  [
    "Fastify",
    async (port, secret, print) => {
      const app = createFastifyApp(secret, print);
      await app.listen({ port, host: hostname });
      return () => app.close();
    },
  ],
  [
    "Hono",
    async (port, secret, print) => {
      const server = Bun.serve({ port, hostname, fetch: createHonoApp(secret, print).fetch });
      return () => server.stop(true);
    },
  ],
  [
    "Elysia",
    async (port, secret, print) => {
      const app = createElysiaApp(secret, print).listen({ port, hostname });
      return () => app.stop(true);
    },
  ],
];

const { service } = serviceScene("server", allowLoopback);

test.each(frameworks)(
  "the receiver on %s takes a delivery and a test, and no forged or second one",
  async (_, listen) => {
    const { url, port, signingSecret, pressReleaseId, testAndConvert, areDelivered } =
      await registerReceiver();
    const lines: string[] = [];
    const stop = await listen(port, signingSecret, (line) => lines.push(line));
    try {
      await testAndConvert();
      await until("both deliveries are answered with 2xx", areDelivered);
      expect(lines.toSorted()).toEqual([`lead for release ${pressReleaseId}`, "test of conversion.recorded"]);

      const body = JSON.stringify({ type: "report.created", timestamp: "2026-11-20T10:00:00Z", data: {} });
      const timestamp = Math.floor(Date.now() / 1000);
      const id = `msg_${crypto.randomUUID()}`;
      const { headers } = await signWebhook({ secret: signingSecret, id, timestamp, body });
      const post = async (sent: string) =>
        await fetch(url, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: sent,
        });
      const forged = await post(body.replace("created", "changed"));
      expect([forged.status, await forged.json()]).toEqual([401, { error: "wrong_signature" }]);
      expect([(await post(body)).status, (await post(body)).status]).toEqual([204, 204]);
      expect(lines.slice(2)).toEqual(["report.created"]);
    } finally {
      await stop();
    }
  },
);

test("the Worker takes a delivery and asks the service for the release's figures, which a test has not", async () => {
  const { key, port, signingSecret, testAndConvert, areDelivered } = await registerReceiver();
  const worker = await startWorkerd({
    module: await bundleWorker(),
    port,
    bindings: { PR_SERVICE_URL: service.url, PR_SERVICE_KEY: key, PR_SERVICE_WEBHOOK_SECRET: signingSecret },
  });
  try {
    await testAndConvert();
    // The Worker answers 2xx only once it has had the figures.
    await until("both deliveries are answered with 2xx", areDelivered);
    expect(worker.printed()).toContain("Neues Werk in Bremen eröffnet: 0 views");
  } finally {
    await worker.stop();
  }
});

type Stop = () => unknown;
type Listen = (port: number, secret: string, print: (line: string) => void) => Promise<Stop>;

/** An agency that is told of its conversions at a port where nobody listens yet. */
async function registerReceiver() {
  const { agencyId, key } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const port = await freePort();
  const url = `http://${hostname}:${port}/hooks`;
  const { id, signingSecret } = await webhookCalls(service.url, key).register(url, ["conversion.recorded"]);
  const testAndConvert = async () => {
    const input = { webhookId: id, eventType: "conversion.recorded" };
    await sendTestEvent(service.sql, agencyId, input, { type: "operator", id: null });
    const recorded = await callConversions({ url: service.url, key, body: conversionBody(pressReleaseId) });
    expect(recorded.status).toBe(201);
  };
  const areDelivered = async () => {
    const { deliveries } = await webhookCalls(service.url, key).list();
    return deliveries.filter(({ status }) => status === "delivered").length === 2;
  };
  return { key, port, url, signingSecret, pressReleaseId, testAndConvert, areDelivered };
}
