import { PassThrough } from "node:stream";
import { writeToStream } from "fast-csv";
import { type CsvRow, csvColumns } from "../service/features/reporting/exports/csv-columns.ts";
import { csvRows } from "../service/features/reporting/exports/csv-rows.ts";
import { renderCsv } from "../service/features/reporting/exports/render-csv.ts";
import type { PublicationReport } from "../service/features/reporting/reports/schema.ts";
import { sampleReport } from "../test/support/sample-report.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";

/** One file takes milliseconds: a round writes so many. */
const filesPerRound = 40;
const growthOfReleases = [200, 400, 800];

/** P6: the CSV file of a portfolio report of 365 days, and how the cost of a row holds at more releases. */
export const benchPortfolioCsv: Bench = { measure, growth };

const portfolio = (releases: number) =>
  sampleReport({ scopeType: "portfolio", days: 365, releases, referrers: 100, insights: 50 });

/** Ours makes the rows out of the report and guards cells against formulas; the reference is given the rows. */
async function measure(report: Report): Promise<Figure[]> {
  const published = portfolio(200);
  const rows = [...csvRows(published, "https://pr.example/pruefen")];
  const own = () => rowsPerSecond(rows.length, () => bytesOf(published));
  const reference = () => rowsPerSecond(rows.length, () => writeRows(rows));
  await own();
  await reference();
  const { ratios, details } = await alternate({ rounds: 7, own, reference, unit: "rows a second" }, report);
  return [
    {
      id: "P6",
      what: `CSV of a portfolio report, 365 days, 200 releases, ${rows.length.toLocaleString("en")} rows`,
      reference: "fast-csv, the same rows from memory",
      target: { atLeast: 0.9 },
      values: ratios,
      details,
    },
  ];
}

async function growth(report: Report): Promise<Figure[]> {
  const cases = growthOfReleases.map((releases) => {
    const published = portfolio(releases);
    return { releases, published, rows: [...csvRows(published, "https://pr.example/pruefen")].length };
  });
  const [first, ...more] = cases;
  if (first === undefined) return [];
  const rate = ({ published, rows }: (typeof cases)[number]) => rowsPerSecond(rows, () => bytesOf(published));
  await rate(first);
  const figures: Figure[] = [];
  for (const grown of more) {
    const { ratios, details } = await alternate(
      { rounds: 5, own: () => rate(first), reference: () => rate(grown), unit: "rows a second" },
      report,
    );
    figures.push({
      id: "P6",
      what: `time of a row at ${grown.releases} releases`,
      reference: `at ${first.releases}`,
      target: { atMost: 1.1 },
      values: ratios,
      details,
    });
  }
  return figures;
}

async function rowsPerSecond(rows: number, write: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  for (let file = 0; file < filesPerRound; file += 1) {
    if ((await write()) < rows) throw new Error("The file has fewer bytes than rows.");
  }
  return (filesPerRound * rows) / ((performance.now() - startedAt) / 1000);
}

async function bytesOf(report: PublicationReport): Promise<number> {
  let bytes = 0;
  for await (const chunk of renderCsv(report, "https://pr.example/pruefen")) bytes += chunk.byteLength;
  return bytes;
}

async function writeRows(rows: readonly CsvRow[]): Promise<number> {
  const sink = new PassThrough();
  const options = {
    headers: [...csvColumns],
    rowDelimiter: "\r\n",
    includeEndRowDelimiter: true,
    writeBOM: true,
  };
  writeToStream(sink, [...rows], options);
  let bytes = 0;
  for await (const chunk of sink) bytes += (chunk as Buffer).byteLength;
  return bytes;
}
