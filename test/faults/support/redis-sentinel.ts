/** A Redis master with a replica, watched by three Sentinels. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import {
  createFolder,
  findProgram,
  removeFolder,
  type ServerProcess,
  startServer,
  untilReady,
  withFreePorts,
} from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

export type SentinelNode = { port: number; client: Redis; process: ServerProcess };

export type RedisSentinel = {
  url: string;
  /** The node that the Sentinels name now. */
  master(): Promise<SentinelNode>;
  sentinels: readonly SentinelNode[];
  /** Starts a node that was killed as the replica of the master. */
  startReplica(node: SentinelNode): Promise<void>;
  /** Resolves when the Sentinels see a master and a replica that is in step. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
};

const host = "127.0.0.1";
const name = "limits";
const sentinelCount = 3;
const quorum = 2;
/** A master that says nothing for so long is failed over; production takes 5 to 30 s, and more rounds fit in here. */
const downAfterMs = 1_000;
/** After twice this time the same master may be failed over once more. */
const failoverTimeoutMs = 1_500;
const wholeWithinMs = 60_000;

export async function startRedisSentinel(): Promise<RedisSentinel> {
  return await withFreePorts(2 + sentinelCount, async ([masterPort = 0, replicaPort = 0, ...ports]) => {
    const folder = createFolder("test-sentinel-");
    const nodes = [
      await startNode(folder, masterPort, dataSettings(folder)),
      await startNode(folder, replicaPort, [...dataSettings(folder), "--replicaof", `${host} ${masterPort}`]),
    ];
    const sentinels = await Promise.all(ports.map((port) => startSentinel(folder, port, masterPort)));
    const cluster: RedisSentinel = {
      url: `redis+sentinel://${ports.map((port) => `${host}:${port}`).join(",")}/${name}`,
      sentinels,
      master: () => masterOf(nodes, sentinels),
      async startReplica(node) {
        const { port } = await cluster.master();
        node.process = await launch(folder, node, [
          ...["--port", String(node.port), ...dataSettings(folder)],
          ...["--replicaof", `${host} ${port}`],
        ]);
      },
      untilWhole: () => untilWhole(sentinels),
      async stop() {
        for (const { client } of [...nodes, ...sentinels]) client.disconnect();
        await Promise.all([...nodes, ...sentinels].map((node) => node.process.end("SIGKILL")));
        removeFolder(folder);
      },
    };
    await cluster.untilWhole();
    return cluster;
  });
}

function dataSettings(folder: string): string[] {
  return [
    "--bind",
    host,
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "no",
    "--repl-diskless-sync-delay",
    "0",
  ];
}

async function startNode(folder: string, port: number, args: string[]): Promise<SentinelNode> {
  const client = new Redis(port, host, { retryStrategy: () => 100, maxRetriesPerRequest: null });
  client.on("error", () => {});
  return { port, client, process: await launch(folder, { client }, ["--port", String(port), ...args]) };
}

async function startSentinel(folder: string, port: number, masterPort: number): Promise<SentinelNode> {
  // It writes what it learns into this file.
  const file = join(folder, `sentinel-${port}.conf`);
  const lines = [
    ...[`port ${port}`, `bind ${host}`, `dir ${folder}`],
    `sentinel monitor ${name} ${host} ${masterPort} ${quorum}`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} ${failoverTimeoutMs}`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const client = new Redis(port, host, { retryStrategy: () => 100, enableReadyCheck: false });
  client.on("error", () => {});
  return { port, client, process: await launch(folder, { client }, [file, "--sentinel"]) };
}

async function launch(folder: string, { client }: { client: Redis }, args: string[]): Promise<ServerProcess> {
  const command = findProgram("redis-server", "redis-server");
  const server = startServer({ command, args, folder, exitSignal: "SIGKILL" });
  await untilReady(server, folder, async () => (await client.ping().catch(() => "")) === "PONG");
  return server;
}

async function masterOf(
  nodes: readonly SentinelNode[],
  sentinels: readonly SentinelNode[],
): Promise<SentinelNode> {
  const living = sentinels.find(({ process }) => process.isRunning());
  if (living === undefined) throw new Error("No Sentinel lives.");
  const [, port] = (await living.client.call("SENTINEL", "get-master-addr-by-name", name)) as string[];
  const master = nodes.find((node) => node.port === Number(port));
  if (master === undefined) throw new Error("The Sentinels name a master that is none of ours.");
  return master;
}

async function untilWhole(sentinels: readonly SentinelNode[]): Promise<void> {
  const look = async () => {
    const seen = await Promise.all(
      sentinels.map(async ({ client }) => {
        const text = String(await client.info("sentinel"));
        const replicas = JSON.stringify(await client.call("SENTINEL", "replicas", name));
        const isInStep =
          replicas.includes('"master-link-status","ok"') && !/s_down|disconnected/.test(replicas);
        return text.includes(`status=ok`) && text.includes(`sentinels=${sentinelCount}`) && isInStep;
      }),
    );
    return seen.every(Boolean);
  };
  await until("there is a master with a replica in step", look, wholeWithinMs);
}
