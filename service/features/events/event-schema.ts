import { type Static, Type } from "@sinclair/typebox";
import { DateTime, matchTypes, Nullable, OneOf, scopeTypes, Uuid } from "../../schema.ts";

const ReleaseId = Type.Integer({ minimum: 1, description: "Press release id." });
const ClientId = Type.Integer({ minimum: 1, description: "Id of the agency's client." });
const Scope = {
  scopeType: OneOf(scopeTypes),
  scopeId: Type.String({ description: "Press release id, or the UUID of the campaign or portfolio." }),
};
const Format = OneOf(["pdf", "csv", "json"]);

const ApprovalDecision = {
  approvalId: Uuid,
  draftId: Uuid,
  draftVersion: Type.Integer({ minimum: 1 }),
  clientId: ClientId,
  decidedAt: DateTime,
  decidedBy: Type.String({ description: "Name of the contact who decided." }),
  comment: Nullable(Type.String()),
  comments: Type.Optional(
    Type.Array(Type.Object({ quote: Nullable(Type.String()), comment: Type.String() }), {
      description: "Comments on words of the text; absent where there are none.",
    }),
  ),
  approvers: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), status: Type.String(), decidedAt: Nullable(DateTime) }), {
      description: "Where several people approve. The event is sent once, after the last of them.",
    }),
  ),
  kind: Type.Optional(OneOf(["recorded"], "Given by telephone or on paper, and recorded by the agency.")),
};

/** The end of an agency's chain of reports. */
export const ChainHead = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    chainHash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    signature: Type.String({ pattern: "^[A-Za-z0-9_-]{86}$" }),
    keyId: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
  },
  {
    title: "ChainHead",
    description: "End of the chain of reports: whoever keeps it sees when later reports are missing.",
  },
);
export type ChainHead = Static<typeof ChainHead>;

/** What `data` of each event holds, without `agencyId`, which every event has besides. */
export const webhookEventData = {
  "release.published": Type.Object({
    pressReleaseId: ReleaseId,
    clientId: ClientId,
    title: Type.String(),
    url: Type.String({ format: "uri" }),
    publishedAt: DateTime,
  }),
  "release.archived": Type.Object({ pressReleaseId: ReleaseId, clientId: ClientId, archivedAt: DateTime }),
  "approval.requested": Type.Object({
    approvalId: Uuid,
    draftId: Uuid,
    draftVersion: Type.Integer({ minimum: 1 }),
    clientId: ClientId,
    contactName: Type.String(),
    expiresAt: DateTime,
    approvers: Type.Optional(
      Type.Array(Type.String(), { description: "Names, where several people approve." }),
    ),
  }),
  "approval.granted": Type.Object(ApprovalDecision),
  "approval.changes_requested": Type.Object(ApprovalDecision),
  "report.created": Type.Object({
    reportId: Uuid,
    ...Scope,
    contentHash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    createdAt: DateTime,
    chainHead: ChainHead,
  }),
  "export.completed": Type.Object({
    jobId: Uuid,
    reportId: Uuid,
    format: Format,
    ...Scope,
    statusUrl: Type.String({ format: "uri" }),
    downloadUrl: Type.String({ format: "uri" }),
    expiresAt: DateTime,
  }),
  "export.failed": Type.Object({
    jobId: Uuid,
    format: Format,
    ...Scope,
    error: Type.String({ description: "Stable code, as `error` of the export job." }),
  }),
  "conversion.recorded": Type.Object({
    id: Uuid,
    eventId: Type.String(),
    pressReleaseId: ReleaseId,
    kind: Type.String(),
    value: Nullable(
      Type.String({
        description:
          'Exact decimal, such as `"49.9"`. A string here; a number where a conversion is recorded and in the exported data.',
      }),
    ),
    currency: Nullable(Type.String()),
    occurredAt: DateTime,
  }),
  "mention.found": Type.Object({
    id: Uuid,
    clientId: ClientId,
    pressReleaseId: Nullable(ReleaseId),
    medium: Type.String(),
    url: Type.String(),
    matchType: OneOf(matchTypes),
  }),
} as const;

export type WebhookEventType = keyof typeof webhookEventData;
export type WebhookEventData = { [T in WebhookEventType]: Static<(typeof webhookEventData)[T]> };

/** An event as the feature that caused it hands it over. */
export type NewWebhookEvent = {
  [T in WebhookEventType]: { type: T; data: WebhookEventData[T] };
}[WebhookEventType];

export const webhookEventTypes = Object.keys(webhookEventData) as WebhookEventType[];
