import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Count, DateTime, OneOf, Uuid } from "../../schema.ts";

/** Origins of values that the service did not measure itself; `measured` is refused here by type and by database. */
export const externalOrigins = ["observed", "imported", "estimated"] as const;

export const Interval = Type.Object(
  { low: Type.Number(), high: Type.Number(), level: Type.Literal(0.95) },
  { title: "Interval", description: "A 95 per cent confidence interval." },
);

export const Provenance = Type.Object(
  {
    origin: OneOf(externalOrigins),
    source: Type.String(),
    sourceUrl: Type.Optional(Type.String()),
    method: Type.String(),
    observedAt: DateTime,
    importId: Type.Optional(Uuid),
    confidence: OneOf(["high", "medium", "low"]),
    interval: Type.Optional(Interval),
    sampleSize: Type.Optional(Count),
  },
  { title: "Provenance", description: "Where a value that the service did not measure itself comes from." },
);
export type Provenance = Static<typeof Provenance>;

export const mediaTypes = ["online", "social", "print", "radio", "television", "podcast"] as const;
export const matchTypes = ["full_text", "excerpt", "mention", "link"] as const;

export const MediaMention = Type.Object(
  {
    id: Uuid,
    medium: Type.String(),
    mediaType: OneOf(mediaTypes),
    headline: Type.String(),
    url: Type.String(),
    publishedAt: DateTime,
    matchType: OneOf(matchTypes),
    reach: Type.Optional(
      Type.Object(
        { value: Count, unit: Type.String(), provenance: Provenance },
        { description: "Always `estimated`." },
      ),
    ),
    provenance: Provenance,
  },
  { title: "MediaMention" },
);
export type MediaMention = Static<typeof MediaMention>;

export const SearchQueryVisibility = Type.Object(
  {
    query: Type.String(),
    clicks: Count,
    impressions: Count,
    ctr: Type.Number({ minimum: 0, maximum: 1 }),
    position: Type.Number({ minimum: 0 }),
    periodFrom: Type.Optional(CalendarDate),
    periodTo: Type.Optional(CalendarDate),
    provenance: Provenance,
  },
  { title: "SearchQueryVisibility" },
);
export type SearchQueryVisibility = Static<typeof SearchQueryVisibility>;

export const AiVisibility = Type.Object(
  {
    engine: Type.String(),
    model: Type.String(),
    prompt: Type.String(),
    runs: Count,
    mentioned: Count,
    cited: Count,
    rate: Type.Object({ value: Type.Number({ minimum: 0, maximum: 1 }), interval: Interval }),
    citedUrls: Type.Array(Type.String()),
    provenance: Provenance,
  },
  { title: "AiVisibility", description: "A sample with its Wilson interval, never a rank." },
);
export type AiVisibility = Static<typeof AiVisibility>;

export const ConversionSummary = Type.Object(
  {
    kind: Type.String(),
    count: Count,
    value: Type.Array(
      Type.Object({ amount: Type.String({ description: "Exact decimal." }), currency: Type.String() }),
    ),
    provenance: Provenance,
  },
  { title: "ConversionSummary" },
);
export type ConversionSummary = Static<typeof ConversionSummary>;

export const ExternalInsights = Type.Object(
  {
    mediaMentions: Type.Optional(
      Type.Object({
        count: Count,
        distinctMedia: Count,
        items: Type.Array(MediaMention),
        byRelease: Type.Optional(
          Type.Array(Type.Object({ releaseId: Type.Integer({ minimum: 1 }), count: Count }), {
            description: "How many of them each release has; of several releases only.",
          }),
        ),
      }),
    ),
    searchVisibility: Type.Optional(Type.Object({ queries: Type.Array(SearchQueryVisibility) })),
    aiVisibility: Type.Optional(Type.Array(AiVisibility)),
    conversions: Type.Optional(Type.Array(ConversionSummary)),
  },
  {
    title: "ExternalInsights",
    description:
      "Observed, imported and estimated values, each with its provenance; never mixed with `performance`.",
  },
);
export type ExternalInsights = Static<typeof ExternalInsights>;
