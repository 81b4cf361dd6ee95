import { type TSchema, Type } from "@sinclair/typebox";
import { DateTime } from "../../../schema.ts";
import { type WebhookEventType, webhookEventData, webhookEventTypes } from "../../events/event-schema.ts";
import { deliveryVector, eventExample } from "./examples.ts";

const summaries: Record<WebhookEventType, string> = {
  "release.published": "A press release was published",
  "release.archived": "A press release was archived",
  "approval.requested": "A client was asked to approve a draft",
  "approval.granted": "A client approved a draft",
  "approval.changes_requested": "A client asked for changes to a draft",
  "report.created": "A report snapshot was frozen",
  "export.completed": "An export is ready for download",
  "export.failed": "An export failed for good",
  "conversion.recorded": "A conversion was recorded",
  "mention.found": "A feed or a news sitemap named a release or its client",
};

const description =
  "Sent to the endpoints that listen to it. How to verify and to answer a delivery, with real values, stands at `createReportingWebhook`.";

const headers = [
  header(
    "webhook-id",
    "Names the message, the same on every attempt.",
    "^msg_[0-9a-f]{32}$",
    deliveryVector.id,
  ),
  header("webhook-timestamp", "Unix seconds of the attempt.", "^[0-9]{1,15}$", deliveryVector.timestamp),
  header(
    "webhook-signature",
    "`v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`. For 24 hours after a rotation there are two, parted by a space: of the new secret and of the old one.",
    "^v1,",
    deliveryVector.signature,
  ),
  mark("webhook-test", "Sent with a test event alone."),
  mark("webhook-replay", "Sent when a person ordered this message once more."),
];

/** The `webhooks` section of the OpenAPI document. Source: OpenAPI 3.1.0, 4.8.1. */
export function describeWebhooks(): Record<string, unknown> {
  return Object.fromEntries(
    webhookEventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on${eventName(type)}`,
          summary: summaries[type],
          description,
          tags: ["Webhooks"],
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: { "application/json": { schema: eventSchema(type), example: eventExample(type) } },
          },
          responses: {
            "2XX": { description: "Taken." },
            "410": { description: "Gone: the webhook is disabled and nothing more is sent." },
          },
        },
      },
    ]),
  );
}

/** What a delivery's body holds; the SDK's type of the event is held against it. */
export function eventSchema(type: WebhookEventType): TSchema {
  return Type.Object(
    {
      type: Type.Literal(type),
      timestamp: DateTime,
      test: Type.Optional(
        Type.Literal(true, { description: "Present in a test event alone, whose data is an example." }),
      ),
      data: Type.Composite([webhookEventData[type], Type.Object({ agencyId: Type.Integer({ minimum: 1 }) })]),
    },
    { title: `${eventName(type)}Event` },
  );
}

function header(name: string, text: string, pattern: string, example: string) {
  const schema = { type: "string", pattern };
  return { name, in: "header", required: true, description: text, schema, example };
}

/** A header that is there or not. */
function mark(name: string, text: string) {
  return {
    name,
    in: "header",
    required: false,
    description: text,
    schema: { type: "string", enum: ["true"] },
    example: "true",
  };
}

/** `release.published` becomes `ReleasePublished`. */
function eventName(type: WebhookEventType): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
