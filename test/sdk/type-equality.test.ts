import { expect, test } from "bun:test";
import type * as sdk from "../../sdk/src/index.ts";
import { webhookEventTypes } from "../../sdk/src/index.ts";
import type * as webhookEvents from "../../service/events/event-schema.ts";
import type * as insights from "../../service/insights/schema.ts";
import type * as measurement from "../../service/measurement/vocabulary.ts";
import type { CriterionStatus } from "../../service/press-text/seo-check/rules.ts";
import type * as statements from "../../service/public-tools/crisis-pr/schema.ts";
import type * as headlines from "../../service/public-tools/headline-generator/schema.ts";
import type * as seo from "../../service/public-tools/seo-checker/schema.ts";
import type * as articles from "../../service/reporting/articles/schema.ts";
import type * as data from "../../service/reporting/data/schema.ts";
import type * as files from "../../service/reporting/exports/file-name.ts";
import type * as jobs from "../../service/reporting/exports/schema.ts";
import type * as reports from "../../service/reporting/reports/schema.ts";
import type * as webhooks from "../../service/reporting/webhooks/schema.ts";
import type * as schema from "../../service/schema.ts";

/**
 * Holds each type of the SDK against the service's schema, when the project is type-checked. `Same` asks for identity, not for
 * assignability: an optional field that one side lacks would be assignable both ways.
 */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? [A] extends [B]
      ? [B] extends [A]
        ? true
        : false
      : false
    : false;

type Expect<T extends true> = T;

type NamesOf<Union> = Union extends unknown ? keyof Union : never;

export type TypesOfTheSdkAreThoseOfTheService = [
  Expect<Same<sdk.TrafficClass, measurement.TrafficClass>>,
  Expect<Same<sdk.Channel, measurement.Channel>>,
  Expect<Same<sdk.DeviceType, measurement.DeviceType>>,
  Expect<Same<sdk.InteractionKind, measurement.InteractionKind>>,
  Expect<Same<sdk.MeasurementLevel, measurement.MeasurementLevel>>,
  Expect<Same<sdk.ReportWindow, articles.ReportWindow>>,
  Expect<Same<sdk.Performance, articles.Performance>>,
  Expect<Same<sdk.ReportedRelease, articles.ReportedRelease>>,
  Expect<Same<sdk.ArticleReport, articles.ArticleReport>>,
  Expect<Same<sdk.ScopeType, schema.ScopeType>>,
  Expect<Same<sdk.ReleaseFigures, articles.ReleaseFigures>>,
  Expect<Same<sdk.PublicationReport, reports.PublicationReport>>,
  Expect<Same<sdk.ExportFormat, files.ExportFormat>>,
  Expect<Same<sdk.ExportStatus, jobs.ExportStatus>>,
  // The SDK tells the two ways of asking apart, where the schema has optional fields.
  Expect<Same<NamesOf<sdk.ExportRequest>, keyof jobs.ExportRequest>>,
  Expect<Same<sdk.CreatedExport, jobs.CreatedExport>>,
  Expect<Same<sdk.ExportJob, jobs.ExportJob>>,
  Expect<Same<sdk.ExportState, jobs.ExportState>>,
  Expect<Same<sdk.Provenance, insights.Provenance>>,
  Expect<Same<sdk.MediaMention, insights.MediaMention>>,
  Expect<Same<sdk.SearchQueryVisibility, insights.SearchQueryVisibility>>,
  Expect<Same<sdk.AiVisibility, insights.AiVisibility>>,
  Expect<Same<sdk.ConversionSummary, insights.ConversionSummary>>,
  Expect<Same<sdk.ExternalInsights, insights.ExternalInsights>>,
  Expect<Same<sdk.ReportingData, data.ReportingData>>,
  Expect<Same<sdk.AiVisibilitySummary, data.AiVisibilitySummary>>,
  Expect<Same<sdk.DeletedReportingData, data.DeletedReportingData>>,
  Expect<Same<sdk.WebhookEventType, webhookEvents.WebhookEventType>>,
  Expect<Same<sdk.WebhookEventData, webhookEvents.WebhookEventData>>,
  Expect<Same<sdk.CreatedWebhook, webhooks.CreatedWebhook>>,
  Expect<Same<sdk.WebhookDeliveryError, webhooks.AttemptError>>,
  Expect<Same<sdk.Webhook, webhooks.Webhook>>,
  Expect<Same<sdk.WebhookDelivery, webhooks.WebhookDelivery>>,
  Expect<Same<sdk.WebhookList, webhooks.WebhookList>>,
  Expect<Same<sdk.CrisisStatement, statements.CrisisStatementResult>>,
  Expect<Same<sdk.Headlines, headlines.HeadlinesResult>>,
  Expect<Same<sdk.SeoCriterionStatus, CriterionStatus>>,
  Expect<Same<sdk.SeoCheck, seo.SeoCheckResult>>,
];

/** Controls: what must not count as the same. */
export type DifferencesAreSeen = [
  // @ts-expect-error an optional field more
  Expect<Same<{ a: string; b?: number }, { a: string }>>,
  // @ts-expect-error null is lost
  Expect<Same<{ a: string | null }, { a: string }>>,
  // @ts-expect-error a wider value
  Expect<Same<{ a: "x" }, { a: string }>>,
];

test("webhookEventTypes lists every event type once", () => {
  const all: Record<sdk.WebhookEventType, true> = {
    "release.published": true,
    "release.archived": true,
    "approval.requested": true,
    "approval.granted": true,
    "approval.changes_requested": true,
    "report.created": true,
    "export.completed": true,
    "export.failed": true,
    "conversion.recorded": true,
  };
  expect([...webhookEventTypes]).toEqual(Object.keys(all) as sdk.WebhookEventType[]);
});
