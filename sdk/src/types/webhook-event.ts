import type { ExportFormat } from "./export-job.ts";
import type { ChainHead, ScopeType } from "./publication-report.ts";

type ApprovalDecision = {
  approvalId: string;
  draftId: string;
  draftVersion: number;
  clientId: number;
  decidedAt: string;
  decidedBy: string;
  comment: string | null;
};

/** What `data` holds beside `agencyId`, by event type. Moments are RFC 3339 in UTC. */
export type WebhookEventData = {
  "release.published": {
    pressReleaseId: number;
    clientId: number;
    title: string;
    url: string;
    publishedAt: string;
  };
  "release.archived": { pressReleaseId: number; clientId: number; archivedAt: string };
  "approval.requested": {
    approvalId: string;
    draftId: string;
    draftVersion: number;
    clientId: number;
    contactName: string;
    expiresAt: string;
  };
  "approval.granted": ApprovalDecision;
  "approval.changes_requested": ApprovalDecision;
  "report.created": {
    reportId: string;
    scopeType: ScopeType;
    scopeId: string;
    contentHash: string;
    createdAt: string;
    chainHead: ChainHead;
  };
  "export.completed": {
    jobId: string;
    reportId: string;
    format: ExportFormat;
    scopeType: ScopeType;
    scopeId: string;
    statusUrl: string;
    downloadUrl: string;
    expiresAt: string;
  };
  "export.failed": {
    jobId: string;
    format: ExportFormat;
    scopeType: ScopeType;
    scopeId: string;
    error: string;
  };
  "conversion.recorded": {
    id: string;
    eventId: string;
    pressReleaseId: number;
    kind: string;
    /** Exact decimal, such as `"49.90"`. */
    value: string | null;
    currency: string | null;
    occurredAt: string;
  };
};

export type WebhookEventType = keyof WebhookEventData;

/** The event of one type: `WebhookEventOf<"export.completed">`. */
export type WebhookEventOf<T extends WebhookEventType> = {
  type: T;
  timestamp: string;
  /** Present in a test event alone, whose data is an example. */
  test?: true;
  data: WebhookEventData[T] & { agencyId: number };
};

/** Every event that the service sends, told apart by `type`. */
export type WebhookEvent = { [T in WebhookEventType]: WebhookEventOf<T> }[WebhookEventType];
