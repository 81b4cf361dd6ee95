import type { CsvCell } from "../../../floor/web/csv-line.ts";
import { isShare } from "../goals/rules.ts";
import type { ReportedGoal } from "../goals/schema.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { type CsvRow, joinDimension, releaseDimension } from "./csv-columns.ts";
import { insightRows } from "./csv-insight-rows.ts";
import { localDay } from "./german-format.ts";
import { measuredBefore } from "./headline-figures.ts";

/** All rows of a report one after the other; nothing is held but the row at hand. A missing figure is an empty cell. */
export function* csvRows(report: PublicationReport, verifyUrl: string): Generator<CsvRow> {
  yield* identityRows(report, verifyUrl);
  yield* headlineRows(report.performance);
  yield* comparisonRows(report);
  yield* breakdownRows(report.performance);
  yield* seriesRows(report.performance);
  yield* releaseRows(report);
  for (const { day, kind, count, text } of report.marks ?? [])
    yield ["marks", day, kind, text, count, "events", ""];
  yield* goalRows(report);
  yield* mailingRows(report);
  if (report.externalInsights !== undefined) {
    yield* insightRows(report.externalInsights, report);
  }
}

function* identityRows(report: PublicationReport, verifyUrl: string): Generator<CsvRow> {
  const { window, level, levels = [level] } = report.performance;
  const facts: [metric: string, value: CsvCell, unit: string][] = [
    ["id", report.id, "uuid"],
    ["schemaVersion", report.schemaVersion, "text"],
    ["methodologyVersion", report.methodologyVersion, "text"],
    ["createdAt", report.createdAt, "date-time"],
    ["createdBy", report.createdBy, "text"],
    ["agencyId", report.agency.id, "id"],
    ["agency", report.agency.name, "text"],
    ["scopeType", report.scope.type, "text"],
    ["scopeId", report.scope.id, "id"],
    ["scopeTitle", report.scope.title, "text"],
    ["from", window.from, "date"],
    ["to", window.to, "date"],
    ["days", window.days, "days"],
    ["timezone", window.timezone, "text"],
    ["dataThrough", window.dataThrough, "date-time"],
    ["level", level, "text"],
    ["levels", joinDimension(...levels), "text"],
    ["contentHash", report.integrity.contentHash, report.integrity.algorithm],
    ...chainFacts(report.integrity),
    ["verifyAt", verifyUrl, "url"],
  ];
  for (const [metric, value, unit] of facts) {
    yield ["report", "", metric, "", value, unit, ""];
  }
  const { release } = report;
  if (release !== undefined) {
    const dimension = joinDimension(String(release.id), release.title);
    yield ["release", "", "status", dimension, release.status, "text", ""];
    yield ["release", "", "publishedAt", dimension, release.publishedAt ?? "", "date-time", ""];
    if (release.movedInAt !== undefined)
      yield ["release", "", "movedInAt", dimension, release.movedInAt, "date-time", ""];
    yield ["release", "", "client", dimension, release.client.name, "text", ""];
  }
}

/** Where a reader of the file finds out that it is genuine. Before version 2 reports had no number. */
function chainFacts(integrity: PublicationReport["integrity"]): [string, CsvCell, string][] {
  const { algorithm } = integrity;
  if (!("version" in integrity)) return [["previousHash", integrity.previousHash ?? "", algorithm]];
  const { number, chainHash, previousChainHash, keyId } = integrity;
  return [
    ["number", number, "number"],
    ["chainHash", chainHash, algorithm],
    ["previousChainHash", previousChainHash ?? "", algorithm],
    ["keyId", keyId, "text"],
  ];
}

function* headlineRows(performance: PublicationReport["performance"]): Generator<CsvRow> {
  const { comparison, engagement } = performance;
  const total = performance.interactions?.reduce((sum, entry) => sum + entry.count, 0) ?? null;
  const figures: [section: string, metric: string, dimension: string, value: CsvCell | null, unit: string][] =
    [
      ["summary", "views", "", performance.views, "views"],
      [
        "summary",
        "uniqueVisitors",
        performance.uniqueVisitors.basis,
        performance.uniqueVisitors.value,
        "visitors",
      ],
      ["summary", "visits", "", performance.visits, "visits"],
      ["summary", "interactions", "", total, "interactions"],
      ["comparison", "views", comparison.basis, comparison.views.value, "views"],
      ["comparison", "changePercent", comparison.basis, comparison.views.changePercent, "percent"],
      ["engagement", "averageEngagedSeconds", "", engagement.averageEngagedSeconds, "seconds"],
      ["engagement", "coverage", "", engagement.coverage, "share"],
      ["engagement", "scroll", "25", engagement.scroll?.p25 ?? null, "views"],
      ["engagement", "scroll", "50", engagement.scroll?.p50 ?? null, "views"],
      ["engagement", "scroll", "75", engagement.scroll?.p75 ?? null, "views"],
      ["engagement", "scroll", "100", engagement.scroll?.p100 ?? null, "views"],
    ];
  for (const [section, metric, dimension, value, unit] of figures) {
    yield [section, "", metric, dimension, value ?? "", unit, performance.origin];
  }
}

