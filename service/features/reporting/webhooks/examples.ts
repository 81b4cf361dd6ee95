import type { NewWebhookEvent, WebhookEventData, WebhookEventType } from "../../events/event-schema.ts";
import { exampleRelease } from "../articles/examples.ts";
import { exportStateExample } from "../exports/examples.ts";
import { exampleChainHead, exampleContentHash, exampleReportId } from "../reports/examples.ts";
import type { CreatedWebhook, WebhookList, WebhookRequest } from "./schema.ts";

const webhookId = "019aa0f1-0b3c-7e4d-9a58-6c7d8e9f0a12";
const decision = {
  approvalId: "019a9f5b-2d3e-7f40-8b61-7a8b9c0d1e23",
  draftId: "019a9f5a-1c2d-7e3f-9a50-6b7c8d9e0f12",
  draftVersion: 3,
  clientId: 11,
  decidedAt: "2026-11-19T07:45:00.000Z",
  decidedBy: "Anna Petersen",
};
const { job, downloadUrl } = exportStateExample;

export const webhookRequestExample: WebhookRequest = {
  endpointUrl: "https://agency.example/hooks/reporting",
  events: ["export.completed", "conversion.recorded"],
};

/** The secret with which the worked example of `webhooks` is signed; it belongs to nobody. */
const exampleSigningSecret = "svc_whsec_ZXhhbXBsZS1zZWNyZXQtb2YtdGhlLWRvY3VtZW50cyE=";

export const createdWebhookExample: CreatedWebhook = {
  id: webhookId,
  ...webhookRequestExample,
  signingSecret: exampleSigningSecret,
};

export const webhookListExample: WebhookList = {
  webhooks: [
    {
      id: webhookId,
      ...webhookRequestExample,
      active: true,
      disabledReason: null,
      createdAt: "2026-11-20T12:58:00.000Z",
      disabledAt: null,
      lastDeliveryAt: "2026-11-20T13:05:12.000Z",
      consecutiveFailures: 0,
    },
  ],
  deliveries: [
    {
      id: "019aa0f4-7b20-7d8e-b1f2-0c1d2e3f4a59",
      webhookId,
      messageId: "msg_019aa0f479a37c1db04e8f6a5b3c2d10",
      eventType: "export.completed",
      attempt: 1,
      status: "delivered",
      responseStatus: 204,
      durationMs: 38,
      error: null,
      remoteAddress: "192.0.2.17",
      attemptedAt: "2026-11-20T13:05:12.000Z",
      nextAttemptAt: null,
    },
  ],
};

/** `data` of an event of each type, without `agencyId`. */
const eventDataExamples: WebhookEventData = {
  "release.published": {
    pressReleaseId: exampleRelease.id,
    clientId: 11,
    title: exampleRelease.title,
    url: "https://reporting.example/newsroom/mueller-maschinenbau/neues-werk",
    publishedAt: "2026-11-19T08:00:00.000Z",
  },
  "release.archived": {
    pressReleaseId: exampleRelease.id,
    clientId: 11,
    archivedAt: "2026-12-31T10:00:00.000Z",
  },
  "approval.requested": {
    approvalId: decision.approvalId,
    draftId: decision.draftId,
    draftVersion: decision.draftVersion,
    clientId: decision.clientId,
    contactName: decision.decidedBy,
    expiresAt: "2026-11-25T07:30:00.000Z",
  },
  "approval.granted": { ...decision, comment: null },
  "approval.changes_requested": { ...decision, comment: "Bitte die Zahl der Arbeitsplätze prüfen." },
  "report.created": {
    reportId: exampleReportId,
    scopeType: "article",
    scopeId: "42",
    contentHash: exampleContentHash,
    createdAt: "2026-11-20T13:05:09.000Z",
    chainHead: exampleChainHead,
  },
  "export.completed": {
    jobId: job.id,
    reportId: exampleReportId,
    format: job.format,
    scopeType: job.scopeType,
    scopeId: job.scopeId,
    statusUrl: `https://reporting.example/api/reporting/v1/exports/${job.id}`,
    downloadUrl: downloadUrl ?? "",
    expiresAt: job.expiresAt ?? "",
  },
  "export.failed": {
    jobId: job.id,
    format: job.format,
    scopeType: job.scopeType,
    scopeId: job.scopeId,
    error: "scope_deleted",
  },
  "conversion.recorded": {
    id: "019f892e-6af4-7d05-b2a8-3c4d5e6f7a80",
    eventId: "order-4711",
    pressReleaseId: exampleRelease.id,
    kind: "lead",
    value: "49.9",
    currency: "EUR",
    occurredAt: "2026-11-20T13:00:00.000Z",
  },
  "mention.found": {
    id: "019aa0f5-2c3d-7e4f-8a61-5b6c7d8e9f01",
    clientId: 11,
    pressReleaseId: exampleRelease.id,
    medium: "Weser-Kurier",
    url: "https://www.weser-kurier.example/wirtschaft/neues-werk",
    matchType: "excerpt",
  },
};

/** An example as a feature would hand it over, for test events. */
export function newEventExample(type: WebhookEventType): NewWebhookEvent {
  // Each type's own example stands under its name.
  return { type, data: eventDataExamples[type] } as NewWebhookEvent;
}

export function eventExample(type: WebhookEventType) {
  return { type, timestamp: "2026-11-20T13:05:11.000Z", data: { ...eventDataExamples[type], agencyId: 7 } };
}

/** A whole delivery with real values; a test holds the signature against the SDK's. */
export const deliveryVector = {
  id: "msg_019aa0f479a37c1db04e8f6a5b3c2d10",
  timestamp: "1795179912",
  body: JSON.stringify(eventExample("export.failed")),
  signature: "v1,5GL5GFD8iqP8lZ8qi4HFB1Ojw3f2tTCaK3QQm7OEsUg=",
} as const;

/** The rules in the order of work, then real values to check one's own code with. */
export const verifyingRules = `Sent by the [Standard Webhooks](https://www.standardwebhooks.com/) specification, so that its libraries work too (give them the secret without its first four characters, \`svc_\`).

**Verifying.** The body has to stay the bytes that came; a parsed and rewritten one has another signature.

1. Refuse a \`webhook-timestamp\` more than 300 s from your clock.
2. The key is what base64 decodes to after \`whsec_\` in the signing secret.
3. The message is \`webhook-id\`, a dot, \`webhook-timestamp\`, a dot, and the body.
4. \`v1,\` and the base64 of HMAC-SHA-256 over it has to be one of the signatures in \`webhook-signature\`, which are parted by spaces. Compare in constant time.

Check your code with these values; they belong to no agency:

\`\`\`text
secret             ${exampleSigningSecret}
webhook-id         ${deliveryVector.id}
webhook-timestamp  ${deliveryVector.timestamp}
body               ${deliveryVector.body}
webhook-signature  ${deliveryVector.signature}
\`\`\`

**Answering.** Answer with 2xx within 15 seconds; start long work and don't wait for it. Anything else is tried again, with up to ten attempts in all in about three days; 410 ends it and disables the webhook. The same message may come more than once, and messages may overtake each other: tell by \`webhook-id\`, order by \`timestamp\`.

**Rotation, tests and replays.** For 24 hours after the secret was renewed in the dashboard \`webhook-signature\` holds two signatures, of the new secret and of the old one; a receiver with either verifies. A test event has \`"test": true\` beside \`type\` and the header \`webhook-test: true\`. A message that a person ordered once more keeps its \`webhook-id\` and its bytes, has a fresh \`webhook-timestamp\`, and the header \`webhook-replay: true\`.`;
