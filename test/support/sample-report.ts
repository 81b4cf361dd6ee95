import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import {
  channels,
  deviceTypes,
  interactionKinds,
  type MeasurementLevel,
  trafficClasses,
} from "../../service/features/measurement/vocabulary.ts";
import type { PublicationReport } from "../../service/features/reporting/reports/schema.ts";
import type { ScopeType } from "../../service/schema.ts";
import { sampleInsights } from "./sample-insights.ts";
import { seededChance } from "./seeded-chance.ts";

export type SampleOptions = {
  seed?: number;
  scopeType?: ScopeType;
  scopeId?: string;
  days?: number;
  /** Last day of the window. */
  to?: string;
  releases?: number;
  title?: string;
  client?: string;
  agency?: string;
  level?: MeasurementLevel;
  /** Mean views of a day; 0 gives a report in which nothing was measured. */
  viewsPerDay?: number;
  referrers?: number;
  /** Media mentions, queries and the like; 0 leaves `externalInsights` out. */
  insights?: number;
};

const dayMs = 86_400_000;

/** A report with plausible figures that depend on the options and the seed only; its content hash is right. */
export function sampleReport(options: SampleOptions = {}): PublicationReport {
  const { seed = 1, scopeType = "article", days = 30, to = "2026-11-20" } = options;
  const { title = "Stadtwerke eröffnen Europas größten Wärmespeicher", client = "Stadtwerke Köln GmbH" } =
    options;
  const { agency = "Müller & Söhne Kommunikation", insights = 6 } = options;
  const chance = seededChance(seed);
  const performance = samplePerformance(options);
  const release = sampleRelease(1, title, client, to);
  const releases = Array.from({ length: options.releases ?? 12 }, (_, index) => {
    const views = performance.views === 0 ? 0 : chance.whole(10, 4_000);
    return {
      release: sampleRelease(index + 1, releaseTitle(index), clientName(index), to),
      views,
      uniqueVisitors: Math.round(views * 0.7),
      visits: Math.round(views * 0.8),
      interactions: Math.round(views * 0.1),
    };
  });
  const content = {
    id: chance.uuid(),
    schemaVersion: "publication-report-v1" as const,
    methodologyVersion: "first-party-v2" as const,
    createdAt: `${to}T13:05:09.000Z`,
    createdBy: "key_sample",
    agency: { id: 7, name: agency },
    scope: { type: scopeType, id: options.scopeId ?? "1", title },
    ...(scopeType === "article" ? { release } : { releases }),
    performance: { ...performance, window: { ...performance.window, days } },
    ...(insights === 0 ? {} : { externalInsights: sampleInsights(chance, insights, to) }),
    methodology: {
      level: performance.level,
      rules: [
        "Ein Aufruf ist der Abruf einer Newsroom-Seite durch einen Menschen.",
        "Ein Besuch endet nach 30 Minuten ohne Abruf.",
        "Vorabrufe des Browsers zählen nicht.",
      ],
      lists: [
        { name: "isbot", version: "5.2.3" },
        { name: "crawler-user-agents", version: "1.60.0" },
      ],
      limits: [
        "Wer den Referrer unterdrückt, erscheint unter Direkt.",
        "Aufrufe aus Zwischenspeichern fehlen.",
      ],
    },
  };
  const contentHash = createHash("sha256")
    .update(canonicalize(content) ?? "")
    .digest("hex");
  return { ...content, integrity: { algorithm: "sha256", contentHash, previousHash: null } };
}

