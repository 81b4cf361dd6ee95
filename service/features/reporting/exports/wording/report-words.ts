import { noCurrency } from "../../../insights/rules.ts";
import { periodName, periodNameInDative } from "../../reports/period-names.ts";
import type { DayRange } from "../../reports/periods.ts";
import type { PublicationReport, ReportFigures, ReportMark } from "../../reports/schema.ts";
import { localDay } from "../german-format.ts";
import { fill } from "./german-texts.ts";
import type { Wording } from "./wording.ts";

/** Names in a list before the rest is counted; all of them stand in the table of releases. */
const clientNamesMax = 4;

/**
 * The client of the report, or the clients of its releases: `A, B, C, D und 12 weitere`. A client of which nothing has appeared yet is
 * named by its scope, though not in files of before edition 2, which keep their bytes.
 */
export function clientNames(
  report: ReportFigures & Partial<Pick<PublicationReport, "scope">>,
  { texts, formats }: Wording,
): string {
  if (report.release !== undefined) {
    return report.release.client.name;
  }
  const names = [...new Set((report.releases ?? []).map((entry) => entry.release.client.name))];
  if (names.length === 0) {
    const { scope, presentation } = report;
    return scope?.clientId !== undefined && presentation?.edition !== undefined ? scope.title : "–";
  }
  // One name more takes no more room than the words about it.
  if (names.length <= clientNamesMax + 1) {
    return names.join(", ");
  }
  return fill(
    texts.andMore,
    names.slice(0, clientNamesMax).join(", "),
    formats.number(names.length - clientNamesMax),
  );
}

/** `Oktober 2026`, or both ends of days that have no name. */
export function nameOfPeriod(range: DayRange, { language, formats }: Wording): string {
  return periodName(range, language) ?? formats.period(range.from, range.to);
}

/** The days that figures of a search are of, which may be more than the report's; nothing in reports that know none. */
export function queryPeriod(
  { periodFrom, periodTo }: { periodFrom?: string; periodTo?: string },
  { formats }: Wording,
): string {
  return periodFrom === undefined || periodTo === undefined
    ? ""
    : `${formats.shortDay(periodFrom)} – ${formats.shortDay(periodTo)}`;
}

/**
 * The same where it is compared with: `gegenüber dem 3. Quartal 2026`, but `gegenüber September 2026`. Reports of before edition 2 keep
 * the plain name.
 */
export function nameOfCompared(range: DayRange, words: Wording): string {
  const name = nameOfPeriod(range, words);
  if (words.language !== "de" || words.edition === undefined) return name;
  return periodNameInDative(range) ?? (range.from === range.to ? `dem ${name}` : `dem Zeitraum ${name}`);
}

/** A portfolio may be one that is kept for a client, who has never heard of it. */
export function kindOfReport(
  { scope }: Pick<PublicationReport, "scope">,
  { texts, labels }: Wording,
): string {
  return scope.clientId === undefined ? labels.reportKinds[scope.type] : texts.performanceReport;
}

/** `übernommen am 24.11.2026` of a release that appeared in an older newsroom. */
export function movedInWords(
  { movedInAt }: Pick<NonNullable<PublicationReport["release"]>, "movedInAt">,
  timeZone: string,
  { texts, formats }: Wording,
): string[] {
  return movedInAt === undefined
    ? []
    : [fill(texts.movedIn, formats.shortDay(localDay(movedInAt, timeZone)))];
}

/** `1 Tag`, `1.234 Tage`. */
export function countOf({ formats }: Wording, count: number, forms: readonly string[]): string {
  return `${formats.number(count)}\u00a0${(count === 1 ? forms[0] : forms[1]) ?? ""}`;
}

/** A count, or the words for what was not measured: a 0 would say that it was. */
export function measuredCount({ formats, texts }: Wording, count: number | null): string {
  return count === null ? texts.notMeasured : formats.number(count);
}

/** Null where they were not measured. */
export function interactionTotal(performance: PublicationReport["performance"]): number | null {
  return performance.interactions?.reduce((sum, entry) => sum + entry.count, 0) ?? null;
}

/** The levels of the measurement, lowest first: `L1`, `L0 und L2`; reports of before they were all kept name the lowest. */
export function levelNames(
  { level, levels = [level] }: PublicationReport["performance"],
  { texts }: Wording,
): string {
  return levels.length < 2 ? level : `${levels.slice(0, -1).join(", ")} ${texts.and} ${levels.at(-1)}`;
}

/** How many of the media that were written to have reported. Never as a cause: who got a mail may have had the news from elsewhere. */
export function mediaSentence(
  { addressed, reported }: { addressed: number; reported: number },
  { texts, formats }: Wording,
): string {
  if (addressed === 1) return reported === 0 ? texts.mailingOneMediumNot : texts.mailingOneMedium;
  const all = formats.number(addressed);
  return reported === 1
    ? fill(texts.mailingOneOfMedia, all)
    : fill(texts.mailingMedia, formats.number(reported), all);
}

/** What happened on a day, in words: `3 Medienberichte`, `Erschienen: Titel`. */
export function markWords({ kind, count, text }: Omit<ReportMark, "day">, words: Wording): string {
  const [one = "", many = ""] = words.texts.marks[kind];
  return fill(count === 1 && text !== "" ? one : many, words.formats.number(count), text);
}

/** A source as it is named in the report: what has a domain, or a name of somebody's choice, stays as it is. */
export function sourceName(
  { source, domain, channel }: PublicationReport["performance"]["referrers"][number],
  { labels }: Wording,
): string {
  if (domain === null && channel === source) {
    if (source === "direct") return labels.withoutSource;
    if (source === "other") return labels.otherSources;
  }
  return domain === null || source.startsWith(domain) ? source : `${source} (${domain})`;
}

/** `other` without an address is the sum of all targets that got no line of their own. */
export function targetName(target: { label: string; url: string | null }, { labels }: Wording): string {
  return target.label === "other" && target.url === null ? labels.otherTargets : target.label;
}

/** Campaign, source and medium; three times `other` is the sum of all campaigns that got no line of their own. */
export function campaignNames(
  entry: { campaign: string; source: string; medium: string; mailing?: string },
  { labels }: Wording,
): string[] {
  const { campaign, source, medium, mailing = campaign } = entry;
  const isRest = [campaign, source, medium].every((each) => each === "other");
  return isRest ? [labels.otherCampaigns, "–", "–"] : [mailing, source, medium];
}

/** Values of conversions by their currencies. Reports of before edition 2 keep the code of those that have none. */
export function conversionValues(
  values: readonly { amount: string; currency: string }[],
  { presentation }: Pick<ReportFigures, "presentation">,
  { texts, formats }: Wording,
): string {
  const isOld = presentation?.edition === undefined;
  const unitOf = (currency: string) =>
    currency === noCurrency && !isOld ? `(${texts.noCurrency})` : currency;
  return values.map(({ amount, currency }) => formats.money(amount, unitOf(currency))).join(" · ") || "–";
}

/** What a kind of conversion is called: as the agency says, as we know it, or as it was reported. */
export function conversionName(
  kind: string,
  { presentation }: Pick<PublicationReport, "presentation">,
  { labels }: Wording,
): string {
  const own = presentation?.conversionLabels ?? {};
  if (Object.hasOwn(own, kind)) return own[kind] ?? kind;
  return Object.hasOwn(labels.conversionKinds, kind) ? (labels.conversionKinds[kind] ?? kind) : kind;
}
