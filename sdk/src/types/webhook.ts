import type { WebhookEventType } from "./webhook-event.ts";

/** At least one event; `endpointUrl` is a public HTTPS address of at most 2000 characters. */
export type WebhookRequest = { endpointUrl: string; events: readonly WebhookEventType[] };

/** `signingSecret` is shown here once and never again: store it before you answer anything. */
export type CreatedWebhook = {
  id: string;
  endpointUrl: string;
  events: WebhookEventType[];
  signingSecret: string;
};

export type Webhook = {
  id: string;
  endpointUrl: string;
  events: WebhookEventType[];
  active: boolean;
  disabledReason: string | null;
  createdAt: string;
  disabledAt: string | null;
  lastDeliveryAt: string | null;
  consecutiveFailures: number;
};

/** Why an attempt failed. */
export type WebhookDeliveryError =
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "http_status"
  | "redirect"
  | "unsafe_endpoint"
  | "response_too_large"
  | "interrupted";

/** One attempt to deliver one message. */
export type WebhookDelivery = {
  id: string;
  webhookId: string;
  /** The `webhook-id` header, the same for every attempt of a message. */
  messageId: string;
  eventType: WebhookEventType;
  /** Counted from 1. */
  attempt: number;
  /** `unknown`: the service was interrupted during the attempt and tries again. */
  status: "sending" | "delivered" | "failed" | "unknown";
  responseStatus: number | null;
  durationMs: number | null;
  error: WebhookDeliveryError | null;
  remoteAddress: string | null;
  attemptedAt: string;
  nextAttemptAt: string | null;
};

/** All webhooks of the agency, and the latest 100 attempts, newest first. */
export type WebhookList = { webhooks: Webhook[]; deliveries: WebhookDelivery[] };
