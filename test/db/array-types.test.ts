import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres from "postgres";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
});

test("the types of arrays are read by the first connection of a pool, and every other one understands arrays too", async () => {
  const connections = new Set<number>();
  let readings = 0;
  const sql = postgres(server.url, {
    max: 3,
    debug(connection, query) {
      connections.add(connection);
      if (query.includes("pg_catalog.pg_type")) readings += 1;
    },
  });
  await sql`select 1`;
  const rows = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const [row] = await sql`select pg_sleep(0.2), ${sql.array([number, number])}::int[] as numbers`;
      return row?.numbers;
    }),
  );
  await sql.end();
  expect(rows).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  expect(connections.size).toBe(3);
  expect(readings).toBe(1);
});
