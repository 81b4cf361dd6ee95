import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import type { ConnectionPool } from "../../../floor/outbound/connection-pool.ts";
import { PinnedRequestError } from "../../../floor/outbound/pinned-request-error.ts";
import { postPinned, postTimeoutMsDefault } from "../../../floor/outbound/post-pinned.ts";
import { type SecretCipher, SecretCipherError } from "../../../floor/secrets/secret-cipher.ts";
import type { createWarner, Log } from "../../../log.ts";
import type { ClaimedMessage } from "./claim-sql.ts";
import type { FinishedAttempt } from "./finish-sql.ts";
import { answerText, messageName, retryDelayMs, retryStepsMsDefault, signingSecretPurpose } from "./rules.ts";
import type { AttemptError } from "./schema.ts";
import { signDelivery } from "./sign-delivery.ts";

export type DeliverDeps = {
  log: Log;
  secrets: SecretCipher;
  targetRules: TargetRules;
  /** Wait before the second, third, … attempt, in milliseconds. */
  retryStepsMs?: readonly number[] | undefined;
  /** Time for one POST, the look-up included, in milliseconds. */
  postTimeoutMs?: number | undefined;
};

/** What deliveries share while a run lasts. */
export type Sending = {
  connections: ConnectionPool;
  signal: AbortSignal;
  warn: ReturnType<typeof createWarner>;
};

type Outcome = {
  error: AttemptError | null;
  responseStatus: number | null;
  durationMs: number | null;
  remoteAddress: string | null;
  retryAfter: string | null;
  answer: string | null;
};

const userAgent = "pr-service-webhooks/1";

/**
 * Posts a message to its endpoint, signed, and says how that ended; never throws.
 * The signal calls it off: then nobody knows whether the receiver has it, and it is sent again at once.
 */
export async function deliverMessage(
  message: ClaimedMessage,
  deps: DeliverDeps,
  sending: Sending,
): Promise<FinishedAttempt> {
  const outcome = await post(message, deps, sending);
  const { error, responseStatus, durationMs, remoteAddress } = outcome;
  const { agencyId, webhookId, messageId, attemptId, isTest } = message;
  const ids = { agencyId, webhookId, messageId, attemptId, isTest };
  const seen = { responseStatus, durationMs, remoteAddress, answer: outcome.answer };
  if (error === null) return { ...ids, ...seen, status: "delivered", error, retryMs: null };
  if (error === "interrupted" && sending.signal.aborted) {
    return { ...ids, ...seen, status: "unknown", error, retryMs: 0 };
  }
  const failed = {
    attempt: message.attemptOfDelivery,
    error,
    responseStatus,
    retryAfter: outcome.retryAfter,
  };
  const retryMs = retryDelayMs(failed, deps.retryStepsMs ?? retryStepsMsDefault, {
    now: Date.now(),
    random: Math.random,
  });
  deps.log.info("webhook_attempt_failed", {
    agencyId,
    webhookId,
    attemptId,
    attempt: message.attempt,
    error,
    responseStatus,
    retryMs,
  });
  return { ...ids, ...seen, status: "failed", error, retryMs };
}

async function post(message: ClaimedMessage, deps: DeliverDeps, sending: Sending): Promise<Outcome> {
  const { connections, signal, warn } = sending;
  try {
    const body = new TextEncoder().encode(message.payload);
    const headers = {
      ...signDelivery({
        secrets: secretsOf(message, deps.secrets, warn),
        id: messageName(message.messageId),
        timestamp: Math.floor(Date.now() / 1_000),
        body,
      }),
      ...(message.isTest ? { "webhook-test": "true" } : {}),
      ...(message.isReplay ? { "webhook-replay": "true" } : {}),
    };
    const answer = await postPinned(message.endpointUrl, {
      headers: { ...headers, "content-type": "application/json", "user-agent": userAgent },
      body,
      rules: deps.targetRules,
      timeoutMs: deps.postTimeoutMs ?? postTimeoutMsDefault,
      connections,
      signal,
    });
    return {
      error: isSuccess(answer.status) ? null : "http_status",
      responseStatus: answer.status,
      durationMs: answer.durationMs,
      remoteAddress: answer.remoteAddress,
      retryAfter: answer.headers["retry-after"] ?? null,
      answer: answerText(answer.body),
    };
  } catch (error) {
    if (error instanceof PinnedRequestError) return outcomeOf(error);
    // A fault of this service, for instance a changed SECRET_KEY, must not count against the endpoint.
    deps.log.error("webhook_not_sent", { webhookId: message.webhookId, error });
    return {
      error: "interrupted",
      responseStatus: null,
      durationMs: null,
      remoteAddress: null,
      retryAfter: null,
      answer: null,
    };
  }
}

/**
 * The present secret, and the one before it while a rotation lasts: receivers verify with either. An old one that can't be read was
 * rotated because its SECRET_KEY is lost, and the present one signs alone.
 */
function secretsOf(message: ClaimedMessage, secrets: SecretCipher, warn: Sending["warn"]): string[] {
  const { agencyId, webhookId, secretEncrypted, oldSecretEncrypted } = message;
  const purpose = signingSecretPurpose(agencyId, webhookId);
  const present = secrets.decrypt(secretEncrypted, purpose);
  if (oldSecretEncrypted === null) return [present];
  try {
    return [present, secrets.decrypt(oldSecretEncrypted, purpose)];
  } catch (error) {
    if (!(error instanceof SecretCipherError)) throw error;
    warn("webhook_old_secret_unreadable", { agencyId, webhookId, error });
    return [present];
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function outcomeOf(error: PinnedRequestError): Outcome {
  const status = error.head?.status ?? null;
  // Whoever answers 2xx has the message: a receiver that says more than is read got it ten times.
  const isTaken = error.kind === "response_too_large" && status !== null && isSuccess(status);
  return {
    error: isTaken ? null : error.kind,
    responseStatus: status,
    durationMs: error.durationMs,
    remoteAddress: error.remoteAddress ?? null,
    retryAfter: error.head?.headers["retry-after"] ?? null,
    answer: error.bodyStart === undefined ? null : answerText(error.bodyStart),
  };
}
