import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { runProgram, startServe } from "../edges/cli/run-program.ts";
import { authorityPem, hostCertificate } from "../floor/outbound/certificates.ts";
import { thrownBy } from "../support/error-of.ts";
import { sharedRedis } from "../support/redis.ts";
import { testKeyFile } from "../support/seal.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";
import { createMigratedDatabase } from "../support/service.ts";
import { type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { startKeepAliveLoad } from "./support/keep-alive-load.ts";
import { prepareDatabase } from "./support/open-scene.ts";
import { orderExports } from "./support/order-exports.ts";
import type { LoadTarget } from "./support/start-load.ts";

const clients = 32;
const stoppedWithinMs = 20_000 * patience;
/** Half a second of pause, and a start on a busy machine. */
const backWithinMs = 20_000 * patience;
const { rounds, chance, timeoutMs } = faultRounds(1, 20);

let databaseUrl: string;
let database: Database;
let target: Omit<LoadTarget, "url">;
let environment: Record<string, string>;

beforeAll(async () => {
  databaseUrl = await createMigratedDatabase();
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
  target = await prepareDatabase({ databaseUrl, dataDirectory: "" });
  const { url } = await sharedRedis();
  environment = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: url, METRICS_PORT: "0", LOG_LEVEL: "info" },
    // Each start has a data directory of its own, and all read the reports of one database.
    REPORT_SIGNING_KEY_FILE: testKeyFile(),
  };
}, timeoutMs);
afterAll(async () => await database.close());

test(
  "two processes share the port and the work, one of them has the loops, a killed one comes back, and SIGTERM resets nobody",
  async () => {
    const found: Record<string, unknown>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const service = await startServiceProcess(environment, { args: ["--processes", "2"] });
      await untilLogged(service, '"event":"serving_by_processes"');
      const first = await membersOf(service);
      expect(first.map(({ process, hasLoops }) => ({ process, hasLoops }))).toEqual([
        { process: 1, hasLoops: true },
        { process: 2, hasLoops: false },
      ]);
      const orders = orderExports({ ...target, url: service.url });
      const victim = chance.whole(1, 2);
      process.kill(pidOf(first, victim), "SIGKILL");
      await untilLogged(service, '"event":"process_restarted"');
      await orders.stop();
      const second = await membersOf(service);
      expect(second.map(({ hasLoops }) => hasLoops)).toEqual([true, false]);
      expect(pidOf(second, victim)).not.toBe(pidOf(first, victim));
      expect(pidOf(second, 3 - victim)).toBe(pidOf(first, 3 - victim));

      const { seen, ended } = startKeepAliveLoad({
        ...{ ...target, url: service.url, clients, chance, withPages: true },
      });
      await until(() => seen.acknowledged.size >= clients);
      await Bun.sleep(chance.between(100, 700));
      const servedBy = await Promise.all(second.map(({ metricsUrl }) => requestsOf(metricsUrl)));
      const begunMs = performance.now();
      const exitCode = await service.stop();
      const stopMs = Math.round(performance.now() - begunMs);
      await ended;
      expect({ round, exitCode, broken: seen.broken }).toEqual({ round, exitCode: 0, broken: [] });
      expect(Object.keys(seen.statuses).sort()).toEqual(["200", "201"]);
      expect(Math.min(...servedBy)).toBeGreaterThan(0);
      expect(stopMs).toBeLessThan(stoppedWithinMs);
      for (const event of seen.acknowledged) expect(await isStored(event)).toBe(true);
      found.push({ victim, exports: orders.acknowledged.size, servedBy, stopMs });
    }
    reportFault("two processes on one port", { rounds, clients, found });
  },
  timeoutMs,
);

test(
  "HTTPS is shared too, and no process outlives a supervisor that is killed",
  async () => {
    const folder = createFolder("processes-tls-");
    const files = { TLS_CERT_FILE: join(folder, "cert.pem"), TLS_KEY_FILE: join(folder, "key.pem") };
    writeFileSync(files.TLS_CERT_FILE, hostCertificate.cert);
    writeFileSync(files.TLS_KEY_FILE, hostCertificate.key);
    const service = await startServe(["--processes", "2"], { ...environment, ...files });
    const pids = childrenOf(service.pid);
    expect(pids).toHaveLength(2);
    const ask = () => fetch(`${service.url}/ready`, { tls: { ca: authorityPem }, keepalive: false });
    // As many as make it all but certain that each of the two was asked.
    for (let time = 0; time < 20; time += 1) expect((await ask()).status).toBe(200);
    process.kill(service.pid, "SIGKILL");
    const begunMs = performance.now();
    await until("both processes have ended", () => !pids.some(isRunning), stoppedWithinMs);
    expect(await thrownBy(ask())).toThrow();
    reportFault("killed supervisor", { othersEndedAfterMs: Math.round(performance.now() - begunMs) });
    removeFolder(folder);
  },
  timeoutMs,
);

test("a port that is in use, and more processes than PostgreSQL has connections for, are refused in one line", async () => {
  const busy = Bun.serve({ port: 0, hostname: "127.0.0.1", reusePort: true, fetch: () => new Response() });
  const port = String(busy.port);
  const refusals = [
    [["--processes", "2", "--port", port], `Port ${port} is in use`],
    [["--processes", "64", "--port", "0"], "64 processes need 1152 connections to PostgreSQL"],
    [["--processes", "65"], "Expected a whole number from 1 to 64"],
  ] as const;
  for (const [args, reason] of refusals) {
    const { exitCode, stdout, stderr } = await runProgram(["serve", ...args], environment);
    expect({ stdout, lines: stderr.trim().split("\n").length }).toEqual({ stdout: "", lines: 1 });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(reason);
  }
  await busy.stop(true);
});

type Member = { process: number; pid: number; hasLoops: boolean; metricsUrl: string };

/** The two as their last lines "serving" name them, each with its process id. */
async function membersOf(service: LoggingServiceProcess): Promise<Member[]> {
  const lines = service
    .log()
    .filter((line) => line.includes('"event":"serving"'))
    .map((line) => JSON.parse(line) as { process: number; pid: number; metricsUrl: string });
  return await Promise.all(
    [1, 2].map(async (number) => {
      const line = lines.findLast(({ process }) => process === number);
      if (line === undefined) throw new Error(`Process ${number} has not said that it serves.`);
      const text = await (await fetch(line.metricsUrl)).text();
      return { ...line, hasLoops: text.includes("pr_service_loop_runs_total{") };
    }),
  );
}

async function requestsOf(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("pr_service_http_request_duration_seconds_count"))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

function pidOf(members: readonly Member[], number: number): number {
  const member = members.find(({ process }) => process === number);
  if (member === undefined) throw new Error(`There is no process ${number}.`);
  return member.pid;
}

async function untilLogged(service: LoggingServiceProcess, part: string): Promise<void> {
  await until(`logged: ${part}`, () => service.log().some((line) => line.includes(part)), backWithinMs);
}

async function isStored(event: string): Promise<boolean> {
  const rows = await database.sql`select 1 from conversion where event_id = ${event}`;
  return rows.length === 1;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(/\s+/).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    // A zombie has ended, and waits for whoever took it over.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
