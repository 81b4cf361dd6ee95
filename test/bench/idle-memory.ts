import { fileURLToPath } from "node:url";
import { migrate } from "../../service/db/migrate.ts";
import { migrations } from "../../service/db/migrations.ts";
import { openDatabase } from "../../service/db/open.ts";
import { startPostgres } from "../support/postgres.ts";
import { startRedis } from "../support/redis.ts";
import {
  createFolder,
  removeFolder,
  startServer,
  untilReady,
  withFreePorts,
} from "../support/server-process.ts";
import { startServiceProcess } from "../support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { type ResidentMemory, residentMemory } from "./support/resident-memory.ts";

const rounds = 5;
/** The loops that run each second have run, and what the start left behind is collected. */
const idleMs = 10_000;
const helloProgram = fileURLToPath(new URL("./support/hello-server.ts", import.meta.url));

/** P13: memory of the whole service, all loops running, after 10 s without a request, against a bare Elysia route. */
export const benchIdleMemory: Bench = { measure };

async function measure(report: Report): Promise<Figure[]> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const database = await openDatabase({ databaseUrl: postgres.url, dataDirectory: "", connectionsMax: 1 });
  await migrate(database.sql, migrations);
  await database.close();
  const environment = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: "warn" };
  const pairs: { own: ResidentMemory; hello: ResidentMemory }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [service, hello] = await Promise.all([startServiceProcess(environment), startHello()]);
    await Bun.sleep(idleMs);
    const pair = { own: residentMemory(service.process.pid), hello: residentMemory(hello.pid) };
    pairs.push(pair);
    report(`round ${round} of ${rounds}: ${show(pair.own)} against ${show(pair.hello)}`);
    await Promise.all([service.stop(), hello.stop()]);
  }
  await Promise.all([postgres.stop(), redis.stop()]);
  const last = pairs.at(-1);
  return [
    {
      id: "P13",
      what: "the service idle for 10 s on PostgreSQL and Redis: resident memory",
      reference: "a bare Elysia route",
      target: { atMost: 2 },
      values: pairs.map(({ own, hello }) => own.residentMb / hello.residentMb),
      details: last === undefined ? [] : [`${show(last.own)} / ${show(last.hello)}`],
    },
  ];
}

async function startHello(): Promise<{ pid: number; stop(): Promise<void> }> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("bench-hello-");
    const args = [helloProgram, String(port)];
    const server = startServer({ command: process.execPath, args, folder, exitSignal: "SIGKILL" });
    await untilReady(server, folder, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      return answer?.status === 200;
    });
    return {
      pid: server.pid,
      async stop() {
        await server.end("SIGKILL");
        removeFolder(folder);
      },
    };
  });
}

function show({ residentMb, proportionalMb, ownMb }: ResidentMemory): string {
  return `${residentMb.toFixed(0)} MB (${proportionalMb.toFixed(0)} proportional, ${ownMb.toFixed(0)} of its own)`;
}