function samplePerformance(options: SampleOptions): PublicationReport["performance"] {
  const { seed = 1, days = 30, to = "2026-11-20", level = "L2", viewsPerDay = 420, referrers = 18 } = options;
  const chance = seededChance(seed + 1_000);
  const lastDay = Date.parse(`${to}T00:00:00Z`);
  const series = Array.from({ length: days }, (_, index) => {
    const decay = 0.35 + 1.9 * Math.exp(-index / Math.max(3, days / 6));
    const views = Math.round(viewsPerDay * decay * chance.between(0.6, 1.4));
    return {
      day: new Date(lastDay - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
      views,
      uniqueVisitors: Math.round(views * 0.71),
      visits: Math.round(views * 0.82),
      interactions: Math.round(views * 0.09),
      bots: Math.round(views * 0.6),
    };
  });
  const sum = (pick: (day: (typeof series)[number]) => number) =>
    series.reduce((all, day) => all + pick(day), 0);
  const views = sum((day) => day.views);
  const bots = sum((day) => day.bots);
  const isEmpty = views === 0;
  const previous = Math.round(views * 0.89);
  return {
    origin: "measured",
    window: {
      from: series[0]?.day ?? to,
      to,
      days,
      timezone: "Europe/Berlin",
      dataThrough: `${to}T13:00:00.000Z`,
    },
    level,
    views,
    uniqueVisitors: { value: sum((day) => day.uniqueVisitors), basis: "sum-of-daily-uniques" },
    visits: sum((day) => day.visits),
    trafficClasses: chance
      .split(views + bots, trafficClasses.length, 0.45)
      .map((part, index) => {
        const requests = index === 0 ? views : part;
        return {
          class: trafficClasses[index] ?? "unknown",
          requests,
          visitors: index === 10 ? null : Math.round(requests * 0.6),
          share: 0,
        };
      })
      .map((entry, _index, all) => {
        const total = all.reduce((rest, one) => rest + one.requests, 0);
        return { ...entry, share: total === 0 ? (entry.class === "human" ? 1 : 0) : entry.requests / total };
      }),
    aiOperators: isEmpty
      ? []
      : ["OpenAI", "Anthropic", "Perplexity", "Mistral AI"].map((operator) => ({
          operator,
          crawls: chance.whole(20, 900),
          assistantFetches: chance.whole(0, 300),
          referredVisits: chance.whole(0, 120),
        })),
    engagement:
      level === "L2" && !isEmpty
        ? {
            averageEngagedSeconds: 83.4,
            scroll: {
              p25: Math.round(views * 0.71),
              p50: Math.round(views * 0.52),
              p75: Math.round(views * 0.33),
              p100: Math.round(views * 0.19),
            },
            coverage: 0.873,
          }
        : { averageEngagedSeconds: null, scroll: null, coverage: 0 },
    interactions: isEmpty
      ? []
      : interactionKinds.map((kind, index) => ({
          kind,
          count: Math.round((views * 0.09) / (index + 1)),
          uniqueVisitors: Math.round((views * 0.07) / (index + 1)),
          targets: interactionTargets(index),
        })),
    referrers: isEmpty
      ? []
      : Array.from({ length: referrers }, (_, index) => {
          const domain =
            index === referrers - 1
              ? null
              : `${referrerNames[index % referrerNames.length]}${index < referrerNames.length ? "" : index}.de`;
          const count = Math.max(1, Math.round((views * 0.2) / (index + 1)));
          return {
            source: domain ?? "other",
            domain,
            channel: channels[(index * 5 + 6) % channels.length] ?? "other",
            views: count,
            visitors: Math.round(count * 0.8),
          };
        }),
    channels: isEmpty
      ? []
      : chance.split(views, channels.length, 0.3).map((count, index) => ({
          channel: channels[(index + 6) % channels.length] ?? "other",
          views: count,
          visitors: Math.round(count * 0.75),
        })),
    campaigns: isEmpty
      ? []
      : [
          { source: "linkedin", medium: "social", campaign: "wärmewende-2026", views: 312 },
          { source: "presseverteiler", medium: "email", campaign: "herbst", views: 1_204 },
        ],
    devices: isEmpty
      ? deviceTypes.map((type) => ({ type, views: 0 }))
      : chance
          .split(views, 4, 0.55)
          .map((count, index) => ({ type: deviceTypes[index] ?? "other", views: count })),
    series,
    comparison: {
      basis: "previous-equal-period",
      views: isEmpty
        ? { value: 0, changePercent: null }
        : { value: previous, changePercent: (views / previous - 1) * 100 },
    },
  };
}

const referrerNames = [
  "handelsblatt",
  "sueddeutsche",
  "google",
  "linkedin",
  "presseportal",
  "faz",
  "heise",
  "bing",
  "wdr",
  "spiegel",
];

function interactionTargets(index: number) {
  const targets = [
    [
      { label: "Studie zum Download", url: "https://example.com/studie.pdf", count: 88 },
      {
        label: "www.stadtwerke.example",
        url: "https://www.stadtwerke.example/waermespeicher?ref=newsroom",
        count: 61,
      },
    ],
    [{ label: "Pressefoto Wärmespeicher (300 dpi)", url: "https://example.com/foto-1.jpg", count: 41 }],
    [{ label: "Pressemitteilung als PDF", url: null, count: 37 }],
  ];
  return targets[index] ?? [];
}

function sampleRelease(id: number, title: string, client: string, day: string) {
  return {
    id,
    title,
    status: "published",
    publishedAt: `${day}T06:30:00.000Z`,
    client: { agencyId: 7, name: client },
  };
}

function releaseTitle(index: number): string {
  const titles = [
    "Neue Produktionslinie in Gdańsk: Zażółć gęślą jaźń",
    "Quartalszahlen: Umsatz wächst um 8 % auf 1,2 Mrd. €",
    "İstanbul’da yeni ofis: Şirket büyümeye devam ediyor",
    "Η νέα στρατηγική για την ενέργεια στην Αθήνα",
    "Fachkräftemangel im Mittelstand – was Betriebe jetzt tun",
    "Открытие нового завода в Казахстане",
  ];
  return `${titles[index % titles.length]} (${index + 1})`;
}

function clientName(index: number): string {
  const names = [
    "Wärmeplus AG",
    "Zakłady Łódź S.A.",
    "Ελληνική Ενέργεια Α.Ε.",
    "Öztürk Gıda A.Ş.",
    "Weiß & Groß KG",
  ];
  return names[index % names.length] ?? "Wärmeplus AG";
}
