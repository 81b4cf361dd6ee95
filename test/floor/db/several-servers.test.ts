import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres from "postgres";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { newestPrograms, type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { type PostgresReplica, startPostgresReplica } from "../../support/postgres-replica.ts";
import { until } from "../../support/until.ts";

/** The service looks twice a second; the rest is a busy machine. */
const noticedWithinMs = 60_000;

let first: PostgresServer;
let second: PostgresReplica;
let database: Database;
/** A connection of our own to each, to see what the service leaves there. */
let onFirst: postgres.Sql;

beforeAll(async () => {
  // Versions that are fetched come without pg_basebackup, and which server is written to is no matter of the version.
  first = await startPostgres({ programs: newestPrograms() });
  second = await startPostgresReplica(first);
  onFirst = postgres(first.url, { max: 1, onnotice: () => {} });
  await onFirst`create table note (words text)`;
  database = await openDatabase({ databaseUrl: urlOf([second, first]), dataDirectory: "" });
});
afterAll(async () => {
  await database.close();
  await onFirst.end({ timeout: 0 });
  await second.stop();
  await first.stop();
});

test("of several servers the primary is written to, wherever it stands in the list", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, write));
  expect(new Set(ports)).toEqual(new Set([first.port]));
});

test("a server that became read-only is left, and taken again when it is writable", async () => {
  await onFirst`alter system set default_transaction_read_only = on`;
  await onFirst`select pg_reload_conf()`;
  await untilOutcome("NO_WRITABLE_SERVER");
  expect(await sessionsOnFirst()).toBe(0);
  await onFirst`set default_transaction_read_only = off`;
  await onFirst`alter system reset default_transaction_read_only`;
  await onFirst`select pg_reload_conf()`;
  await untilOutcome(first.port);
});

test("a primary that hangs is left as soon as the standby is promoted, statements under way fail, and it is not gone back to", async () => {
  const paused = Promise.withResolvers<void>();
  const held = database.sql.begin(async (sql) => {
    await sql`select 1`;
    first.pause();
    paused.resolve();
    await sql`insert into note (words) values ('lost')`;
  });
  const heldOutcome = held.then(
    () => "committed",
    (error: { code?: string }) => error.code ?? "",
  );
  await paused.promise;
  await second.promote();
  expect(await heldOutcome).toBe("CONNECTION_CLOSED");
  await untilOutcome(second.port);
  first.resume();
  const ports: (number | string)[] = [];
  // Longer than two looks: the old primary says again that it takes writes.
  for (const endMs = performance.now() + 1_500; performance.now() < endMs; await Bun.sleep(50))
    ports.push(await outcome());
  expect(new Set(ports)).toEqual(new Set([second.port]));
  expect(await sessionsOnFirst()).toBe(0);
});

test("a single server may be asked for as one that takes writes", async () => {
  const alone = await openDatabase({ databaseUrl: urlOf([second]), dataDirectory: "", connectionsMax: 1 });
  const [row] = await alone.sql<{ answer: number }[]>`select 1 as answer`;
  expect(row?.answer).toBe(1);
  await alone.close();
});

test("where no server can be reached the error says so of each, without the password", async () => {
  const away = await openDatabase({
    databaseUrl: "postgres://postgres:geheim@127.0.0.1:1,127.0.0.1:2/postgres",
    dataDirectory: "",
    connectionsMax: 1,
  });
  const error = await away.sql`select 1`.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({
    code: "NO_WRITABLE_SERVER",
    message: expect.stringMatching(/127\.0\.0\.1:1 gives no answer \(ECONNREFUSED\); 127\.0\.0\.1:2 /),
  });
  expect(String(error)).not.toContain("geheim");
  await away.close();
});

function urlOf(servers: readonly { host: string; port: number }[]): string {
  const list = servers.map(({ host, port }) => `${host}:${port}`).join(",");
  return `postgres://postgres@${list}/postgres?target_session_attrs=read-write`;
}

async function write(): Promise<number> {
  const [row] = await database.sql<{ port: number }[]>`
    insert into note (words)
    values ('written')
    returning current_setting('port')::integer as port
  `;
  return row?.port ?? 0;
}

async function outcome(): Promise<number | string> {
  return await write().catch((error: unknown) =>
    error instanceof Error && "code" in error ? String(error.code) : String(error),
  );
}

async function untilOutcome(expected: number | string): Promise<void> {
  await until(`the outcome is ${expected}`, async () => (await outcome()) === expected, noticedWithinMs);
}

async function sessionsOnFirst(): Promise<number> {
  const [row] = await onFirst<{ sessions: number }[]>`
    select count(*)::integer as sessions from pg_stat_activity where application_name = 'pr-service'
  `;
  return row?.sessions ?? -1;
}
