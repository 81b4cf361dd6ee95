import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Count, DateTime, Nullable, OneOf } from "../../../schema.ts";
import { ExternalInsights } from "../../insights/schema.ts";
import {
  channels,
  deviceTypes,
  interactionKinds,
  measurementLevels,
  methodologyVersion,
  trafficClasses,
} from "../../measurement/vocabulary.ts";

export const schemaVersion = "publication-report-v1";

/** Days that a report may span, today included. */
export const reportDays = { minimum: 1, maximum: 365, default: 30 } as const;

export const ReportWindow = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    days: Type.Integer(reportDays),
    timezone: Type.String({ description: "IANA time zone of the agency; days are its calendar days." }),
    dataThrough: DateTime,
  },
  { title: "ReportWindow", description: "The days that the report covers, both ends included." },
);
export type ReportWindow = Static<typeof ReportWindow>;

export const Performance = Type.Object(
  {
    origin: Type.Literal("measured"),
    window: ReportWindow,
    level: OneOf(
      measurementLevels,
      "What the newsroom measured: L0 page requests, L1 also clicks, L2 also engagement; the lowest of several.",
    ),
    levels: Type.Optional(
      Type.Array(OneOf(measurementLevels), {
        description: "All levels that hits of the window were measured at, lowest first.",
      }),
    ),
    views: Type.Integer({ minimum: 0, description: "Page views by humans." }),
    uniqueVisitors: Type.Object({ value: Count, basis: Type.Literal("sum-of-daily-uniques") }),
    visits: Type.Integer({
      minimum: 0,
      description: "By humans, for each release; 30 minutes without activity or midnight end one.",
    }),
    trafficClasses: Type.Array(
      Type.Object({
        class: OneOf(trafficClasses),
        requests: Count,
        visitors: Nullable(Count),
        share: Type.Number({ minimum: 0, maximum: 1 }),
      }),
      { description: "All classes, those without requests too; the shares sum to 1." },
    ),
    aiOperators: Type.Array(
      Type.Object({ operator: Type.String(), crawls: Count, assistantFetches: Count, referredVisits: Count }),
    ),
    engagement: Type.Object({
      averageEngagedSeconds: Nullable(Type.Number({ minimum: 0 })),
      scroll: Nullable(
        Type.Object(
          { p25: Count, p50: Count, p75: Count, p100: Count },
          { description: "Human views that reached 25, 50, 75 and 100 per cent of the page." },
        ),
      ),
      coverage: Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Share of human views that sent a beacon.",
      }),
    }),
    interactions: Nullable(
      Type.Array(
        Type.Object({
          kind: OneOf(interactionKinds),
          count: Count,
          uniqueVisitors: Count,
          repeated: Type.Optional(
            Type.Integer({
              minimum: 0,
              description:
                "Further ones that are in no other figure: one visitor's uses of a target beyond 10 a day, and what one page view brought beyond 50.",
            }),
          ),
          targets: Type.Array(
            Type.Object({ label: Type.String(), url: Nullable(Type.String()), count: Count }),
          ),
        }),
        { description: "Null at level L0, which measures none." },
      ),
    ),
    referrers: Type.Array(
      Type.Object({
        source: Type.String(),
        domain: Nullable(Type.String()),
        channel: OneOf(channels),
        views: Count,
        visitors: Count,
      }),
      { description: "The 100 with most views; the rest is summed as `other`." },
    ),
    channels: Type.Array(Type.Object({ channel: OneOf(channels), views: Count, visitors: Count })),
    campaigns: Type.Array(
      Type.Object({
        ...{ source: Type.String(), medium: Type.String(), campaign: Type.String(), views: Count },
        mailing: Type.Optional(
          Type.String({ description: "In reports: the subject of the press mailing whose links these are." }),
        ),
      }),
    ),
    devices: Type.Array(Type.Object({ type: OneOf(deviceTypes), views: Count })),
    series: Type.Array(
      Type.Object({
        day: CalendarDate,
        views: Count,
        uniqueVisitors: Count,
        visits: Count,
        interactions: Nullable(Count),
        bots: Count,
      }),
      { description: "One entry a day of the window, days without requests too." },
    ),
    lostHits: Type.Optional(
      Type.Array(Type.Object({ day: CalendarDate, hits: Type.Integer({ minimum: 1 }) }), {
        description:
          "Only where there were some: page views, clicks and beacons, of people and machines, that were answered and could not be stored. They are in no other figure.",
      }),
    ),
    comparison: Type.Object({
      basis: Type.Literal("previous-equal-period"),
      views: Type.Object({ value: Count, changePercent: Nullable(Type.Number()) }),
    }),
  },
  {
    title: "Performance",
    description: "Only what the service measured itself on the newsroom pages it serves.",
  },
);
export type Performance = Static<typeof Performance>;

export const ReportedRelease = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    status: Type.String(),
    publishedAt: Nullable(DateTime),
    movedInAt: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "When it came from an older newsroom; `publishedAt` is when it appeared there. Nothing was measured before.",
      }),
    ),
    client: Type.Object({ agencyId: Type.Integer({ minimum: 1 }), name: Type.String() }),
  },
  { title: "ReportedRelease" },
);
export type ReportedRelease = Static<typeof ReportedRelease>;

export const ArticleReport = Type.Object(
  {
    schemaVersion: Type.Literal(schemaVersion),
    methodologyVersion: Type.Literal(methodologyVersion),
    release: ReportedRelease,
    performance: Performance,
    externalInsights: Type.Optional(ExternalInsights),
  },
  { title: "ArticleReport" },
);
export type ArticleReport = Static<typeof ArticleReport>;

/** One line of a campaign or portfolio report: a release and its own headline figures. */
export const ReleaseFigures = Type.Object(
  {
    release: ReportedRelease,
    views: Count,
    uniqueVisitors: Count,
    visits: Count,
    interactions: Nullable(Count),
    levels: Type.Optional(Type.Array(OneOf(measurementLevels))),
  },
  { title: "ReleaseFigures", description: "One line of a campaign or portfolio report." },
);
export type ReleaseFigures = Static<typeof ReleaseFigures>;
