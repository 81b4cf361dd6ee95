/**
 * The closed lists of the measuring method `first-party-v2`.
 * The database stores the position in the list, so entries are only ever appended.
 */
export const methodologyVersion = "first-party-v2";

export const trafficClasses = [
  "human",
  "search_engine",
  "ai_crawler",
  "ai_assistant_fetch",
  "link_preview",
  "feed_reader",
  "monitoring",
  "other_bot",
  "suspected_bot",
  "internal",
  "unknown",
] as const;
/** People, as the database stores it. */
export const humanClass: number = trafficClasses.indexOf("human");
export type TrafficClass = (typeof trafficClasses)[number];

export const channels = [
  "paid",
  "ai_assistant",
  "search",
  "social",
  "video",
  "wire",
  "media",
  "newsletter",
  "email",
  "referral",
  "direct",
  "other",
] as const;
export type Channel = (typeof channels)[number];

export const deviceTypes = ["desktop", "mobile", "tablet", "other"] as const;
export type DeviceType = (typeof deviceTypes)[number];

export const interactionKinds = [
  "outbound_link",
  "asset_download",
  "pdf_download",
  "image_view",
  "media_play",
  "contact_click",
  "share",
  "copy_link",
  "copy_text",
  "subscribe",
] as const;
export type InteractionKind = (typeof interactionKinds)[number];

export const measurementLevels = ["L0", "L1", "L2"] as const;
export type MeasurementLevel = (typeof measurementLevels)[number];
