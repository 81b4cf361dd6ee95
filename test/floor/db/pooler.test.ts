import { afterEach, describe, expect, test } from "bun:test";
import { adviceOnPooler } from "../../../service/floor/db/fit-to-server.ts";
import { type Database, type OpenOptions, openDatabase } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { startPgbouncer } from "../../support/pgbouncer.ts";
import { createMigratedDatabase } from "../../support/service.ts";

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const overlooked = "extra_float_digits,statement_timeout,plan_cache_mode,jit";
const withoutPrepared = { isCluster: false, isPooled: true, prepares: false };

describe("a pooler that gives each transaction any session", () => {
  test("is found by the settings that it refuses, and gets none and no prepared statements", async () => {
    const url = await openPooler({ default_pool_size: 2 });
    const lines: string[] = [];
    const log = createLog("info", (line) => lines.push(line));
    const programs = [await open(url, { log }), await open(url)];
    expect(programs.map(({ access }) => access)).toEqual([withoutPrepared, withoutPrepared]);
    expect(lines.join()).toContain("database_pooler");
    expect(await countFailures(programs)).toBe(0);
  });

  test("is found by the settings that it overlooks", async () => {
    const url = await openPooler({ default_pool_size: 2, ignore_startup_parameters: overlooked });
    const programs = [await open(url), await open(url)];
    expect(programs.map(({ access }) => access)).toEqual([withoutPrepared, withoutPrepared]);
    expect(await countFailures(programs)).toBe(0);
  });

  test("would mix up prepared statements, which is why they are left out", async () => {
    const url = await openPooler({ default_pool_size: 2, ignore_startup_parameters: overlooked });
    const one = { connectionsMax: 1 };
    const beside = await open(url, one);
    const askTwice = async ({ sql }: Database) => {
      const ask = () => sql.begin((transaction) => transaction`select 1 as one`);
      await ask();
      // The other takes the session in which it was prepared, so that this one gets another.
      await beside.sql.begin(async (transaction) => {
        await transaction`select 1`;
        await ask();
      });
    };
    const prepares = { isCluster: false, isPooled: false, prepares: true };
    const error = await askTwice(await open(url, { ...one, access: prepares })).catch(
      (fault: unknown) => fault,
    );
    expect(adviceOnPooler(error).advice).toContain("DATABASE_POOLER=transaction");
    await askTwice(await open(url, one));
  });

  test("answers all statements that are asked side by side on one connection", async () => {
    const url = await openPooler();
    const programs = await Promise.all([1, 2, 3].map(() => open(url, { connectionsMax: 1 })));
    for (let round = 0; round < 20; round += 1) {
      const answers = programs.flatMap(({ sql }) => [
        sql`select current_setting('server_version_num')::integer as number`,
        sql`select number from migration order by number desc limit 1`,
        sql`select extract(epoch from now()) as seconds`,
        sql`select count(*)::integer as agencies from agency where id > ${round}`,
      ]);
      for (const rows of await Promise.all(answers)) expect(rows).toHaveLength(1);
    }
  });

  test("leaves no prepared statement of the search behind in the sessions that others get", async () => {
    const url = await openPooler({ default_pool_size: 1 });
    const { sql } = await open(url);
    expect([...(await sql`select name from pg_prepared_statements`)]).toEqual([]);
  });

  test("is taken for one at the operator's word, though it can't be told", async () => {
    const direct = await open(await createMigratedDatabase(), { databasePooler: "transaction" });
    expect(direct.access.isPooled).toBe(true);
    const [row] = await direct.sql`select current_setting('plan_cache_mode') as mode`;
    expect(row?.mode).toBe("auto");
  });
});

async function open(databaseUrl: string, options: Partial<OpenOptions> = {}): Promise<Database> {
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 5, ...options });
  closings.push(() => database.close());
  return database;
}

async function openPooler(settings: Record<string, string | number> = {}): Promise<string> {
  const pooler = await startPgbouncer(await createMigratedDatabase(), settings);
  closings.push(pooler.stop);
  return pooler.url;
}

/** How many of 400 statements by two programs fail that share two sessions; the values of the others are right. */
async function countFailures(programs: readonly Database[]): Promise<number> {
  const answers = await Promise.allSettled(
    Array.from({ length: 400 }, async (_, call) => {
      const { sql } = programs[call % programs.length] ?? { sql: null };
      // Eleven texts, so that each is sent again and again on connections that meet other sessions.
      const rows = await sql?.unsafe<{ sum: number }[]>(`select $1::integer + ${call % 11} as sum`, [call], {
        prepare: true,
      });
      expect(rows?.[0]?.sum).toBe(call + (call % 11));
    }),
  );
  return answers.filter(({ status }) => status === "rejected").length;
}
