import { migrateAndSign } from "../../features/reporting/integrity/sign-anchors.ts";
import { readConnectionsMax } from "../../floor/db/connections-max-sql.ts";
import { refuseNewer } from "../../floor/db/migrate.ts";
import { migrations } from "../../floor/db/migrations.ts";
import { openDatabase } from "../../floor/db/open.ts";
import { createLog, type Log } from "../../log.ts";
import type { Config } from "../../program/config.ts";
import { listenOnBun } from "../../program/listen-on-bun.ts";
import { refuseTooManyConnections, refuseUnfit } from "../../program/processes/plan-processes.ts";
import { startMember } from "../../program/processes/start-member.ts";
import { type Supervisor, supervise } from "../../program/processes/supervise.ts";
import { explainStartError } from "./explain-start-error.ts";
import { onSignal } from "./until-signal.ts";

/** Runs the service as several processes on one port: prepares what all of them need, and keeps them running until a signal. */
export async function serveByProcesses(
  config: Config,
  options: { processes: number; migrate: boolean; isJson: boolean },
): Promise<void> {
  const { processes } = options;
  refuseUnfit(processes, config);
  const url = await takePort(config).catch((error: unknown) => {
    throw explainStartError(error, config.port);
  });
  const log = createLog(config.logLevel, (line) => process.stderr.write(`${line}\n`), { process: 0 });
  await prepareDatabase(config, options, log);
  const port = config.port === 0 ? Number(new URL(url).port) : config.port;
  const address = ["--port", String(port), "--host", config.host, "--data-dir", config.dataDirectory];
  const supervisor = supervise({
    count: processes,
    start: (number, onWake) => startMember(["serve", "--member", String(number), ...address], onWake),
    log,
  });
  const ended = untilStopped(supervisor);
  if (await supervisor.started) {
    log.info("serving_by_processes", { url, processes });
    process.stdout.write(
      options.isJson
        ? `${JSON.stringify({ url, processes })}\n`
        : `pr-service listens on ${url} with ${processes} processes\n`,
    );
  }
  process.exit((await ended) ? 0 : 1);
}

/** Throws where somebody else has the port: a process that shares it would get a part of their requests without a word. */
async function takePort({ host, port, tls }: Config): Promise<string> {
  const listener = await listenOnBun({
    host,
    port,
    tls,
    fetch: async () => new Response(null, { status: 503 }),
  });
  await listener.close();
  return listener.url;
}

async function prepareDatabase(
  config: Config,
  { processes, migrate: migrates }: { processes: number; migrate: boolean },
  log: Log,
): Promise<void> {
  const database = await openDatabase({ ...config, connectionsMax: 1 });
  try {
    // What a pooler takes nobody can ask; it lets those that are too many wait.
    if (!database.access.isPooled)
      refuseTooManyConnections(processes, {
        each: config.databaseConnections,
        free: await readConnectionsMax(database.sql),
      });
    if (migrates) await migrateAndSign(database.sql, config, log);
    else await refuseNewer(database.sql, migrations);
  } finally {
    await database.close();
  }
}

/** Passes the first SIGTERM or SIGINT on and waits; a later one ends all at once. */
function untilStopped(supervisor: Supervisor): Promise<boolean> {
  return new Promise((resolve) => {
    onSignal({
      stop: () => void supervisor.stop().then(resolve),
      endNow() {
        supervisor.kill();
        process.exit(1);
      },
    });
  });
}
