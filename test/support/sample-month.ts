import type { MediaMention, MediaMentions } from "../../service/features/insights/schema.ts";
import { describeMethod } from "../../service/features/reporting/reports/describe-method.ts";
import type { PlainPresentation } from "../../service/features/reporting/reports/read-presentation.ts";
import type { PublicationReport, ReportMark } from "../../service/features/reporting/reports/schema.ts";
import { sampleReport } from "./sample-report.ts";

export const titles = [
  "Feldtest in 214 Altbauten: Wärmepumpe Heliora Terra senkt Heizkosten um 38 Prozent",
  "Heliora eröffnet Werk in Rostock und schafft 240 Arbeitsplätze",
  "Neue Förderung: Was Hausbesitzer bis Jahresende beantragen können",
  "Heliora und TU Hamburg forschen an Kältemitteln ohne PFAS",
  "Ausbildungsjahr beginnt mit 31 neuen Auszubildenden",
  "Heliora Terra gewinnt den Deutschen Nachhaltigkeitspreis",
];
const clippings: [medium: string, headline: string, release: number][] = [
  ["Handelsblatt", "Wärmepumpen im Altbau: Feldtest überrascht Skeptiker", 1],
  ["Süddeutsche Zeitung", "38 Prozent weniger Heizkosten – geht das?", 1],
  ["SHK Profi", "Heliora Terra im Praxistest", 1],
  ["NDR 1 Radio MV", "Neues Werk in Rostock: 240 Stellen bis zum Sommer", 2],
  ["Ostsee-Zeitung", "Heliora baut in Rostock-Laage", 2],
  ["energiezukunft", "Förderung für Wärmepumpen: Diese Fristen gelten jetzt", 3],
  ["Haufe Immobilien", "Bis Jahresende beantragen: die Zuschüsse im Überblick", 3],
  ["Hamburger Abendblatt", "TU Hamburg sucht Kältemittel ohne Ewigkeitschemikalien", 4],
  ["KKA Kälte Klima Aktuell", "PFAS-freie Kältemittel: Forschungsprojekt gestartet", 4],
  ["Der Hausbesitzer", "Nachhaltigkeitspreis geht an Wärmepumpenhersteller", 6],
  ["Handelsblatt", "Die Preisträger des Jahres", 6],
  ["Deutschlandfunk", "Forschung aktuell: Kälte ohne Gift", 4],
];

/** The twelve clippings by their properties, each origin by itself. */
const countedClippings = {
  byMediaType: [{ name: "online", count: 12 }],
  byTone: [
    { name: "positive", count: 5 },
    { name: "not_judged", count: 7 },
  ],
  byKeyMessage: [{ name: "Wärme ohne Gas ist bezahlbar", count: 6 }],
  byOrigin: [
    {
      ...{ origin: "observed", count: 8 },
      byMediaType: [
        { name: "online", count: 6 },
        { name: "social", count: 2 },
      ],
      byMatchType: [
        { name: "full_text", count: 3 },
        { name: "excerpt", count: 5 },
      ],
      byDay: [6, 7, 8, 10, 11, 12, 18, 19].map((day) => ({
        day: `2026-10-${String(day).padStart(2, "0")}`,
        count: 1,
      })),
    },
    {
      ...{ origin: "imported", count: 4 },
      byMediaType: [{ name: "print", count: 4 }],
      byMatchType: [{ name: "mention", count: 4 }],
      byDay: [
        { day: "2026-10-12", count: 3 },
        { day: "2026-10-26", count: 1 },
      ],
    },
  ],
  mostTaken: Array.from({ length: 10 }, (_, index) => ({
    id: `018f4f0e-1111-7000-8000-${String(index).padStart(12, "0")}`,
    medium: ["Ostsee-Zeitung", "Haustec", "Sonne Wind & Wärme"][index % 3] ?? "",
    headline: `Wärmepumpe im Altbau, Teil ${index + 1}`,
    url: `https://medium.example/${index}`,
    publishedAt: `2026-10-${String(index + 10)}T07:15:00.000Z`,
    ...{ takenShare: 0.9 - index * 0.08, longestRunWords: 60 - index * 5 },
  })),
} as const satisfies Partial<MediaMentions>;

const marks: ReportMark[] = [
  { day: "2026-10-05", kind: "publication", count: 1, text: "Feldtest mit 40 Wärmepumpen" },
  { day: "2026-10-06", kind: "clipping", count: 2, text: "Haustec: Wärme ohne Gas" },
  { day: "2026-10-07", kind: "mailing", count: 1, text: "Einladung nach Rostock" },
  { day: "2026-10-12", kind: "correction", count: 1, text: "Feldtest mit 40 Wärmepumpen" },
  { day: "2026-10-20", kind: "moved_in", count: 30, text: "Aus dem alten Newsroom" },
  { day: "2026-10-21", kind: "conversions", count: 17, text: "" },
  { day: "2026-10-22", kind: "note", count: 1, text: "Messe in Essen" },
];

/** A report on a client over October: six releases published, twelve clippings, a comment, and September to compare with. */
export function sampleMonth(more: Partial<PublicationReport> = {}): PublicationReport {
  return monthOf({ isFull: false, more });
}

