import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Count, DateTime, matchTypes, OneOf, Uuid } from "../../schema.ts";
import { Comparison } from "./evidence/schema.ts";

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
export const tones = ["negative", "neutral", "positive", "mixed"] as const;
/** `found` by a feed or on a page, and seen by nobody yet. */
export const clippingStates = ["found", "confirmed", "rejected"] as const;

export const MentionEvidence = Type.Composite(
  [
    Comparison,
    Type.Object({
      changedAt: Type.Optional(DateTime),
      goneSince: Type.Optional(DateTime),
      provenance: Provenance,
    }),
  ],
  {
    title: "MentionEvidence",
    description: `How much of the release stands in the article, counted by words. \`takenShare\` is of the release's words, \`verbatimShare\` of
the article's; both count runs of at least five words. \`changedAt\`: a later look saw another text. \`goneSince\`: the page is gone.`,
  },
);
export type MentionEvidence = Static<typeof MentionEvidence>;

export const MediaMention = Type.Object(
  {
    id: Uuid,
    medium: Type.String(),
    mediaType: OneOf(mediaTypes),
    headline: Type.String(),
    url: Type.String({ description: "Empty where there is none." }),
    publishedAt: DateTime,
    publishedOn: Type.Optional(CalendarDate),
    matchType: OneOf(matchTypes),
    matchTypeBy: Type.Optional(
      OneOf(["person", "comparison"], "Who said so, where it was neither the feed nor the file."),
    ),
    clientId: Type.Optional(Type.Integer({ description: "Client of the agency." })),
    pressReleaseId: Type.Optional(Type.Integer({ description: "Absent where it is about no release." })),
    author: Type.Optional(Type.String()),
    place: Type.Optional(Type.String({ description: "Page of a newspaper or time of a broadcast." })),
    language: Type.Optional(Type.String()),
    state: Type.Optional(
      OneOf(
        ["found", "confirmed"],
        "Whether the agency has looked at what was found. Rejected ones are left out.",
      ),
    ),
    tone: Type.Optional(OneOf(tones, "As the agency judged it; absent where it has not.")),
    keyMessages: Type.Optional(
      Type.Array(Type.String(), { description: "Key messages of the client that the agency found in it." }),
    ),
    reach: Type.Optional(
      Type.Object(
        { value: Count, unit: Type.String(), provenance: Provenance },
        { description: "Always `estimated`." },
      ),
    ),
    evidence: Type.Optional(MentionEvidence),
    provenance: Provenance,
  },
  { title: "MediaMention" },
);
export type MediaMention = Static<typeof MediaMention>;

/** Clippings by one of their properties, most first. */
function counted<T extends readonly string[]>(names: T, description: string) {
  return Type.Optional(Type.Array(Type.Object({ name: OneOf(names), count: Count }), { description }));
}

export const MediaMentions = Type.Object({
  count: Type.Integer({
    minimum: 0,
    description: "Without rejected ones.",
  }),
  distinctMedia: Count,
  confirmed: Type.Optional(Count),
  found: Type.Optional(
    Type.Integer({ minimum: 0, description: "Those of `count` that nobody has looked at yet." }),
  ),
  byMediaType: counted(mediaTypes, "By media type."),
  byMatchType: counted(matchTypes, "By match type."),
  byOrigin: Type.Optional(
    Type.Array(
      Type.Object({
        origin: OneOf(externalOrigins),
        count: Count,
        byMediaType: counted(mediaTypes, "By media type."),
        byMatchType: counted(matchTypes, "By match type."),
        byDay: Type.Optional(Type.Array(Type.Object({ day: CalendarDate, count: Count }))),
      }),
      { description: "The same of each origin by itself, with the days on which they appeared." },
    ),
  ),
  mostTaken: Type.Optional(
    Type.Array(
      Type.Object({
        id: Uuid,
        medium: Type.String(),
        headline: Type.String(),
        url: Type.String(),
        publishedAt: DateTime,
        publishedOn: Type.Optional(CalendarDate),
        takenShare: Type.Number({ minimum: 0, maximum: 1 }),
        longestRunWords: Count,
      }),
      {
        maxItems: 10,
        description: "Those that took over most of a release; `observed`, by comparison of both texts.",
      },
    ),
  ),
  byTone: counted([...tones, "not_judged"] as const, "By tone, as the agency judged it."),
  byKeyMessage: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), count: Count }), {
      description: "By key message of the client; one clipping may have several.",
    }),
  ),
  items: Type.Array(MediaMention),
  byRelease: Type.Optional(
    Type.Array(Type.Object({ releaseId: Type.Integer({ minimum: 1 }), count: Count }), {
      description:
        "How many of them each release has. Left out of what is about one article; reports of before 0.3.0 lack it where they have one release alone, too.",
    }),
  ),
});

export type MediaMentions = Static<typeof MediaMentions>;

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
    mediaMentions: Type.Optional(MediaMentions),
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
