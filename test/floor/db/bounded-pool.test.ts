import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres from "postgres";
import { isDatabaseUnavailable } from "../../../service/floor/db/is-unavailable.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { startTcpProxy } from "../../faults/support/tcp-proxy.ts";
import { errorOf } from "../../support/error-of.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";

/** What the driver sends ahead on one connection, and what may wait behind it. */
const sentAheadMax = 100;
const waitingMax = 1_000;
const refusedMin = 200;
const pausedMs = 2_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
});

test("while PostgreSQL hangs the pool takes a bounded number of statements, refuses more at once, and answers all it took afterwards", async () => {
  const { sql, close } = await openDatabase({
    databaseUrl: server.url,
    dataDirectory: "",
    connectionsMax: 1,
  });
  await sql`select 1`;
  server.pause();
  const begunMs = performance.now();
  const outcomes = Array.from({ length: sentAheadMax + waitingMax + refusedMin }, async (_, number) => {
    const outcome = await sql`select ${number}::integer as number`.catch((error: unknown) => error);
    return { number, outcome, afterMs: performance.now() - begunMs };
  });
  expect(await errorOf(sql.begin((transaction) => transaction`select 1`))).toMatchObject({
    code: "POOL_EXHAUSTED",
  });
  await Bun.sleep(pausedMs);
  server.resume();

  const settled = await Promise.all(outcomes);
  const refused = settled.filter(({ outcome }) => outcome instanceof Error);
  expect(refused.length).toBeGreaterThanOrEqual(refusedMin);
  expect(refused.length).toBeLessThanOrEqual(refusedMin + sentAheadMax);
  for (const { outcome, afterMs } of refused) {
    expect(outcome).toMatchObject({ code: "POOL_EXHAUSTED" });
    expect(isDatabaseUnavailable(outcome)).toBe(true);
    expect(afterMs).toBeLessThan(pausedMs);
  }
  const answered = settled.filter(({ outcome }) => !(outcome instanceof Error));
  for (const { number, outcome } of answered) expect(outcome).toMatchObject([{ number }]);
  await close();
});

test("statements one after the other go by the connection that was used last, which knows them already", async () => {
  const { sql, close } = await openDatabase({
    databaseUrl: server.url,
    dataDirectory: "",
    connectionsMax: 4,
  });
  const used: number[] = [];
  const ask = async (seconds = 0) => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(${seconds})`;
    used.push(row?.pid ?? 0);
  };
  await Promise.all([0.1, 0.1, 0.1, 0.4].map(ask));
  expect(new Set(used).size).toBe(4);
  const last = used.at(-1);
  for (let times = 0; times < 5; times += 1) await ask();
  expect(used.slice(4)).toEqual(Array.from({ length: 5 }, () => Number(last)));
  await close();
});

test("a connection whose other end vanished is given up when its silence is longer than any statement may run", async () => {
  const network = await startTcpProxy(server);
  const sql = postgres(`postgres://postgres@${network.host}:${network.port}/postgres`, {
    max: 1,
    silence_timeout: 2,
  });
  // Nobody owes an answer here: silence between statements is none.
  await sql`select 1`;
  await Bun.sleep(3_500);
  expect(await sql`select pg_backend_pid() as pid`).toHaveLength(1);

  network.halfOpen();
  const lost = sql`select 1`.then(
    () => "answered",
    (error: unknown) => error,
  );
  // Time enough for what was sent to be lost.
  await Bun.sleep(1_000);
  network.mend();
  expect(await lost).toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }]);
  await sql.end({ timeout: 1 });
  await network.stop();
});
