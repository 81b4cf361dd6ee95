import type {
  ApprovalChangesRequestedEvent,
  ApprovalGrantedEvent,
  ApprovalRequestedEvent,
  ConversionRecordedEvent,
  ExportCompletedEvent,
  ExportFailedEvent,
  MentionFoundEvent,
  ReleaseArchivedEvent,
  ReleasePublishedEvent,
  ReportCreatedEvent,
} from "./openapi.ts";

/** Every event that the service sends, told apart by `type`. */
export type WebhookEvent =
  | ApprovalChangesRequestedEvent
  | ApprovalGrantedEvent
  | ApprovalRequestedEvent
  | ConversionRecordedEvent
  | ExportCompletedEvent
  | ExportFailedEvent
  | MentionFoundEvent
  | ReleaseArchivedEvent
  | ReleasePublishedEvent
  | ReportCreatedEvent;

export type WebhookEventType = WebhookEvent["type"];

/** The event of one type: `WebhookEventOf<"export.completed">`. */
export type WebhookEventOf<T extends WebhookEventType> = Extract<WebhookEvent, { type: T }>;

/** What `data` holds beside `agencyId`, by event type. Moments are RFC 3339 in UTC. */
export type WebhookEventData = { [T in WebhookEventType]: Omit<WebhookEventOf<T>["data"], "agencyId"> };
