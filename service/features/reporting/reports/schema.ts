import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Count, DateTime, Nullable, OneOf, scopeTypes, Uuid } from "../../../schema.ts";
import { ExternalInsights } from "../../insights/schema.ts";
import { measurementLevels, methodologyVersion } from "../../measurement/vocabulary.ts";
import { Performance, ReleaseFigures, ReportedRelease, schemaVersion } from "../articles/schema.ts";
import { ReportGoals } from "../goals/schema.ts";
import { comparisonKinds } from "./periods.ts";
import { reportSections } from "./sections.ts";

const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Signature = Type.String({ pattern: "^[A-Za-z0-9_-]{86}$" });
const KeyId = Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" });

/** Of every report since version 2: hashed, placed in the agency's chain, and signed. */
const ReportIntegrity = Type.Object(
  {
    version: Type.Literal(2),
    algorithm: Type.Literal("sha256"),
    contentHash: Hash,
    number: Type.Integer({ minimum: 1, description: "Position in the agency's chain, without gaps." }),
    previousChainHash: Nullable(Hash),
    chainHash: Hash,
    signature: Signature,
    keyId: KeyId,
  },
  {
    title: "ReportIntegrity",
    description: "Of every report since version 2: hashed, placed in the agency's chain, and signed.",
  },
);

/** Of reports from before version 2, which stay as they were issued. */
const ReportIntegrityV1 = Type.Object(
  {
    algorithm: Type.Literal("sha256"),
    contentHash: Hash,
    previousHash: Nullable(Hash),
  },
  { title: "ReportIntegrityV1", description: "Of reports from before version 2." },
);

const reportLanguages = ["de", "en"] as const;
export type ReportLanguage = (typeof reportLanguages)[number];

const Colour = Type.String({ pattern: "^#[0-9a-f]{6}$" });
const Side = Type.Integer({ minimum: 1 });
const Logo = Type.Object({ sha256: Hash, width: Side, height: Side });
const Picture = Type.Object({ ...Logo.properties, alt: Type.String(), credit: Type.Optional(Type.String()) });

/** Two pages of releases with a picture each; further ones stand in the table. */
export const shownReleasesMax = 12;

