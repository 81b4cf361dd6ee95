import type { ArticleReport } from "../../../sdk/src/index.ts";
import type { Demo, DemoStep } from "../demo.ts";
import { bar, shorten, textTable } from "../text-table.ts";

/** Three weeks and today: older than every release. */
export const reportDays = 22;
const barCells = 40;
const titleCharacters = 56;
const rowsShown = 6;

type Row = readonly (string | number)[];

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
    const report = reports.toSorted((a, b) => b.performance.views - a.performance.views)[0];
    if (report === undefined) throw new Error("The demo has no report.");
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
  const [first] = demo.releases.toSorted((a, b) => b.interest - a.interest);
  if (first === undefined) throw new Error("The demo has no release.");
  return first;
}

function overviewRow({ release, performance }: ArticleReport): Row {
  const machines = performance.series.reduce((sum, { bots }) => sum + bots, 0);
  const { views, uniqueVisitors } = performance;
  return [shorten(release.title, titleCharacters), views, uniqueVisitors.value, machines];
}

function reportLines({ release, performance }: ArticleReport): string[] {
  const { window, series, views, uniqueVisitors, visits } = performance;
  const greatest = Math.max(...series.map((each) => each.views));
  const days = series.filter(({ day }) => day >= (release.publishedAt ?? "").slice(0, 10));
  const targets = (performance.interactions ?? []).flatMap(({ kind, targets }) =>
    targets.map(({ label, count }) => [kind, shorten(label, titleCharacters), count] as const),
  );
  return [
    release.title,
    `${window.from} to ${window.to} (${window.timezone}), measured on the newsroom's own pages, level ${performance.level}`,
    `${views} views   ${uniqueVisitors.value} visitors (sum of daily uniques)   ${visits} visits`,
    ...table(["day", "views", "visitors", "clicks", "machines", ""], days, (each) => [
      ...[each.day, each.views, each.uniqueVisitors, each.interactions ?? "not measured", each.bots],
      bar(each.views, greatest, barCells),
    ]),
    ...table(
      ["who asked", "requests", "share"],
      performance.trafficClasses
        .filter(({ requests }) => requests > 0)
        .toSorted((a, b) => b.requests - a.requests),
      (each) => [each.class, each.requests, `${(each.share * 100).toFixed(1)} %`],
    ),
    ...table(
      ["channel", "views", "visitors"],
      performance.channels.filter((each) => each.views > 0).toSorted((a, b) => b.views - a.views),
      (each) => [each.channel, each.views, each.visitors],
    ),
    ...table(["where from", "channel", "views"], performance.referrers.slice(0, rowsShown), (each) => [
      each.source,
      each.channel,
      each.views,
    ]),
    ...table(
      ["AI operator", "crawls", "fetches for a question", "visits it sent"],
      performance.aiOperators.slice(0, rowsShown),
      (each) => [each.operator, each.crawls, each.assistantFetches, each.referredVisits],
    ),
    ...table(
      ["interaction", "target", "count"],
      targets.toSorted((a, b) => b[2] - a[2]).slice(0, rowsShown),
      (each) => each,
    ),
  ];
}

/** An empty line, the head, and a line for each entry. */
function table<T>(head: Row, entries: readonly T[], rowOf: (entry: T) => Row): string[] {
  return ["", ...textTable([head, ...entries.map(rowOf)])];
}
