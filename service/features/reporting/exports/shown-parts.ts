import { evidenceWords } from "../../insights/evidence/wording.ts";
import type { ReleaseFigures } from "../articles/schema.ts";
import { type ReportFigures, shownReleasesMax } from "../reports/schema.ts";
import { shownSections } from "../reports/sections.ts";
import { localDay } from "./german-format.ts";
import type { ExternalOrigin } from "./labels.ts";
import { type InsightsOfOrigin, insightsOfOrigin } from "./pdf/insights-of-origin.ts";
import { provenanceLines } from "./pdf/provenance-lines.ts";
import { fill } from "./wording/german-texts.ts";
import { clientNames, countOf, mediaSentence, movedInWords } from "./wording/report-words.ts";
import type { Wording } from "./wording/wording.ts";

/** Three pages of clippings with a frame each; further ones stand in the table. */
const shownMentionsMax = 36;

export const externalOrigins = [
  "observed",
  "imported",
  "estimated",
] as const satisfies readonly ExternalOrigin[];

export type Mention = InsightsOfOrigin["mentions"][number];

/** What was published in the period, most read first, and what is said of all the rest; null for a report on one release. */
export function publishedReleases(
  report: ReportFigures,
  words: Wording,
): { shown: ReleaseFigures[]; notes: string[] } | null {
  const { releases, performance } = report;
  if (releases === undefined) return null;
  const { from, to, timezone } = performance.window;
  // What moved in from an older newsroom appeared when it appeared there, but was not here before.
  const isNew = ({ release: { publishedAt, movedInAt } }: ReleaseFigures) =>
    publishedAt !== null &&
    [publishedAt, ...(movedInAt === undefined ? [] : [movedInAt])]
      .map((instant) => localDay(instant, timezone))
      .every((day) => day >= from && day <= to);
  const published = releases.filter(isNew).toSorted((one, other) => other.views - one.views);
  const read = releases.filter((each) => !isNew(each) && each.views > 0);
  const { texts } = words;
  const views = read.reduce((sum, each) => sum + each.views, 0);
  const older = [countOf(words, read.length, texts.release), countOf(words, views, texts.viewCount)];
  return {
    shown: published.slice(0, shownReleasesMax),
    notes: [
      ...(published.length === 0 ? [texts.nothingPublished] : []),
      ...restNote(published.length - shownReleasesMax, texts.release, { report, words }),
      ...(read.length === 0 ? [] : [fill(texts.olderReleases, ...older)]),
    ],
  };
}

/** `20.10.2026 · 1.234 Aufrufe · 3 Medienberichte`, with the client where the report is about several. */
export function releaseFacts(entry: ReleaseFigures, report: ReportFigures, words: Wording): string {
  const { release, views } = entry;
  const { texts, formats } = words;
  const { byRelease = [] } = report.externalInsights?.mediaMentions ?? {};
  const clippings = byRelease.find(({ releaseId }) => releaseId === release.id)?.count ?? 0;
  const { timezone } = report.performance.window;
  return [
    ...(clientNames(report, words) === release.client.name ? [] : [release.client.name]),
    ...(release.publishedAt === null ? [] : [formats.shortDay(localDay(release.publishedAt, timezone))]),
    ...movedInWords(release, timezone, words),
    countOf(words, views, texts.viewCount),
    ...(clippings === 0 ? [] : [countOf(words, clippings, texts.clippingCount)]),
  ].join(" · ");
}

export type Gallery = {
  groups: { origin: ExternalOrigin; mentions: Mention[] }[];
  /** Those that the gallery has no room for, by origin. */
  rest: { origin: ExternalOrigin; mentions: Mention[] }[];
  notes: string[];
};

/** Clippings as they are shown before all tables, never of two origins in one list; null where there are none. */
export function galleryOf(report: ReportFigures, words: Wording): Gallery | null {
  const { externalInsights: insights } = report;
  const { count = 0, items = [] } = insights?.mediaMentions ?? {};
  if (insights === undefined || count === 0) return null;
  const shown = new Set(items.slice(0, shownMentionsMax));
  const parts = externalOrigins.map((origin) => ({ origin, ...insightsOfOrigin(insights, origin) }));
  const pick = (isShown: boolean) =>
    parts
      .map(({ origin, mentions }) => ({
        origin,
        mentions: mentions.filter((each) => shown.has(each) === isShown),
      }))
      .filter(({ mentions }) => mentions.length > 0);
  return {
    groups: pick(true),
    rest: pick(false),
    notes: [
      ...restNote(items.length - shownMentionsMax, words.texts.clippingCount, { report, words }),
      ...(count > items.length
        ? [fill(words.texts.moreNotShown, countOf(words, count - items.length, words.texts.clippingCount))]
        : []),
    ],
  };
}

