import type {
  ConversionEvent as ConversionBody,
  ConversionDuplicate,
  ConversionRecorded,
  ExportExisting,
  ExportQueued,
} from "./openapi.ts";
import type { WebhookEventType } from "./webhook-event.ts";
import type { ExportFormat, ScopeType } from "./words.ts";

/** What a caller may leave out may be `undefined` too. */
type Loose<T> = { [Name in keyof T]: Partial<T>[Name] extends T[Name] ? T[Name] | undefined : T[Name] };

/** Something that happened outside, because of a press release, and that you tell the service about. */
export type ConversionEvent = Loose<Omit<ConversionBody, "occurredAt">> & {
  /** A Date, or an ISO 8601 string that ends in `Z`; at most 30 days away from now. */
  occurredAt: string | Date;
};

export type RecordedConversion = ConversionRecorded | ConversionDuplicate;

type ExportScope = {
  scopeType: ScopeType;
  scopeId: number | string;
  /** Calendar days up to today, 1 to 365; 30 when left out. */
  days?: number | undefined;
};

/**
 * What to export: a press release by its number, a campaign or portfolio by its UUID. With `reportId` the file is made of that
 * frozen report, so that several formats show the same figures; the scope may be left out, or has to agree.
 */
export type ExportRequest =
  | (ExportScope & { reportId?: undefined; format: ExportFormat })
  | (Partial<ExportScope> & { reportId: string; format: ExportFormat });

/** Answer of `createExport`; `existing` when the Idempotency-Key was used before. */
export type CreatedExport = ExportQueued | ExportExisting;

/** A file as it comes over the wire; read `stream` once, to its end. */
export type DownloadedExport = {
  stream: ReadableStream<Uint8Array>;
  /** ASCII letters, digits, `.`, `_` and `-` only, so it is safe to write to as it is. */
  fileName: string;
  contentType: string;
};

/** At least one event; `endpointUrl` is a public HTTPS address of at most 2000 characters. */
export type WebhookRequest = { endpointUrl: string; events: readonly WebhookEventType[] };
