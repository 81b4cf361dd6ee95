import type { NewWebhookEvent } from "../../../../service/features/events/event-schema.ts";
import { createWebhook } from "../../../../service/features/reporting/webhooks/create-webhook.ts";
import type { CreatedWebhook, WebhookList } from "../../../../service/features/reporting/webhooks/schema.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createAddressRanges } from "../../../../service/floor/http/address-ranges.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { createLog } from "../../../../service/log.ts";

/** For a service that delivers to a server of the test. */
export const allowLoopback = { LOOPS: "on", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" };

const path = "/api/reporting/v1/webhooks";

/** Calls the webhook operations as an agency does. */
export function webhookCalls(url: string, key: string) {
  const call = (method: string, suffix = "", body?: unknown) =>
    fetch(`${url}${path}${suffix}`, {
      method,
      headers: { "x-api-key": key },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return {
    post: (body: unknown) => call("POST", "", body),
    remove: (id: string) => call("DELETE", `/${id}`),
    async register(endpointUrl: string, events: string[] = ["report.created"]): Promise<CreatedWebhook> {
      const response = await call("POST", "", { endpointUrl, events });
      if (response.status !== 201)
        throw new Error(`not registered: ${response.status} ${await response.text()}`);
      return (await response.json()) as CreatedWebhook;
    },
    async list(): Promise<WebhookList> {
      return (await (await call("GET")).json()) as WebhookList;
    },
  };
}

/** What a deliverer of a test is made with; the key is the test's own. */
export const testKey = new Uint8Array(32).fill(7);
export const deliveryDeps = {
  log: createLog("silent", () => {}),
  secrets: createSecretCipher(testKey),
  targetRules: { allowCidrs: createAddressRanges(["127.0.0.0/8"]) },
};

/** Registers an endpoint below the HTTP edge. */
export function registerEndpoint(sql: Sql, agencyId: number, endpointUrl: string): Promise<CreatedWebhook> {
  return createWebhook(
    sql,
    agencyId,
    { endpointUrl, events: ["report.created"] },
    { ...deliveryDeps, rules: deliveryDeps.targetRules, actor: { type: "operator", id: null } },
  );
}

export function reportCreated(scopeId = "7"): NewWebhookEvent {
  return {
    type: "report.created",
    data: {
      reportId: crypto.randomUUID(),
      scopeType: "article",
      scopeId,
      contentHash: "0".repeat(64),
      createdAt: new Date().toISOString(),
      chainHead: {
        number: 1,
        chainHash: "0".repeat(64),
        signature: "A".repeat(86),
        keyId: "A".repeat(43),
      },
    },
  };
}
