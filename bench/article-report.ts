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

/** The statement as the verb builds it: numbers and nulls as they are sent, the array of one id made of a drawn release. */
async function referenceScript({ releases: measured }: MeasuredHits): Promise<string> {
  const agencies = new Set(measured.map(({ agencyId }) => agencyId)).size;
  const lines = [
    `\\set release random(1, ${measured.length})`,
    `\\set agency 1 + (:release - 1) % ${agencies}`,
  ];
  const agencyId = Number.MAX_SAFE_INTEGER;
  const capture = (strings: TemplateStringsArray, ...values: unknown[]) => {
    const parts = strings.map((text, index) => {
      const value = values[index];
      if (index === values.length) return text;
      if (value === agencyId) return `${text}:agency`;
      if (typeof value === "string") return `${text}array[:release]`;
      if (value === null) return `${text}null`;
      lines.push(`\\set value${index} ${String(value)}`);
      return `${text}:value${index}`;
    });
    lines.push(`${parts.join("").replaceAll(/\s+/g, " ").trim()};`);
    return Promise.resolve([]);
  };
  await readRollUps(capture as unknown as Queryable, agencyId, { releaseIds: [0], window: { days: 30 } });
  return `${lines.join("\n")}\n`;
}
