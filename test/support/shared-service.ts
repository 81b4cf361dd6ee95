/**
 * One service for the test files of a process that want it as it is. To start one takes a tenth of a second of a core, and its sessions
 * learn every table and statement anew.
 */
import { Redis } from "ioredis";
import type { Sql } from "../../service/floor/db/open.ts";
import { serversOfTheRun } from "./environment.ts";
import { atEndOfFile } from "./server-process.ts";
import { emptyTables, readSchema } from "./shared-embedded.ts";

export type TestService = {
  url: string;
  sql: Sql;
  /** Lines that the service logged, as JSON texts. */
  logged: string[];
  stop(): Promise<void>;
};

export type SharableService = TestService & { redisUrl: string | undefined };

let shared: (SharableService & { schema: string }) | undefined;
let isTaken = false;
let turn: Promise<unknown> = Promise.resolve();

/** Takes the service of this process, emptied, or starts it. Null where somebody has it: two may stand beside each other in a test. */
export function takeService(start: () => Promise<SharableService>): Promise<TestService | null> {
  const taken = turn.then(() => take(start));
  turn = taken.catch(() => undefined);
  return taken;
}

async function take(start: () => Promise<SharableService>): Promise<TestService | null> {
  if (isTaken) return null;
  // A test may have changed more than rows.
  if (shared !== undefined && (await readSchema(shared)) !== shared.schema) await forget();
  if (shared === undefined) {
    const started = await start();
    shared = { ...started, schema: await readSchema(started) };
    // Of a file that is run by itself, whose servers go with it.
    if (serversOfTheRun().postgresUrl === undefined) atEndOfFile(forget);
  } else await empty(shared);
  const { url, sql, logged } = shared;
  isTaken = true;
  return {
    url,
    sql,
    logged,
    async stop() {
      isTaken = false;
    },
  };
}

async function empty(service: SharableService): Promise<void> {
  // What the program keeps for a moment by a number is of nobody else then.
  await emptyTables(service, { goOn: true });
  const redis = new Redis(service.redisUrl ?? "");
  await redis.flushdb();
  redis.disconnect();
  service.logged.length = 0;
}

async function forget(): Promise<void> {
  const former = shared;
  shared = undefined;
  isTaken = false;
  await former?.stop();
}
