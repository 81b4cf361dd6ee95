import type {
  ExportJob,
  Performance,
  PublicationReport,
  ReportingData,
  SeoCriterion,
  WebhookDelivery,
} from "./openapi.ts";

/** What a visitor or program was taken for; `human` is the headline figure. */
export type TrafficClass = Performance["trafficClasses"][number]["class"];
/** The way by which a visit came. */
export type Channel = Performance["channels"][number]["channel"];
export type DeviceType = Performance["devices"][number]["type"];
export type InteractionKind = NonNullable<Performance["interactions"]>[number]["kind"];
/** L0 measures page requests, L1 also clicks, L2 also engagement. */
export type MeasurementLevel = Performance["level"];
export type ScopeType = PublicationReport["scope"]["type"];
export type ExportFormat = ExportJob["format"];
export type ExportStatus = ExportJob["status"];
export type SeoCriterionStatus = SeoCriterion["status"];
/** Why an attempt to deliver failed. */
export type WebhookDeliveryError = NonNullable<WebhookDelivery["error"]>;
/** One stored row of a collection; its fields follow the collection. */
export type ReportingRecord = ReportingData["reports"][number];
