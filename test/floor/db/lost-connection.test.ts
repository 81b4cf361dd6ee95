import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AddressInfo, createServer } from "node:net";
import { type Database, openDatabase, type Queryable } from "../../../service/floor/db/open.ts";
import { errorOf } from "../../support/error-of.ts";
import { createDatabase } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";

/** One connection: a slot that is lost would be the whole pool. */
const connectionsMax = 1;

let database: Database;
let onlooker: Database;

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax });
  onlooker = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax });
  await onlooker.sql`create table step (number integer)`;
});
afterAll(async () => {
  await database.close();
  await onlooker.close();
});

test("of a transaction that loses its connection between two statements nothing is stored, not even on the next connection", async () => {
  const outcome = database.sql.begin(async (transaction) => {
    await transaction`insert into step values (1)`;
    await endSession(transaction);
    // The pool makes its connection anew for somebody else; the rest of the transaction must not slip into it.
    await untilAlive();
    await transaction`insert into step values (2)`;
  });
  expect(await errorOf(outcome)).toMatchObject({ code: "CONNECTION_CLOSED" });
  await untilAlive();
  expect(await countSteps()).toBe(0);
});

test("statements after the loss neither end the process nor block the pool", async () => {
  const faults: unknown[] = [];
  const note = (error: unknown) => void faults.push(error);
  process.on("uncaughtException", note);
  for (let round = 0; round < 5; round += 1) {
    const outcome = database.sql.begin(async (transaction) => {
      await endSession(transaction);
      await Bun.sleep(20);
      await Promise.all([transaction`insert into step values (3)`, transaction`insert into step values (4)`]);
    });
    expect(await errorOf(outcome)).toMatchObject({ code: "CONNECTION_CLOSED" });
    await untilAlive();
  }
  process.off("uncaughtException", note);
  expect(faults).toEqual([]);
  expect(await countSteps()).toBe(0);
});

test("the error that ended a session is not told to the first statement of the next one", async () => {
  const outcome = database.sql.begin(async (transaction) => {
    await transaction`set local idle_in_transaction_session_timeout = 50`;
    // A process without processor time: the server has ended the session before the next statement is written.
    Bun.sleepSync(200);
    await transaction`select 1`;
  });
  expect(await errorOf(outcome)).toMatchObject({
    code: expect.stringMatching(/^(25P03|CONNECTION_CLOSED)$/),
  });
  expect([...(await database.sql`select 1 as one`)]).toEqual([{ one: 1 }]);
});

test("what had arrived of a result when its session ended is in no result of the next one", async () => {
  const [session] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const endless = database.sql`select number, repeat('x', 1000) from generate_series(1, 1000000) as number`;
  const outcome = endless.execute().catch((error: unknown) => error);
  const isAsked = async () =>
    (
      await onlooker.sql`select from pg_stat_activity where pid = ${session?.pid ?? 0} and query like '%generate_series%'`
    ).length > 0;
  await until(isAsked);
  await onlooker.sql`select pg_terminate_backend(${session?.pid ?? 0})`;
  expect(await outcome).toMatchObject({ code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) });
  expect([...(await database.sql`select 1 as one`)]).toEqual([{ one: 1 }]);
});

test("a server that takes each connection and ends it, as a proxy does that has none behind it, is one that is away", async () => {
  const proxy = createServer((socket) => socket.once("data", () => socket.end()).on("error", () => {}));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const away = await openDatabase({
    databaseUrl: `postgres://u@127.0.0.1:${port}/x`,
    dataDirectory: "",
    connectionsMax,
  });
  expect(await errorOf(away.sql`select 1`.execute())).toMatchObject({ code: "CONNECTION_CLOSED" });
  await away.close();
  proxy.close();
});

async function endSession(transaction: Queryable): Promise<void> {
  const [session] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await onlooker.sql`select pg_terminate_backend(${session?.pid ?? 0})`;
}

/** The first statement after a loss may still learn of it; the next one has a connection. */
async function untilAlive(): Promise<void> {
  await database.sql`select 1`.catch(() => null);
  await database.sql`select 1`;
}

async function countSteps(): Promise<number> {
  const [row] = await onlooker.sql<{ count: number }[]>`select count(*)::int as count from step`;
  return row?.count ?? -1;
}