/** What somebody chose to compare with, as the other formats show it; dated with its last day. */
function* comparisonRows(report: PublicationReport): Generator<CsvRow> {
  const { comparison, performance } = report;
  if (comparison === undefined) return;
  const before = (count: number | null) => measuredBefore(report, count) ?? "";
  const { kind, from, to, totals, daysWithoutMeasurement } = comparison;
  const { views, uniqueVisitors, visits, interactions, assistantFetches, mediaMentions } = totals;
  const { origin } = performance;
  yield ["comparison", to, "from", kind, from, "date", ""];
  yield ["comparison", to, "to", kind, to, "date", ""];
  yield ["comparison", to, "views", kind, before(views), "views", origin];
  yield ["comparison", to, "uniqueVisitors", kind, before(uniqueVisitors.value), "visitors", origin];
  yield ["comparison", to, "visits", kind, before(visits), "visits", origin];
  yield ["comparison", to, "interactions", kind, before(interactions), "interactions", origin];
  yield ["comparison", to, "assistantFetches", kind, before(assistantFetches), "requests", origin];
  yield ["comparison", to, "mediaMentions", kind, mediaMentions, "mentions", ""];
  yield ["comparison", to, "daysWithoutMeasurement", kind, daysWithoutMeasurement, "days", ""];
}

function* breakdownRows(performance: PublicationReport["performance"]): Generator<CsvRow> {
  const { origin } = performance;
  for (const entry of performance.trafficClasses) {
    yield ["trafficClasses", "", "requests", entry.class, entry.requests, "requests", origin];
    yield ["trafficClasses", "", "visitors", entry.class, entry.visitors ?? "", "visitors", origin];
    yield ["trafficClasses", "", "share", entry.class, entry.share, "share", origin];
  }
  for (const entry of performance.channels) {
    yield ["channels", "", "views", entry.channel, entry.views, "views", origin];
    yield ["channels", "", "visitors", entry.channel, entry.visitors, "visitors", origin];
  }
  for (const entry of performance.referrers) {
    const dimension = joinDimension(entry.source, entry.domain, entry.channel);
    yield ["referrers", "", "views", dimension, entry.views, "views", origin];
    yield ["referrers", "", "visitors", dimension, entry.visitors, "visitors", origin];
  }
  for (const entry of performance.interactions ?? []) {
    yield ["interactions", "", "count", entry.kind, entry.count, "interactions", origin];
    if (entry.repeated !== undefined)
      yield ["interactions", "", "repeated", entry.kind, entry.repeated, "interactions", origin];
    yield ["interactions", "", "uniqueVisitors", entry.kind, entry.uniqueVisitors, "visitors", origin];
    for (const target of entry.targets) {
      const dimension = joinDimension(entry.kind, target.label, target.url);
      yield ["interactionTargets", "", "count", dimension, target.count, "interactions", origin];
    }
  }
  for (const entry of performance.aiOperators) {
    yield ["aiOperators", "", "crawls", entry.operator, entry.crawls, "requests", origin];
    yield ["aiOperators", "", "assistantFetches", entry.operator, entry.assistantFetches, "requests", origin];
    yield ["aiOperators", "", "referredVisits", entry.operator, entry.referredVisits, "visits", origin];
  }
  for (const entry of performance.campaigns) {
    const dimension = joinDimension(entry.source, entry.medium, entry.campaign);
    yield ["campaigns", "", "views", dimension, entry.views, "views", origin];
  }
  for (const entry of performance.devices) {
    yield ["devices", "", "views", entry.type, entry.views, "views", origin];
  }
}

function* seriesRows(performance: PublicationReport["performance"]): Generator<CsvRow> {
  const { origin } = performance;
  for (const entry of performance.series) {
    yield ["series", entry.day, "views", "", entry.views, "views", origin];
    yield ["series", entry.day, "uniqueVisitors", "", entry.uniqueVisitors, "visitors", origin];
    yield ["series", entry.day, "visits", "", entry.visits, "visits", origin];
    yield ["series", entry.day, "interactions", "", entry.interactions ?? "", "interactions", origin];
    yield ["series", entry.day, "bots", "", entry.bots, "requests", origin];
  }
  for (const { day, hits } of performance.lostHits ?? [])
    yield ["lostHits", day, "hits", "", hits, "requests", origin];
}

