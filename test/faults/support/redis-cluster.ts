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

export type ClusterNode = {
  port: number;
  process: ServerProcess;
  client: Redis;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again with what it knew of the cluster. */
  start(): Promise<void>;
};

export type RedisCluster = {
  url: string;
  nodes: readonly ClusterNode[];
  /** The node that answers for `slot` now, as one that lives says. */
  masterOf(slot: number): Promise<ClusterNode>;
  slotOf(key: string): Promise<number>;
  /** Resolves when all slots are served and every master has its replica in step. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
};

const host = "127.0.0.1";
const masters = 3;
const slots = 16_384;
/** A master that says nothing for so long is failed over; production takes 5 to 15 s, and more rounds fit in here. */
const nodeTimeoutMs = 1_000;
const wholeWithinMs = 30_000;

/** Starts three masters, each with one replica. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const total = masters * 2;
  return await withFreePorts(total * 2, async (ports) => {
    const folder = createFolder("test-cluster-");
    const nodes = await Promise.all(
      Array.from({ length: total }, (_, index) =>
        startNode(folder, ports[index] ?? 0, ports[total + index] ?? 0),
      ),
    );
    const [first] = nodes;
    if (first === undefined) throw new Error("There is no node.");
    for (const [index, { client }] of nodes.slice(0, masters).entries()) {
      const from = Math.floor((index * slots) / masters);
      const to = Math.floor(((index + 1) * slots) / masters) - 1;
      await client.call("CLUSTER", "ADDSLOTSRANGE", from, to);
    }
    for (const [index, { port }] of nodes.entries())
      await first.client.call("CLUSTER", "MEET", host, port, ports[total + index] ?? 0);
    const know = async () => {
      const known = await Promise.all(nodes.map(({ client }) => clusterInfo(client, "cluster_known_nodes")));
      return known.every((count) => count === String(total));
    };
    await until("all nodes know each other", know, wholeWithinMs);
    for (const [index, { client }] of nodes.slice(masters).entries()) {
      const id = String(await nodes[index]?.client.call("CLUSTER", "MYID"));
      await client.call("CLUSTER", "REPLICATE", id);
    }
    const cluster: RedisCluster = {
      url: `redis://${host}:${first.port}`,
      nodes,
      slotOf: async (key) => Number(await living(nodes).client.call("CLUSTER", "KEYSLOT", key)),
      masterOf: (slot) => masterOf(nodes, slot),
      untilWhole: async () => {
        await until("the cluster is whole", () => isWhole(nodes), wholeWithinMs);
      },
      async stop() {
        for (const { client } of nodes) client.disconnect();
        await Promise.all(nodes.map((node) => node.process.end("SIGKILL")));
        removeFolder(folder);
      },
    };
    await cluster.untilWhole();
    return cluster;
  });
}

async function startNode(parent: string, port: number, busPort: number): Promise<ClusterNode> {
  const settings = {
    port: String(port),
    bind: host,
    dir: parent,
    save: "",
    appendonly: "no",
    "cluster-enabled": "yes",
    "cluster-port": String(busPort),
    "cluster-announce-ip": host,
    "cluster-config-file": `nodes-${port}.conf`,
    "cluster-node-timeout": String(nodeTimeoutMs),
    // The checks of slots that are served go on while one shard is without a master.
    "cluster-require-full-coverage": "no",
    "repl-diskless-sync-delay": "0",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const client = new Redis(port, host, { retryStrategy: () => 100, maxRetriesPerRequest: null });
  client.on("error", () => {});
  const launch = async () => {
    const command = findProgram("redis-server", "redis-server");
    const server = startServer({ command, args, folder: parent, exitSignal: "SIGKILL" });
    await untilReady(server, parent, async () => (await client.ping().catch(() => "")) === "PONG");
    return server;
  };
  const node: ClusterNode = {
    port,
    client,
    process: await launch(),
    kill: () => node.process.end("SIGKILL"),
    async start() {
      node.process = await launch();
    },
  };
  return node;
}

function living(nodes: readonly ClusterNode[]): ClusterNode {
  const found = nodes.find((node) => node.process.isRunning());
  if (found === undefined) throw new Error("No node lives.");
  return found;
}

async function masterOf(nodes: readonly ClusterNode[], slot: number): Promise<ClusterNode> {
  const ranges = (await living(nodes).client.call("CLUSTER", "SLOTS")) as [
    number,
    number,
    [string, number],
  ][];
  const port = ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1];
  const master = nodes.find((node) => node.port === port);
  if (master === undefined) throw new Error(`Nobody answers for slot ${slot}.`);
  return master;
}

async function isWhole(nodes: readonly ClusterNode[]): Promise<boolean> {
  const states = await Promise.all(nodes.map(({ client }) => clusterInfo(client, "cluster_state")));
  if (states.some((state) => state !== "ok")) return false;
  const roles = await Promise.all(nodes.map(async ({ client }) => String(await client.info("replication"))));
  const replicas = roles.filter((text) => /role:slave/.test(text));
  return (
    replicas.length === nodes.length - masters &&
    replicas.every((text) => /master_link_status:up/.test(text)) &&
    roles.filter((text) => /role:master/.test(text)).every((text) => /connected_slaves:1/.test(text))
  );
}

async function clusterInfo(client: Redis, name: string): Promise<string | undefined> {
  const info = String(await client.call("CLUSTER", "INFO"));
  return new RegExp(`^${name}:(\\w+)`, "m").exec(info)?.[1];
}