/** The same with everything that a report can have: all figures, what AI services answer, searches, and evidence for each clipping. */
export function fullMonth(more: Partial<PublicationReport> = {}): PublicationReport {
  return monthOf({ isFull: true, more });
}

function monthOf({ isFull, more }: { isFull: boolean; more: Partial<PublicationReport> }): PublicationReport {
  const client = "Heliora Wärmetechnik";
  const sample = sampleReport({
    ...{ scopeType: "portfolio", scopeId: "019aa0f4-6a10-7c3e-8d21-5b8f0c9e4a11", title: client, client },
    ...{
      agency: "Hafenblick Kommunikation",
      days: 31,
      to: "2026-10-31",
      releases: 9,
      insights: 12,
      seed: 5,
      referrers: 12,
    },
    ...{ viewsPerDay: 150, level: "L1" },
  });
  const { mediaMentions, conversions = [] } = sample.externalInsights ?? {};
  const { channels, trafficClasses, interactions } = sample.performance;
  // A month of one client has no more than these; a report that is full of everything takes a page more.
  const performance = isFull
    ? sample.performance
    : {
        ...sample.performance,
        interactions: interactions?.slice(0, 5) ?? null,
        channels: channels.slice(0, 7),
        trafficClasses: trafficClasses.map((entry, index) =>
          index < 7 ? entry : { ...entry, requests: 0, visitors: 0, share: 0 },
        ),
        campaigns: [],
      };
  const releases = (sample.releases ?? []).map((entry, index) => ({
    ...entry,
    views: [1_204, 873, 644, 402, 95, 311, 88, 41, 12][index] ?? 0,
    release: {
      ...entry.release,
      title: titles[index] ?? `Ältere Meldung ${index + 1}`,
      publishedAt:
        index < titles.length
          ? `2026-10-${String(index * 4 + 5).padStart(2, "0")}T07:30:00.000Z`
          : "2026-08-12T07:30:00.000Z",
      client: { agencyId: 7, name: client },
    },
  }));
  const items = (mediaMentions?.items ?? []).map((item, index) => {
    const [medium = "", headline = "", release = 1] = clippings[index] ?? [];
    const day = String(release * 4 + 2 + (index % 3)).padStart(2, "0");
    const evidence = isFull ? { evidence: evidenceOf(index) } : {};
    return { ...item, ...evidence, medium, headline, publishedAt: `2026-10-${day}T07:15:00.000Z` };
  });
  return {
    ...sample,
    scope: { ...sample.scope, clientId: 12 },
    methodology: describeMethod({
      ...{ language: "de", performance, releases, releasesLeftOut: 0 },
    }),
    performance,
    releases,
    externalInsights: {
      ...(isFull ? sample.externalInsights : {}),
      conversions,
      mediaMentions: {
        count: 12,
        distinctMedia: 11,
        items: items.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt)),
        ...countedClippings,
        byRelease: [3, 2, 2, 3, 0, 2].map((count, index) => ({ releaseId: index + 1, count })),
      },
    },
    comparison: {
      ...{ kind: "previous_period", from: "2026-09-01", to: "2026-09-30" },
      totals: {
        views: 3_102,
        uniqueVisitors: { value: 2_240, basis: "sum-of-daily-uniques" },
        ...{ visits: 2_600, interactions: 291, assistantFetches: 404, mediaMentions: 7 },
      },
      ...{ daysWithoutMeasurement: 0, unequalDays: { reported: 31, compared: 30 } },
    },
    comment:
      "Der Oktober war der stärkste Monat des Jahres. Der **Feldtest** hat Fach- und Wirtschaftspresse zugleich erreicht; die Zahlen zum Altbau wurden fast überall wörtlich übernommen.\n\n- Die Förderung bleibt gefragt: ein zweiter Text zum Jahresende lohnt sich.\n- Rostock lief regional sehr gut. Wir laden die Ostsee-Zeitung zur Eröffnung ein.\n\nIm November steht die Messe in Essen an.",
    presentation: { language: "de", layout: 2, edition: 2 } satisfies PlainPresentation,
    marks,
    ...more,
  };
}

/** Most took over a good part; one has changed since, and one is gone. */
function evidenceOf(index: number): NonNullable<MediaMention["evidence"]> {
  const seen = { observedAt: "2026-10-31T05:00:00.000Z", confidence: "high" } as const;
  return {
    matchType: index % 3 === 2 ? "excerpt" : "full_text",
    ...{ takenShare: 0.61 - index * 0.04, verbatimShare: 0.7, longestRunWords: 48 - index },
    ...{ articleWords: 420, releaseWords: 380, releaseQuotations: 2, algorithm: 1 },
    quotations: [
      { number: 1, taken: "whole" },
      { number: 2, taken: "part" },
    ],
    link: index % 2 === 0 ? { target: "release", rel: null } : null,
    ...{ articleSha256: "a".repeat(64), releaseSha256: "b".repeat(64) },
    ...(index === 3 ? { changedAt: "2026-10-30T05:00:00.000Z" } : {}),
    ...(index === 7 ? { goneSince: "2026-10-30T05:00:00.000Z" } : {}),
    provenance: { origin: "observed", source: "Seite des Mediums", method: "Vergleich der Texte", ...seen },
  };
}
