import postgres from "postgres";
import { readRollUps } from "../service/features/reporting/articles/sql.ts";
import type { Queryable } from "../service/floor/db/open.ts";
import { growthOfReports } from "./article-report-growth.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import {
  type MeasuredHits,
  openMeasuredHits,
  reportRequests,
  startHitsServer,
} from "./support/measured-hits.ts";
import { runPgbench } from "./support/pgbench.ts";
import { alternate } from "./support/rounds.ts";
import { drive } from "./support/wrk.ts";

const connections = 64;
const secondsPerRound = 5;
const hits = 1_000_000;
const releases = 100;

/** P2: what the report of a release costs around its statement, and how it holds at more data and more load. */
export const benchArticleReport: Bench = { measure, growth: growthOfReports };

/**
 * `GET /articles/{id}` of 30 days with key, limit in Redis and both of its statements, against pgbench with the statement that
 * reads the roll-ups, alone, with the parameters and the session settings that the service sends it with. All releases take turns.
 */
async function measure(report: Report): Promise<Figure[]> {
  const servers = await startHitsServer();
  const measured = await openMeasuredHits(servers, { name: "report", hits, releases }, report);
  const requests = reportRequests(measured);
  const reference = {
    port: servers.postgres.port,
    database: "dbname=report options='-c plan_cache_mode=force_generic_plan'",
    script: await referenceScript(measured),
    clients: connections,
    seconds: secondsPerRound,
  };
  const own = async (seconds = secondsPerRound) =>
    (await drive(measured.service.url, { requests, connections, seconds })).requestsPerSecond;
  await own(2);
  const { ratios, details } = await alternate(
    { rounds: 5, own, reference: () => runPgbench(reference) },
    report,
  );
  await measured.stop();
  await servers.stop();
  return [
    {
      id: "P2",
      what: `GET /articles/{id}, 30 days, ${connections} connections, a million hits`,
      reference: `pgbench, ${connections} clients, the report's statement`,
      target: { atLeast: 0.6 },
      values: ratios,
      details,
    },
  ];
}

/** The statement as the driver sends it for an agency and a release that are not there, for drawn ones in their place. */
async function referenceScript({ databaseUrl, releases: measured }: MeasuredHits): Promise<string> {
  const agencyId = 1_234_567_890;
  const sent: { text: string; values: unknown[] }[] = [];
  const sql = postgres(databaseUrl, {
    max: 1,
    debug: (_connection, text, values) => sent.push({ text, values }),
  });
  await readRollUps(sql as unknown as Queryable, agencyId, { releaseIds: [0], window: { days: 30 } });
  await sql.end();
  const [statement] = sent.filter(({ text }) => text.includes("hit_day"));
  if (statement === undefined) throw new Error("The report sends no statement to compare with.");
  const agencies = new Set(measured.map(({ agencyId: id }) => id)).size;
  const lines = [
    `\\set release random(1, ${measured.length})`,
    `\\set agency 1 + (:release - 1) % ${agencies}`,
  ];
  const text = statement.text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = statement.values[Number(place) - 1];
    if (String(value) === String(agencyId)) return ":agency";
    if (value === null) return "null";
    if (String(value).startsWith("{")) return "array[:release]";
    lines.push(`\\set value${place} ${String(value)}`);
    return `:value${place}`;
  });
  return `${lines.join("\n")}\n${text.replaceAll(/\s+/g, " ").trim()};\n`;
}
