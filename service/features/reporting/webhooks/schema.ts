import { type Static, Type } from "@sinclair/typebox";
import { Count, DateTime, Nullable, OneOf, Text, Uuid } from "../../../schema.ts";
import { type WebhookEventType, webhookEventTypes } from "../../events/event-schema.ts";

/** Active endpoints that an agency may have. */
export const activeWebhooksMax = 20;
/** Webhooks that the list shows, disabled ones included; an agency can register and disable 250 in an hour. */
export const listedWebhooksMax = 1_000;
/** Attempts that the list shows. */
export const listedAttemptsMax = 100;

const EventType = Type.Unsafe<WebhookEventType>(OneOf(webhookEventTypes));
const EndpointUrl = { ...Text(1, 2_000, { description: "A public HTTPS address." }), format: "uri" };

export const WebhookRequest = Type.Object(
  {
    endpointUrl: EndpointUrl,
    events: Type.Array(EventType, {
      minItems: 1,
      description: "Events to listen to; a repeated one counts once.",
    }),
  },
  { title: "WebhookRequest" },
);
export type WebhookRequest = Static<typeof WebhookRequest>;

export const CreatedWebhook = Type.Object(
  {
    id: Uuid,
    endpointUrl: EndpointUrl,
    events: Type.Array(EventType),
    signingSecret: Type.String({
      pattern: "^svc_whsec_[A-Za-z0-9+/]{43}=$",
      description:
        "Shown here once and never again. Without its first four characters it is a Standard Webhooks secret.",
    }),
  },
  { title: "CreatedWebhook" },
);
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const Webhook = Type.Object(
  {
    id: Uuid,
    endpointUrl: EndpointUrl,
    events: Type.Array(EventType),
    active: Type.Boolean(),
    disabledReason: Nullable(
      Type.String({
        description:
          "`requested`: by the API or a person; `paused`: by a person, its events wait for up to 14 days; `gone`: the endpoint answered 410; `failing`: five days of nothing but failures.",
      }),
    ),
    createdAt: DateTime,
    disabledAt: Nullable(DateTime),
    lastDeliveryAt: Nullable(DateTime),
    consecutiveFailures: Count,
  },
  { title: "Webhook" },
);
export type Webhook = Static<typeof Webhook>;

const attemptErrors = [
  "dns",
  "connect",
  "tls",
  "timeout",
  "http_status",
  "redirect",
  "unsafe_endpoint",
  "response_too_large",
  "interrupted",
] as const;
export type AttemptError = (typeof attemptErrors)[number];

export const attemptStatuses = ["sending", "delivered", "failed", "unknown"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export const WebhookDelivery = Type.Object(
  {
    id: Uuid,
    webhookId: Uuid,
    messageId: Type.String({
      pattern: "^msg_[0-9a-f]{32}$",
      description: "The `webhook-id` header, the same for every attempt of a message.",
    }),
    eventType: EventType,
    attempt: Type.Integer({ minimum: 1 }),
    status: OneOf(
      attemptStatuses,
      "`unknown`: the service was interrupted during the attempt; the message is sent again.",
    ),
    responseStatus: Nullable(Type.Integer()),
    durationMs: Nullable(Count),
    error: Nullable(OneOf(attemptErrors)),
    remoteAddress: Nullable(Type.String()),
    attemptedAt: DateTime,
    nextAttemptAt: Nullable(DateTime),
  },
  { title: "WebhookDelivery" },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookList = Type.Object(
  {
    webhooks: Type.Array(Webhook),
    deliveries: Type.Array(WebhookDelivery, {
      maxItems: listedAttemptsMax,
      description: "The latest attempts, newest first.",
    }),
  },
  { title: "WebhookList" },
);
export type WebhookList = Static<typeof WebhookList>;

export const WebhookDisabled = Type.Object({ success: Type.Literal(true) }, { title: "WebhookDisabled" });
