import { afterAll, beforeAll, expect, test } from "bun:test";
import { Worker } from "node:worker_threads";
import { postMessage, rpc } from "../mcp/support/post-message.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { sharedRedis } from "../support/redis.ts";
import { createMigratedDatabase } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import type { Loudness } from "./support/be-loud.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";
import { fillLoudAgency } from "./support/fill-loud-agency.ts";
import type { LoudAgency } from "./support/loud-activities.ts";
import { prepareDatabase, withDatabase } from "./support/open-scene.ts";
import { countStatuses, type LoadTarget } from "./support/start-load.ts";

/** Quiet and loud by turns, so that what the machine does besides hits both. */
const { rounds, isShort, timeoutMs } = faultRounds(2, 10);
const measuredMs = isShort ? 1_500 : 10_000;
/** Until everything that is loud is under way. */
const loudMs = 700;
/** Beside which the 99th percentile may double: the machine, which all share with other tests, alone moves it by this much. */
const noiseMs = isShort ? 1_500 : 500;
const hourlyLimit = 1_000_000;
/** After each answer: a neighbour is an agency like others, and no flood. */
const pauseMs = 5;
const answerTimeoutMs = 10_000;

/** What the neighbour does all the time, and must always be answered. */
const neighbourCalls: Record<string, (target: LoadTarget, signal: AbortSignal) => Promise<Response>> = {
  conversion: (target, signal) =>
    callConversions({ ...target, body: conversionBody(target.pressReleaseId), signal }),
  report: ({ url, key, pressReleaseId }, signal) =>
    fetch(`${url}/api/reporting/v1/articles/${pressReleaseId}?days=365`, {
      headers: { "x-api-key": key },
      signal,
    }),
  webhooks: ({ url, key }, signal) =>
    fetch(`${url}/api/reporting/v1/webhooks`, { headers: { "x-api-key": key }, signal }),
  data: ({ url, key }, signal) =>
    fetch(`${url}/api/reporting/v1/data`, { headers: { "x-api-key": key }, signal }),
  tool: ({ url, key }) => postMessage(url, key, rpc("tools/call", { name: "list_clients", arguments: {} })),
  page: ({ url, path }, signal) => fetch(url + path, { signal }),
};

let service: ServiceProcess;
let neighbour: LoadTarget;
let loud: LoudAgency;

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  const place = { databaseUrl, dataDirectory: "" };
  const scene = await prepareDatabase(place);
  const filled = await withDatabase(place, (sql) => fillLoudAgency(sql, hourlyLimit));
  const redisUrl = (await sharedRedis()).url;
  service = await startServiceProcess({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: "error" });
  neighbour = { ...scene, url: service.url };
  loud = { ...filled, url: service.url };
  // The first requests compile and connect; they would make the quiet measure the slower one.
  await measure();
}, 120_000);
afterAll(async () => {
  await service.process.end("SIGKILL");
});

test(
  "an agency that does everything at once fails none of its neighbour's calls, and slows none of them to more than twice the time",
  async () => {
    const quiet: Measured[] = [];
    const among: Measured[] = [];
    const loudness: Loudness[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure());
      const noise = beLoud();
      await Bun.sleep(loudMs);
      among.push(await measure());
      loudness.push(await noise.stop());
    }
    reportFault("noisy neighbour", {
      p99MsQuiet: quiet.map(({ p99Ms }) => p99Ms),
      p99MsLoud: among.map(({ p99Ms }) => p99Ms),
      p50MsQuiet: quiet.map(({ p50Ms }) => p50Ms),
      p50MsLoud: among.map(({ p50Ms }) => p50Ms),
      slowestMsLoud: among.at(-1)?.p99MsByCall,
      loudness: loudness.at(-1),
    });
    for (const { statuses, requests } of among) {
      expect(requests).toBeGreaterThan(20);
      expect(Object.keys(statuses).sort()).toEqual(["200", "201"]);
    }
    // An activity that nobody answered would have disturbed nobody.
    for (const outcomes of loudness.flatMap((each) => Object.entries(each))) {
      const [name, { 0: broken = 0, ...answered }] = outcomes;
      expect({ name, isAnswered: Object.keys(answered).length > 0, broken }).toMatchObject({
        name,
        isAnswered: true,
      });
    }
    const p99Ms = (list: Measured[]) => medianOf(list.map((each) => each.p99Ms));
    expect(p99Ms(among)).toBeLessThan(p99Ms(quiet) * 2 + noiseMs);
  },
  timeoutMs,
);

type Measured = Awaited<ReturnType<typeof measure>>;
type Answer = { name: string; status: number; durationMs: number };

/** One of each of the neighbour's calls at a time, again and again. */
async function measure() {
  const answers: Answer[] = [];
  const endMs = performance.now() + measuredMs;
  await Promise.all(
    Object.entries(neighbourCalls).map(async ([name, ask]) => {
      while (performance.now() < endMs) {
        const startedMs = performance.now();
        const response = await ask(neighbour, AbortSignal.timeout(answerTimeoutMs)).catch(() => null);
        await response?.arrayBuffer().catch(() => null);
        answers.push({ name, status: response?.status ?? 0, durationMs: performance.now() - startedMs });
        await Bun.sleep(pauseMs);
      }
    }),
  );
  const percentile = (share: number, of: readonly Answer[]) => {
    const durations = of.map(({ durationMs }) => durationMs).sort((left, right) => left - right);
    return Math.round(durations[Math.floor(durations.length * share)] ?? 0);
  };
  const names = Object.keys(neighbourCalls);
  return {
    p50Ms: percentile(0.5, answers),
    p99Ms: percentile(0.99, answers),
    p99MsByCall: Object.fromEntries(
      names.map((name) => [
        name,
        percentile(
          0.99,
          answers.filter((answer) => answer.name === name),
        ),
      ]),
    ),
    requests: answers.length,
    statuses: countStatuses(answers),
  };
}

function beLoud(): { stop(): Promise<Loudness> } {
  const thread = new Worker(new URL("support/be-loud.ts", import.meta.url), { workerData: loud });
  return {
    async stop() {
      const told = new Promise<Loudness>((resolve) => thread.once("message", resolve));
      thread.postMessage("stop");
      const loudness = await told;
      await thread.terminate();
      return loudness;
    },
  };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
