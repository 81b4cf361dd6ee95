import { v7 as uuidv7 } from "uuid";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { checkTarget, type TargetRules } from "../../../floor/outbound/check-target.ts";
import { UnsafeTargetError } from "../../../floor/outbound/unsafe-target-error.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import type { Log } from "../../../log.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { createSigningSecret, endpointHash, signingSecretPurpose } from "./rules.ts";
import { activeWebhooksMax, type CreatedWebhook, type WebhookRequest } from "./schema.ts";
import { insertWebhook } from "./sql.ts";

type CreateWebhookDeps = {
  secrets: SecretCipher;
  rules: TargetRules;
  log: Log;
  actor: AuditActor;
  /** The id to register under, the same for each copy of one form. */
  id?: string;
};

/**
 * Registers an endpoint and makes its signing secret, which only this return value ever holds in the clear.
 * Throws `invalid_body` for an address that is no URL, `unsafe_endpoint` for one that we don't connect to,
 * `endpoint_already_registered`, and `webhook_limit_reached`.
 */
export async function createWebhook(
  sql: Sql,
  agencyId: number,
  request: WebhookRequest,
  deps: CreateWebhookDeps,
): Promise<CreatedWebhook> {
  const { endpointUrl } = request;
  if (parseUrl(endpointUrl) === null) throw notUrl();
  await refuseUnsafe(endpointUrl, agencyId, deps);
  const { id = uuidv7(), secrets, actor } = deps;
  const signingSecret = createSigningSecret();
  const events = [...new Set(request.events)];
  const webhook = {
    id,
    endpointUrl,
    endpointHash: endpointHash(endpointUrl),
    events,
    secretEncrypted: secrets.encrypt(signingSecret, signingSecretPurpose(agencyId, id)),
  };
  const outcome = await sql.begin(async (transaction) => {
    const inserted = await insertWebhook(transaction, agencyId, webhook);
    if (inserted === "inserted")
      await insertAudit(transaction, agencyId, {
        actor,
        action: "webhook.created",
        subject: { type: "webhook", id },
        details: { host: new URL(endpointUrl).host, events },
      });
    return inserted;
  });
  // A form that was sent once more for another target, as after the browser's way back, makes another webhook.
  if (outcome === "id_taken") return await createWebhook(sql, agencyId, request, { ...deps, id: uuidv7() });
  refuseOutcome(outcome);
  return { id, endpointUrl, events, signingSecret };
}

/** Throws for an endpoint that can't be active beside the others. */
export function refuseOutcome(outcome: string): void {
  if (outcome === "already_registered") {
    throw new ServiceError(
      "endpoint_already_registered",
      "The agency has an active or paused webhook for this target.",
    );
  }
  if (outcome === "limit_reached") {
    throw new ServiceError(
      "webhook_limit_reached",
      `The agency has ${activeWebhooksMax} active or paused webhooks.`,
    );
  }
}

async function refuseUnsafe(
  endpointUrl: string,
  agencyId: number,
  { rules, log }: { rules: TargetRules; log: Log },
): Promise<void> {
  try {
    await checkTarget(endpointUrl, rules);
  } catch (error) {
    if (!(error instanceof UnsafeTargetError)) throw error;
    // The reason goes to the log only, because callers could use it to map our network.
    log.info("unsafe_endpoint_refused", { agencyId, reason: error.reason, message: error.message });
    throw new ServiceError("unsafe_endpoint", "The webhook's target was refused.", { cause: error });
  }
}

function notUrl(): ServiceError {
  const reason = fieldReason("endpointUrl", "Expected an absolute URL");
  return new ServiceError("invalid_body", "endpointUrl is no URL.", reason);
}
