/** Private Redis servers for tests: own folder, own port on 127.0.0.1, no persistence, gone with the process. */
import { Redis } from "ioredis";
import { serversOfTheRun } from "./environment.ts";
import {
  atEndOfFile,
  createFolder,
  findProgram,
  removeFolder,
  type ServerProcess,
  startServer,
  untilReady,
  withFreePorts,
} from "./server-process.ts";

export type RedisServer = {
  url: string;
  host: string;
  port: number;
  /** Stops the server for good. */
  stop(): Promise<void>;
  /** Ends the server as `kill -9` does; what it held is lost. */
  stopServer(): Promise<void>;
  /** Starts it again, empty, on the same port; resolves when it answers. */
  startServer(): Promise<void>;
  /** Hangs the server: connections stay open, and nothing is answered until `resume`. */
  pause(): void;
  resume(): void;
};

const debianPackage = "redis-server";
const lastClusterSlot = 16_383;
/** A run has some 400 files, and each takes one at most. A cluster has a single one. */
const databases = 1_024;

let shared: Promise<{ url: string }> | undefined;

/** Starts a server; with `cluster` it is a cluster of one node that holds all slots. */
export async function startRedis(options: { cluster?: boolean } = {}): Promise<RedisServer> {
  const command = findProgram("redis-server", debianPackage);
  const isCluster = options.cluster === true;
  return withFreePorts(2, async ([port = 0, busPort = 0]) => {
    const folder = createFolder("test-redis-");
    const clusterArgs = [
      "--cluster-enabled",
      "yes",
      "--cluster-port",
      String(busPort),
      "--cluster-announce-ip",
      "127.0.0.1",
    ];
    const args = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--save",
      "",
      "--appendonly",
      "no",
    ];
    args.push(...(isCluster ? clusterArgs : ["--databases", String(databases)]));
    const url = `redis://127.0.0.1:${port}`;
    let server: ServerProcess;

    async function start(): Promise<void> {
      server = startServer({ command, args, folder, exitSignal: "SIGKILL" });
      await untilReady(server, folder, () => isReady(url, isCluster));
    }
    await start();
    return {
      url,
      host: "127.0.0.1",
      port,
      startServer: start,
      stopServer: () => server.end("SIGKILL"),
      pause: () => server.signal("SIGSTOP"),
      resume: () => server.signal("SIGCONT"),
      async stop() {
        await server.end("SIGKILL");
        removeFolder(folder);
      },
    };
  });
}

/**
 * Returns a database of this file's own on the server of the run, or the server of this process when the file is run by itself.
 * All files call from 127.0.0.1: in one database they would use up each other's limits of an address.
 */
export function sharedRedis(): Promise<{ url: string }> {
  const { redisUrl } = serversOfTheRun();
  if (shared === undefined)
    atEndOfFile(async () => {
      shared = undefined;
    });
  shared ??= redisUrl === undefined ? startRedis() : takeDatabase(redisUrl);
  return shared;
}

async function takeDatabase(url: string): Promise<{ url: string }> {
  const redis = new Redis(url);
  const number = await redis.incr("databases taken");
  redis.disconnect();
  return { url: `${url}/${number}` };
}

async function isReady(url: string, isCluster: boolean): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 1_000 });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    if (!isCluster) return (await redis.ping()) === "PONG";
    const state = String(await redis.call("CLUSTER", "INFO"));
    if (state.includes("cluster_slots_assigned:0"))
      await redis.call("CLUSTER", "ADDSLOTSRANGE", 0, lastClusterSlot);
    return state.includes("cluster_state:ok");
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
