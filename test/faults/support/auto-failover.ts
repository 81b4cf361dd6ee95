/** A primary and a synchronous standby under pg_auto_failover with its monitor, each behind a network of its own. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import {
  createFolder,
  removeFolder,
  runToEnd,
  type ServerProcess,
  startServer,
  untilReady,
  withFreePorts,
} from "../../support/server-process.ts";
import { until } from "../../support/until.ts";
import { type AutoFailoverPrograms, fetchAutoFailover } from "./auto-failover-programs.ts";
import { signalTree } from "./signal-tree.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export type FailoverNode = {
  name: string;
  /** Where all others reach it: its network. */
  host: string;
  port: number;
  /** Past its network, as one who sits on its machine. */
  local: postgres.Sql;
  /** Ends everything on its machine as a power cut does, stops it, or cuts it off from everybody else without a word. */
  kill(): void;
  freeze(): void;
  cutOff(): void;
  /** Starts, resumes and reconnects what was killed, frozen and cut off. */
  heal(): void;
};

export type FailoverCluster = {
  /** Of both nodes, for the service. */
  url: string;
  nodes: readonly FailoverNode[];
  /** The node that takes writes, by what it says itself; null for none. */
  primaryAmong(nodes: readonly FailoverNode[]): Promise<FailoverNode | null>;
  /** Resolves when there are a primary and a synchronous standby. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
};

const home = "127.0.0.1";
const database = "app";
const wholeWithinMs = 120_000;
const localTimeoutSeconds = 2;
/**
 * Production takes 20 s and 30 s. The first must be long enough for a machine that does other work, or its primary is given up
 * without a fault; the last longer than a primary that was cut off takes to give up by itself.
 */
const monitorSettings = {
  health_check_period: "1s",
  health_check_timeout: "2s",
  health_check_max_retries: "1",
  health_check_retry_delay: "500ms",
  node_considered_unhealthy_timeout: "4s",
  startup_grace_period: "1s",
  primary_demote_timeout: "4s",
};
const partitionTimeoutSeconds = 3;

/** Starts the monitor and both nodes; takes about half a minute. */
export async function startAutoFailover(): Promise<FailoverCluster> {
  const programs = fetchAutoFailover();
  return await withFreePorts(3, async ([monitorPort = 0, ...ports]) => {
    const folder = createFolder("test-failover-", "postgres");
    const monitor = await startMonitor(programs, folder, monitorPort);
    const nodes: FailoverNode[] = [];
    const stops: (() => Promise<void>)[] = [];
    for (const [index, port] of ports.entries()) {
      const { node, stop } = await startNode(programs, folder, { index, port, monitorPort });
      nodes.push(node);
      stops.push(stop);
    }
    const list = nodes.map(({ host, port }) => `${host}:${port}`).join(",");
    const cluster: FailoverCluster = {
      url: `postgres://postgres@${list}/${database}?target_session_attrs=read-write`,
      nodes,
      primaryAmong,
      untilWhole: () => untilWhole(monitor.sql),
      async stop() {
        await monitor.sql.end({ timeout: 0 });
        await Promise.all(stops.map((stop) => stop()));
        signalTree(monitor.process.pid, "SIGKILL");
        removeFolder(folder);
      },
    };
    await cluster.untilWhole();
    return cluster;
  });
}

async function startMonitor({ autoctl, pgCtl }: AutoFailoverPrograms, folder: string, port: number) {
  const data = join(folder, "monitor");
  const where = ["--pgdata", data, "--pgport", String(port), "--pgctl", pgCtl];
  const how = ["--hostname", home, "--auth", "trust", "--no-ssl"];
  const environment = environmentIn(folder, "of-monitor");
  autoctlToEnd(autoctl, ["create", "monitor", ...where, ...how], environment, folder);
  const server = run(autoctl, data, environment, join(folder, "of-monitor"));
  const sql = openLocal(port, "pg_auto_failover");
  await untilReady(server, join(folder, "of-monitor"), () => answers(sql));
  for (const [name, value] of Object.entries(monitorSettings))
    await sql.unsafe(`alter system set pgautofailover.${name} = '${value}'`);
  await sql`select pg_reload_conf()`;
  return { process: server, sql };
}

async function startNode(
  { autoctl, pgCtl }: AutoFailoverPrograms,
  folder: string,
  { index, port, monitorPort }: { index: number; port: number; monitorPort: number },
): Promise<{ node: FailoverNode; stop(): Promise<void> }> {
  const name = `node${index + 1}`;
  // The server listens at home; all others come to an address of loopback that is its network.
  const host = `127.0.${index + 1}.1`;
  const inward = await startTcpProxy({ host: home, port }, { host, port });
  const toMonitor = await startTcpProxy({ host: home, port: monitorPort });
  const networks = [inward, toMonitor];
  const data = join(folder, name);
  const own = join(folder, `of-${name}`);
  const environment = environmentIn(folder, `of-${name}`);
  const monitorUrl = `postgres://autoctl_node@${toMonitor.host}:${toMonitor.port}/pg_auto_failover?sslmode=disable`;
  const where = ["--pgdata", data, "--pgport", String(port), "--pgctl", pgCtl, "--pghost", home];
  const who = ["--hostname", host, "--listen", home, "--name", name, "--monitor", monitorUrl];
  const how = ["--username", "postgres", "--dbname", database, "--auth", "trust", "--no-ssl"];
  const creation = startServer({
    command: autoctl,
    args: ["create", "postgres", ...where, ...who, ...how],
    ...{ folder: own, runAs: "postgres", exitSignal: "SIGTERM", environment },
  });
  // Not run to its end at once: its way to the monitor leads through this process.
  await until(`${name} is made`, async () => !creation.isRunning(), wholeWithinMs);
  const partition = ["timeout.network_partition_timeout", String(partitionTimeoutSeconds)];
  autoctlToEnd(autoctl, ["config", "set", "--pgdata", data, ...partition], environment, own);
  const local = openLocal(port, database);
  let server = run(autoctl, data, environment, own);
  await until(`${name} answers`, () => answers(local), wholeWithinMs);
  return {
    node: {
      ...{ name, host, port, local },
      kill: () => signalTree(server.pid, "SIGKILL"),
      freeze: () => signalTree(server.pid, "SIGSTOP"),
      cutOff() {
        for (const network of networks) network.hang();
      },
      heal() {
        for (const network of networks) network.mend();
        if (server.isRunning()) signalTree(server.pid, "SIGCONT");
        else server = run(autoctl, data, environment, own);
      },
    },
    async stop() {
      signalTree(server.pid, "SIGKILL");
      await local.end({ timeout: 0 });
      await Promise.all(networks.map((network: TcpProxy) => network.stop()));
    },
  };
}

function environmentIn(folder: string, name: string): Record<string, string> {
  const own = join(folder, name);
  mkdirSync(own);
  runToEnd("chown", ["postgres:", own], folder);
  // It keeps its own state by these, outside of the data.
  return { HOME: own, XDG_CONFIG_HOME: own, XDG_DATA_HOME: own, XDG_RUNTIME_DIR: own, TMPDIR: own };
}

function run(autoctl: string, data: string, environment: Record<string, string>, own: string): ServerProcess {
  return startServer({
    ...{ command: autoctl, args: ["run", "--pgdata", data], folder: own, runAs: "postgres" },
    ...{ exitSignal: "SIGTERM", environment },
  });
}

function autoctlToEnd(
  autoctl: string,
  args: string[],
  environment: Record<string, string>,
  folder: string,
): void {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  runToEnd("/usr/bin/env", [...settings, autoctl, ...args], folder, "postgres");
}

function openLocal(port: number, name: string): postgres.Sql {
  return postgres(`postgres://postgres@${home}:${port}/${name}`, {
    ...{ max: 1, connect_timeout: localTimeoutSeconds, silence_timeout: localTimeoutSeconds },
    ...{ backoff: () => 0.05, onnotice: () => {}, fetch_types: false },
  });
}

async function answers(sql: postgres.Sql): Promise<boolean> {
  return await sql`select 1`.then(
    () => true,
    () => false,
  );
}

async function primaryAmong(nodes: readonly FailoverNode[]): Promise<FailoverNode | null> {
  for (const node of nodes) {
    const [row] = await node.local<{ isWritable: boolean }[]>`
      select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "isWritable"
    `.catch(() => []);
    if (row?.isWritable === true) return node;
  }
  return null;
}

async function untilWhole(monitor: postgres.Sql): Promise<void> {
  const look = async () => {
    const rows = await monitor<{ reported: string; goal: string }[]>`
      select reportedstate::text as reported, goalstate::text as goal
      from pgautofailover.node
      order by reportedstate::text
    `;
    const states = rows.map(({ reported, goal }) => `${reported} ${goal}`);
    return states.join() === "primary primary,secondary secondary";
  };
  await until("there are a primary and its standby", look, wholeWithinMs);
}
