import type { Sql } from "./open.ts";

/** How many connections PostgreSQL takes from who is no superuser, all programs together. */
export async function readConnectionsMax(sql: Sql): Promise<number> {
  const [row] = await sql<{ free: number }[]>`
    select
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true), '0')::integer as free
  `;
  return row?.free ?? 0;
}
