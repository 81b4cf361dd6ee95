import type { ArticleReport } from "../../../../sdk/src/index.ts";
import type { Demo, DemoStep } from "../demo.ts";
import { bar, shorten, textTable } from "../text-table.ts";

/** The oldest release was published 21 days ago: three weeks and today. */
export const reportDays = 22;
const barCells = 40;
const titleCharacters = 56;
const rowsShown = 6;

/** Asks for the report of every release over HTTP with the key, and prints the most read one in full. */
export const showArticleReport: DemoStep = {
  name: "articleReport",
  title: "Ask for the article reports with the API key",
  async run(demo) {
    const answers = [];
    for (const { pressReleaseId } of demo.releases) {
      answers.push(await demo.client.articles.getArticlePerformance(pressReleaseId, { days: reportDays }));
    }
    const reports = answers.map(({ data }) => data);
    const report = mostRead(reports);
    const left = answers.at(-1)?.rateLimit;
    return {
      lines: [
        ...textTable([["release", "views", "visitors", "machines"], ...reports.map(overviewRow)]),
        "",
        ...reportLines(report),
        "",
        `Requests left this hour: ${left?.remaining ?? "unknown"} of ${left?.limit ?? "unknown"}.`,
      ],
      result: report,
    };
  },
};

/** The release that the later steps go on with. */
export function mostReadRelease(demo: Demo): Demo["releases"][number] {
  const [first, ...others] = demo.releases;
  if (first === undefined) throw new Error("The demo has no release.");
  return others.reduce((best, each) => (each.interest > best.interest ? each : best), first);
}

function mostRead(reports: readonly ArticleReport[]): ArticleReport {
  const [first, ...others] = reports;
  if (first === undefined) throw new Error("The demo has no report.");
  return others.reduce(
    (best, each) => (each.performance.views > best.performance.views ? each : best),
    first,
  );
}

function overviewRow({ release, performance }: ArticleReport): (string | number)[] {
  const machines = performance.series.reduce((sum, { bots }) => sum + bots, 0);
  return [
    shorten(release.title, titleCharacters),
    performance.views,
    performance.uniqueVisitors.value,
    machines,
  ];
}

function reportLines({ release, performance }: ArticleReport): string[] {
  const { window, series } = performance;
  const greatest = Math.max(...series.map(({ views }) => views));
  return [
    `${release.title}`,
    `${window.from} to ${window.to} (${window.timezone}), measured on the newsroom's own pages, level ${performance.level}`,
    `${performance.views} views   ${performance.uniqueVisitors.value} visitors (sum of daily uniques)   ${performance.visits} visits`,
    "",
    ...textTable([
      ["day", "views", "visitors", "clicks", "machines", ""],
      ...series
        .filter(({ day }) => day >= (release.publishedAt ?? "").slice(0, 10))
        .map((each) => [
          each.day,
          each.views,
          each.uniqueVisitors,
          each.interactions ?? "not measured",
          each.bots,
          bar(each.views, greatest, barCells),
        ]),
    ]),
    "",
    ...textTable([
      ["who asked", "requests", "share"],
      ...performance.trafficClasses
        .filter(({ requests }) => requests > 0)
        .sort((a, b) => b.requests - a.requests)
        .map((each) => [each.class, each.requests, `${(each.share * 100).toFixed(1)} %`]),
    ]),
    "",
    ...textTable([
      ["channel", "views", "visitors"],
      ...[...performance.channels]
        .filter(({ views }) => views > 0)
        .sort((a, b) => b.views - a.views)
        .map((each) => [each.channel, each.views, each.visitors]),
    ]),
    "",
    ...textTable([
      ["where from", "channel", "views"],
      ...performance.referrers.slice(0, rowsShown).map((each) => [each.source, each.channel, each.views]),
    ]),
    "",
    ...textTable([
      ["AI operator", "crawls", "fetches for a question", "visits it sent"],
      ...performance.aiOperators
        .slice(0, rowsShown)
        .map((each) => [each.operator, each.crawls, each.assistantFetches, each.referredVisits]),
    ]),
    "",
    ...textTable([
      ["interaction", "target", "count"],
      ...(performance.interactions ?? [])
        .flatMap(({ kind, targets }) =>
          targets.map(({ label, count }) => [kind, shorten(label, titleCharacters), count] as const),
        )
        .sort((a, b) => b[2] - a[2])
        .slice(0, rowsShown),
    ]),
  ];
}