/** How a report looks. Frozen with it, so that a new logo or colour changes no earlier report. */
export const Presentation = Type.Object(
  {
    language: OneOf(reportLanguages),
    colorPrimary: Type.Optional(Colour),
    colorSecondary: Type.Optional(Colour),
    comparison: Type.Optional(
      Type.Literal("none", { description: "Somebody chose to compare with nothing." }),
    ),
    layout: Type.Optional(Type.Literal(2, { description: "How its parts are laid out; left out before 2." })),
    edition: Type.Optional(
      Type.Literal(2, {
        description:
          "What its files say: since 2 the CSV has all of a goal and how many clippings are confirmed and about which release, days that nobody measured are no days with zero, and what happened stands at its own day. Left out before 2.",
      }),
    ),
    logo: Type.Optional(Logo),
    clientLogo: Type.Optional(Logo),
    picture: Type.Optional(Picture),
    releasePictures: Type.Optional(
      Type.Array(Type.Object({ releaseId: Type.Integer({ minimum: 1 }), ...Picture.properties }), {
        maxItems: shownReleasesMax,
        description: "Of the releases published in the period, those with most views first.",
      }),
    ),
    sections: Type.Optional(
      Type.Array(OneOf(reportSections), {
        description: "What the client's template shows, in its order; all where it is left out.",
      }),
    ),
    releaseUrl: Type.Optional(Type.String()),
    conversionLabels: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  {
    title: "ReportPresentation",
    description: "How the report's files look; reports of before it was kept have none.",
  },
);
export type Presentation = Static<typeof Presentation>;

const ComparisonTotals = Type.Object(
  {
    views: Count,
    uniqueVisitors: Performance.properties.uniqueVisitors,
    visits: Count,
    interactions: Nullable(
      Type.Integer({
        minimum: 0,
        description: "All kinds together; null where they were not measured on all days and of all releases.",
      }),
    ),
    assistantFetches: Type.Integer({
      minimum: 0,
      description: "Fetches by AI assistants, of all operators together.",
    }),
    mediaMentions: Type.Integer({ minimum: 0, description: "As `externalInsights.mediaMentions.count`." }),
  },
  { description: "As the totals of `performance`, of the days compared with." },
);

/** What the figures are compared with, where somebody chose it. */
export const ReportComparison = Type.Object(
  {
    kind: OneOf(
      comparisonKinds,
      "`previous_period`: a month with the month before, a quarter with the quarter before, other days with as many before. `previous_year`: the same period of the year before.",
    ),
    from: CalendarDate,
    to: CalendarDate,
    totals: ComparisonTotals,
    daysWithoutMeasurement: Type.Integer({
      minimum: 0,
      description:
        "Days compared with that lie before the first release was published: nothing was measured on them.",
    }),
    unequalDays: Type.Optional(
      Type.Object(
        { reported: Type.Integer({ minimum: 1 }), compared: Type.Integer({ minimum: 1 }) },
        { description: "Only where the report has not as many days as what it is compared with." },
      ),
    ),
  },
  {
    title: "ReportComparison",
    description: "What the figures are compared with; reports without a choice have none.",
  },
);
export type ReportComparison = Static<typeof ReportComparison>;

/** Of one kind on one day; more days than this are a chart of lines, of which the latest are marked. */
export const marksMax = 200;

/** What happened on a day, to be seen beside its figures; several of a kind are one. */
export const ReportMark = Type.Object(
  {
    day: CalendarDate,
    kind: OneOf([
      ...["publication", "moved_in", "correction", "embargo"],
      ...["clipping", "conversions", "mailing", "note"],
      ...["goal_fixed", "goal_ended"],
    ] as const),
    count: Type.Integer({ minimum: 1, description: "Of `conversions` those of the day with the most." }),
    text: Type.String({
      description: "Title, headline, subject or note of one of them; empty for conversions.",
    }),
  },
  { title: "ReportMark", description: "What happened on a day, to be seen beside its figures." },
);
export type ReportMark = Static<typeof ReportMark>;

/** Press mailings about the releases. Nobody's opening and nobody's click is known: all of it is counted by mailing. */
const ReportMailings = Type.Object(
  {
    media: Type.Object(
      { origin: Type.Literal("observed"), addressed: Count, reported: Count },
      {
        description: "Media that got one of these mailings, and those of them that have reported; no cause.",
      },
    ),
    items: Type.Array(
      Type.Object({
        subject: Type.String(),
        campaign: Type.String({ description: "As in `performance.campaigns`." }),
        sentAt: DateTime,
        observed: Type.Object({
          origin: Type.Literal("observed"),
          sent: Count,
          undeliverable: Count,
          objections: Count,
        }),
        measured: Type.Object({
          origin: Type.Literal("measured"),
          clicks: Type.Integer({
            minimum: 0,
            description: "Views of the release by links of the mailing, in the window.",
          }),
        }),
      }),
      { description: "The 100 newest that began in the window." },
    ),
  },
  {
    title: "ReportMailings",
    description: "Press mailings about the releases; left out where there were none.",
  },
);

/** A frozen report. `integrity.contentHash` is SHA-256 over the RFC 8785 form of everything but `integrity`. */
export const PublicationReport = Type.Object(
  {
    id: Uuid,
    schemaVersion: Type.Literal(schemaVersion),
    methodologyVersion: Type.Literal(methodologyVersion),
    createdAt: DateTime,
    createdBy: Type.String(),
    agency: Type.Object({ id: Type.Integer({ minimum: 1 }), name: Type.String() }),
    scope: Type.Object({
      type: OneOf(scopeTypes),
      id: Type.String(),
      title: Type.String(),
      clientId: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            "The client whose releases these all are; of a portfolio that the service keeps for it.",
        }),
      ),
    }),
    release: Type.Optional(ReportedRelease),
    releases: Type.Optional(Type.Array(ReleaseFigures)),
    performance: Performance,
    comparison: Type.Optional(ReportComparison),
    externalInsights: Type.Optional(ExternalInsights),
    marks: Type.Optional(
      Type.Array(ReportMark, {
        maxItems: marksMax,
        description: "What had happened on these days.",
      }),
    ),
    goals: Type.Optional(ReportGoals),
    mailings: Type.Optional(ReportMailings),
    comment: Type.Optional(Type.String()),
    presentation: Type.Optional(Presentation),
    methodology: Type.Object({
      level: OneOf(measurementLevels),
      rules: Type.Array(Type.String()),
      lists: Type.Array(Type.Object({ name: Type.String(), version: Type.String() })),
      limits: Type.Array(Type.String()),
    }),
    integrity: Type.Union([ReportIntegrity, ReportIntegrityV1]),
  },
  { title: "PublicationReport", description: "A frozen report." },
);
export type PublicationReport = Static<typeof PublicationReport>;

/** What a report's pages draw of its figures; the dashboard draws figures that are not frozen the same way. */
export type ReportFigures = Pick<
  PublicationReport,
  | "performance"
  | "comparison"
  | "externalInsights"
  | "marks"
  | "goals"
  | "mailings"
  | "release"
  | "releases"
  | "presentation"
>;

const ScopeId = Type.String({ description: "Release id in digits, else a UUID." });

/** What a fresh report amounts to, where the whole would be too much. */
export const ReportSummary = Type.Object({
  reportId: Uuid,
  scopeType: OneOf(scopeTypes),
  scopeId: ScopeId,
  from: CalendarDate,
  to: CalendarDate,
  contentHash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  createdAt: DateTime,
  headline: Type.Object({ views: Count, uniqueVisitors: Count, visits: Count }),
});
export type ReportSummary = Static<typeof ReportSummary>;

/** A report in a list. */
export const ListedReport = Type.Object({
  reportId: Uuid,
  scopeType: OneOf(scopeTypes),
  scopeId: ScopeId,
  title: Type.String(),
  from: CalendarDate,
  to: CalendarDate,
  createdAt: DateTime,
});
export type ListedReport = Static<typeof ListedReport>;