function* releaseRows(report: PublicationReport): Generator<CsvRow> {
  const { origin, window } = report.performance;
  for (const entry of report.releases ?? []) {
    const { release } = entry;
    const date = release.publishedAt === null ? "" : localDay(release.publishedAt, window.timezone);
    const dimension = releaseDimension(release);
    yield ["releases", date, "views", dimension, entry.views, "views", origin];
    yield ["releases", date, "uniqueVisitors", dimension, entry.uniqueVisitors, "visitors", origin];
    yield ["releases", date, "visits", dimension, entry.visits, "visits", origin];
    yield ["releases", date, "interactions", dimension, entry.interactions ?? "", "interactions", origin];
    if (release.movedInAt !== undefined)
      yield ["releases", date, "movedInAt", dimension, release.movedInAt, "date-time", ""];
    if (entry.levels !== undefined)
      yield ["releases", date, "levels", dimension, joinDimension(...entry.levels), "text", origin];
  }
}

/**
 * What was fixed, and what came of each measure; dated with the last day of the goal, results with the last day that they count. Reports
 * of before edition 2 keep the rows that their files have.
 */
function* goalRows({ goals, presentation }: PublicationReport): Generator<CsvRow> {
  const isOld = presentation?.edition === undefined;
  for (const goal of goals?.items ?? []) {
    const { id, objective, to, through = to, fixedAt, isLater, contentHash, measures } = goal;
    const resultDay = isOld ? to : through;
    yield ["goals", to, "objective", id, objective, "text", ""];
    if (!isOld) {
      yield ["goals", to, "audience", id, goal.audience, "text", ""];
      yield ["goals", to, "from", id, goal.from, "date", ""];
      if (through !== to) yield ["goals", to, "through", id, through, "date", ""];
    }
    yield ["goals", to, "fixedAt", id, fixedAt, "date-time", ""];
    yield ["goals", to, "isLater", id, String(isLater), "text", ""];
    yield ["goals", to, "contentHash", id, contentHash, "sha256", ""];
    if (!isOld) yield* replacedRows(goal);
    for (const { kind, of = null, target, result, outcome, origins, isPartial } of measures) {
      const dimension = joinDimension(id, kind, of);
      const unit = isShare(kind) ? "percent" : "count";
      yield ["goals", to, "target", dimension, target, unit, ""];
      yield ["goals", resultDay, "result", dimension, result ?? "", unit, origins.join(" ")];
      if (!isOld && isPartial === true)
        yield ["goals", resultDay, "isPartial", dimension, "true", "text", ""];
      yield ["goals", resultDay, "outcome", dimension, outcome, "text", ""];
    }
  }
  if (!isOld && goals?.leftOut !== undefined) yield ["goals", "", "leftOut", "", goals.leftOut, "goals", ""];
  for (const { stage, figures } of goals?.stages ?? [])
    yield ["stages", "", "figures", stage, figures.join(" "), "text", ""];
}

/** The goal that one has replaced, with its targets. */
function* replacedRows({ id, to, replaces }: ReportedGoal): Generator<CsvRow> {
  if (replaces === undefined) return;
  yield ["goals", to, "replaces", id, replaces.id, "uuid", ""];
  yield ["goals", to, "replacedFixedAt", id, replaces.fixedAt, "date-time", ""];
  yield ["goals", to, "replacedContentHash", id, replaces.contentHash, "sha256", ""];
  for (const { kind, of = null, target } of replaces.measures) {
    const unit = isShare(kind) ? "percent" : "count";
    yield ["goals", to, "replacedTarget", joinDimension(id, kind, of), target, unit, ""];
  }
}

function* mailingRows({ mailings, performance }: PublicationReport): Generator<CsvRow> {
  if (mailings === undefined) return;
  const { origin, addressed, reported } = mailings.media;
  if (addressed > 0) {
    yield ["mailings", "", "mediaAddressed", "", addressed, "media", origin];
    yield ["mailings", "", "mediaReported", "", reported, "media", origin];
  }
  for (const { subject, campaign, sentAt, observed, measured } of mailings.items) {
    const date = localDay(sentAt, performance.window.timezone);
    const dimension = joinDimension(subject, campaign);
    yield ["mailings", date, "sent", dimension, observed.sent, "mails", observed.origin];
    yield ["mailings", date, "undeliverable", dimension, observed.undeliverable, "mails", observed.origin];
    yield ["mailings", date, "objections", dimension, observed.objections, "objections", observed.origin];
    yield ["mailings", date, "clicks", dimension, measured.clicks, "views", measured.origin];
  }
}
