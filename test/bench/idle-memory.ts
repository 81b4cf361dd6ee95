import { join } from "node:path";
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
import type { Bench, Figure, Report } from "./figure.ts";
import { builtProgram } from "./support/built-program.ts";
import { type ResidentMemory, residentMemory } from "./support/resident-memory.ts";

const rounds = 5;
/** The loops that run each second have run, and what the start left behind is collected. */
const idleMs = 10_000;
const helloProgram = fileURLToPath(new URL("./support/hello-server.ts", import.meta.url));
const serviceProgram = fileURLToPath(new URL("../../service/main.ts", import.meta.url));

/** A program to start: what runs it, and what is asked until it is ready. */
type Program = { command: string; args: string[]; path: string; environment: Record<string, string> };

/**
 * P13: memory of the whole service, all loops running, after 10 s without a request, against a bare Elysia route: both run from
 * their sources by Bun, and both compiled into one file, as the service is delivered.
 */
export const benchIdleMemory: Bench = { measure };

async function measure(report: Report): Promise<Figure[]> {
  const binary = builtProgram(report);
  const folder = createFolder("bench-hello-");
  const helloBinary = await compileHello(folder);
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const database = await openDatabase({ databaseUrl: postgres.url, dataDirectory: "", connectionsMax: 1 });
  await migrate(database.sql, migrations);
  await database.close();
  const own = {
    path: "/ready",
    environment: { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: "warn" },
  };
  const hello = { path: "/", environment: {} };
  const bun = process.execPath;
  const kinds = [
    {
      id: "P13",
      what: "from its sources",
      own: { ...own, command: bun, args: [serviceProgram, "serve", "--port"] },
      hello: { ...hello, command: bun, args: [helloProgram] },
    },
    {
      id: "P13 binary",
      what: "as one file",
      own: { ...own, command: binary, args: ["serve", "--port"] },
      hello: { ...hello, command: helloBinary, args: [] },
    },
  ];
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const pairs: { own: ResidentMemory; hello: ResidentMemory }[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const pair = await idlePair(kind);
      pairs.push(pair);
      report(`${kind.id}, round ${round} of ${rounds}: ${show(pair.own)} against ${show(pair.hello)}`);
    }
    const last = pairs.at(-1);
    figures.push({
      id: kind.id,
      what: `the service ${kind.what}, idle for 10 s on PostgreSQL and Redis: resident memory`,
      reference: "a bare Elysia route",
      target: { atMost: 2 },
      values: pairs.map((pair) => pair.own.residentMb / pair.hello.residentMb),
      details: last === undefined ? [] : [`${show(last.own)} / ${show(last.hello)}`],
    });
  }
  await Promise.all([postgres.stop(), redis.stop()]);
  removeFolder(folder);
  return figures;
}

/** Compiled as build/compile-binary.ts compiles the service. */
async function compileHello(folder: string): Promise<string> {
  const outfile = join(folder, "hello");
  const built = await Bun.build({
    entrypoints: [helloProgram],
    format: "esm",
    minify: { whitespace: true, syntax: true, identifiers: false },
    bytecode: true,
    compile: { outfile, executablePath: process.execPath, autoloadDotenv: false, autoloadBunfig: false },
  });
  if (!built.success) throw new AggregateError(built.logs, "The reference could not be compiled.");
  return outfile;
}

async function idlePair(programs: {
  own: Program;
  hello: Program;
}): Promise<{ own: ResidentMemory; hello: ResidentMemory }> {
  const [own, hello] = await Promise.all([start(programs.own), start(programs.hello)]);
  await Bun.sleep(idleMs);
  const pair = { own: residentMemory(own.pid), hello: residentMemory(hello.pid) };
  await Promise.all([own.stop(), hello.stop()]);
  return pair;
}

async function start({
  command,
  args,
  path,
  environment,
}: Program): Promise<{ pid: number; stop(): Promise<void> }> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("bench-idle-");
    const server = startServer({
      command,
      args: [...args, String(port)],
      folder,
      exitSignal: "SIGKILL",
      environment: { DATA_DIR: folder, ...environment },
    });
    await untilReady(server, folder, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
      return answer?.status === 200;
    });
    return {
      pid: server.pid,
      async stop() {
        await server.end("SIGTERM");
        removeFolder(folder);
      },
    };
  });
}

function show({ residentMb, proportionalMb, ownMb }: ResidentMemory): string {
  return `${residentMb.toFixed(0)} MB (${proportionalMb.toFixed(0)} proportional, ${ownMb.toFixed(0)} of its own)`;
}