/** Where the clippings of the gallery come from; those of its rest say so below their table. */
export function clippingSources(report: ReportFigures, words: Wording): string[] {
  const { timezone } = report.performance.window;
  if (!shownSections(report).includes("coverage")) return [];
  const day = (instant: string) => words.formats.shortDay(localDay(instant, timezone));
  return (galleryOf(report, words)?.groups ?? []).flatMap(({ mentions }) => {
    const byMethod = Map.groupBy(
      mentions,
      ({ provenance: { method, confidence } }) => `${method}\n${confidence}`,
    );
    return [...byMethod.values()].flatMap((alike) => {
      // One line for all feeds, not one for each.
      const source = [...new Set(alike.map(({ provenance }) => provenance.source))].join(", ");
      const merged = alike.map(({ provenance: { origin, method, confidence, observedAt } }) => ({
        ...{ origin, source, method, confidence, observedAt },
      }));
      return provenanceLines(words, merged, day);
    });
  });
}

function restNote(
  count: number,
  forms: readonly string[],
  { report, words }: { report: ReportFigures; words: Wording },
): string[] {
  if (count <= 0) return [];
  const { texts } = words;
  const hasTables = shownSections(report).includes("tables");
  return [fill(hasTables ? texts.moreInTables : texts.moreNotShown, countOf(words, count, forms))];
}

/** Where it stands how much of the release was taken over: the comparison's result where there is one. */
export function takenWords(mention: Mention, words: Wording, timeZone: string): string {
  const { labels, texts } = words;
  const { mediaType, matchType, evidence, state } = mention;
  const taken =
    evidence === undefined ? labels.matchTypes[matchType] : evidenceWords(evidence, timeZone, words);
  return `${labels.mediaTypes[mediaType]} · ${taken}${state === "found" ? ` · ${texts.notConfirmed}` : ""}`;
}

/** How many clippings there are, and how many of them nobody has looked at. */
export function coverageNote({ externalInsights }: ReportFigures, words: Wording): string {
  const { texts, formats } = words;
  const { count = 0, found = 0 } = externalInsights?.mediaMentions ?? {};
  const all = countOf(words, count, texts.clippingCount);
  return `${found === 0 ? all : fill(texts.clippingsFound, all, formats.number(found))}. ${texts.clippingsNote}`;
}

/** The day on which a clipping appeared: the one that is known, or that of its time. */
export function dayOfMention({ publishedOn, publishedAt }: Mention, timeZone: string): string {
  return publishedOn ?? localDay(publishedAt, timeZone);
}

/** The same in tables and the CSV. In reports of before edition 2 they have the day of its time alone, as their files do. */
export function dayInTable(
  mention: Mention,
  { performance, presentation }: Pick<ReportFigures, "performance" | "presentation">,
): string {
  const { timezone } = performance.window;
  return presentation?.edition === undefined
    ? localDay(mention.publishedAt, timezone)
    : dayOfMention(mention, timezone);
}

/**
 * Press mailings as a table: a sentence on the media, and a line for each mailing. Null where there were none. Reports of before edition 2
 * keep their sentence, also where it is about one medium.
 */
export function mailingRows({ mailings, performance, presentation }: ReportFigures, words: Wording) {
  if (mailings === undefined) return null;
  const { texts, formats } = words;
  const { addressed, reported } = mailings.media;
  const sentence =
    presentation?.edition === undefined
      ? fill(texts.mailingMedia, formats.number(reported), formats.number(addressed))
      : mediaSentence(mailings.media, words);
  const heads = [texts.mailingSent, texts.mailingUndeliverable, texts.mailingObjections, texts.clicks];
  return {
    sentence: addressed === 0 ? null : sentence,
    heads: [texts.mailingDay, texts.mailingSubject, ...heads],
    rows: mailings.items.map(({ subject, sentAt, observed, measured }) => ({
      day: formats.shortDay(localDay(sentAt, performance.window.timezone)),
      subject,
      counts: [observed.sent, observed.undeliverable, observed.objections, measured.clicks],
    })),
  };
}
