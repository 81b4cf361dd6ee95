import { type Figure, medianOf, type Report } from "./figure.ts";
import {
  type MeasuredHits,
  openMeasuredHits,
  reportRequests,
  startHitsServer,
} from "./support/measured-hits.ts";
import { drive } from "./support/wrk.ts";

/** A press release is read about ten thousand times, so more hits are more releases. */
const hitsPerRelease = 10_000;
const sizes = [10_000, 100_000, 1_000_000, 10_000_000];
const connectionsAtOnce = [64, 128, 256];
const rounds = 5;
const secondsPerRound = 4;
/** Few enough that a report's own time is measured, not the queue in front of it. */
const connectionsForLatency = 4;

/** Latency at up to a thousand times the data, and cost of a request at up to four times the connections. */
export async function growthOfReports(report: Report): Promise<Figure[]> {
  const servers = await startHitsServer();
  const cases: MeasuredHits[] = [];
  for (const hits of sizes) {
    const input = { name: `hits_${hits}`, hits, releases: hits / hitsPerRelease };
    cases.push(await openMeasuredHits(servers, input, report));
  }
  const latencies = await latenciesOf(cases, report);
  const costs = await costsOf(cases[2] ?? fail(), report);
  for (const each of cases) await each.stop();
  await servers.stop();
  return [
    ...sizes.slice(1).map((hits, index) =>
      figureOf(`latency at ${hits.toLocaleString("en")} hits`, "at 10,000 hits", 1.2, {
        values: (latencies[index + 1] ?? []).map((value, round) => value / (latencies[0]?.[round] ?? 1)),
        detail: `p50 ${medianOf(latencies[index + 1] ?? []).toFixed(1)} / ${medianOf(latencies[0] ?? []).toFixed(1)} ms`,
      }),
    ),
    ...connectionsAtOnce.slice(1).map((connections, index) =>
      figureOf(`time of a request at ${connections} connections, a million hits`, "at 64", 1.1, {
        values: (costs[index + 1] ?? []).map((value, round) => value / (costs[0]?.[round] ?? 1)),
        detail: `${medianOf(costs[index + 1] ?? []).toFixed(2)} / ${medianOf(costs[0] ?? []).toFixed(2)} ms`,
      }),
    ),
  ];
}

/** Milliseconds, round by round, for each size. */
async function latenciesOf(cases: readonly MeasuredHits[], report: Report): Promise<number[][]> {
  const seen: number[][] = cases.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, measured] of cases.entries()) {
      const requests = reportRequests(measured);
      const input = { requests, connections: connectionsForLatency, seconds: secondsPerRound };
      const { p50Ms } = await drive(measured.service.url, input);
      // The first round fills caches and plans statements.
      if (round > 0) seen[index]?.push(p50Ms);
    }
    if (round > 0)
      report(`round ${round} of ${rounds}: p50 ${seen.map((all) => all.at(-1)?.toFixed(1)).join(", ")} ms`);
  }
  return seen;
}

/** Milliseconds of the machine for each request, round by round, for each number of connections. */
async function costsOf(measured: MeasuredHits, report: Report): Promise<number[][]> {
  const requests = reportRequests(measured);
  const seen: number[][] = connectionsAtOnce.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, connections] of connectionsAtOnce.entries()) {
      const input = { requests, connections, seconds: secondsPerRound };
      seen[index]?.push(1000 / (await drive(measured.service.url, input)).requestsPerSecond);
    }
    report(
      `round ${round} of ${rounds}: ${seen.map((all) => all.at(-1)?.toFixed(2)).join(", ")} ms a request`,
    );
  }
  return seen;
}

function figureOf(
  what: string,
  reference: string,
  atMost: number,
  { values, detail }: { values: number[]; detail: string },
): Figure {
  return { id: "P2", what, reference, target: { atMost }, values, details: [detail] };
}

function fail(): never {
  throw new Error("A case is missing.");
}
