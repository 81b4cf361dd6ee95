import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Sql } from "../../../floor/db/open.ts";
import type { DefineOperation } from "../../../floor/http/operation.ts";
import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import type { Log } from "../../../log.ts";
import { endWebhook } from "./change-webhook.ts";
import { createWebhook } from "./create-webhook.ts";
import {
  createdWebhookExample,
  verifyingRules,
  webhookListExample,
  webhookRequestExample,
} from "./examples.ts";
import {
  activeWebhooksMax,
  CreatedWebhook,
  listedAttemptsMax,
  listedWebhooksMax,
  WebhookDisabled,
  WebhookList,
  WebhookRequest,
} from "./schema.ts";
import { listAttempts, listWebhooks } from "./sql.ts";

const bodyBytesMax = 16 * 1024;
const path = "/api/reporting/v1/webhooks";
const tag = "Webhooks";

export type WebhookRouteDeps = { sql: Sql; log: Log; secrets: SecretCipher; targetRules: TargetRules };

export function webhookRoutes(define: DefineOperation, deps: WebhookRouteDeps) {
  const list = defineList(define, deps);
  const create = defineCreate(define, deps);
  const disable = defineDisable(define, deps);
  return new Elysia()
    .route(list.method, list.path, list.handler, list.hook)
    .route(create.method, create.path, create.handler, create.hook)
    .route(disable.method, disable.path, disable.handler, disable.hook);
}

function defineList(define: DefineOperation, { sql }: WebhookRouteDeps) {
  return define({
    operationId: "listReportingWebhooks",
    method: "GET",
    path,
    tag,
    summary: "Webhooks and their latest delivery attempts",
    description: `All active webhooks of the agency, the latest disabled ones (${listedWebhooksMax} together at most, and 1 MB), and the latest ${listedAttemptsMax} attempts to deliver, newest first. Signing secrets are never included.`,
    responses: {
      200: { description: "Webhooks and attempts.", schema: WebhookList, example: webhookListExample },
    },
    errors: [],
    async handle({ caller }) {
      const [webhooks, deliveries] = await Promise.all([
        listWebhooks(sql, caller.agencyId),
        listAttempts(sql, caller.agencyId),
      ]);
      return { status: 200, body: { webhooks, deliveries } };
    },
  });
}

function defineCreate(define: DefineOperation, { sql, log, secrets, targetRules }: WebhookRouteDeps) {
  return define({
    operationId: "createReportingWebhook",
    method: "POST",
    path,
    tag,
    summary: "Register an endpoint for events",
    description: `The answer holds the signing secret, once. The target has to be a public HTTPS address; an agency has at most ${activeWebhooksMax} active webhooks, and one for each target.\n\n${verifyingRules}`,
    body: {
      schema: WebhookRequest,
      example: webhookRequestExample,
      bytesMax: bodyBytesMax,
      notJson: "invalid_body",
      notValid: "invalid_body",
    },
    responses: {
      201: { description: "Registered.", schema: CreatedWebhook, example: createdWebhookExample },
    },
    errors: ["unsafe_endpoint", "endpoint_already_registered", "webhook_limit_reached"],
    async handle({ caller, body }) {
      const created = await createWebhook(sql, caller.agencyId, body, {
        secrets,
        rules: targetRules,
        log,
        actor: { type: "api_key", id: caller.keyId },
      });
      return { status: 201, body: created };
    },
  });
}

function defineDisable(define: DefineOperation, { sql }: WebhookRouteDeps) {
  return define({
    operationId: "disableReportingWebhook",
    method: "DELETE",
    path: `${path}/:webhookId`,
    tag,
    summary: "Disable a webhook",
    description:
      "Ends the deliveries to an endpoint; past attempts stay listed. Repeating it changes nothing.",
    params: Type.Object({
      webhookId: Type.String({
        format: "uuid",
        description: "The `id` of the webhook, as the list has it.",
        examples: [createdWebhookExample.id],
      }),
    }),
    responses: {
      200: { description: "The webhook is inactive.", schema: WebhookDisabled, example: { success: true } },
    },
    errors: ["not_found"],
    async handle({ caller, params }) {
      const actor = { type: "api_key", id: caller.keyId } as const;
      await endWebhook(sql, caller.agencyId, params.webhookId, actor);
      return { status: 200, body: { success: true } };
    },
  });
}
