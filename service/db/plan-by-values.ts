import { isDatabaseUnavailable } from "./is-unavailable.ts";
import type { Sql } from "./open.ts";

/**
 * Asks by the first statement of a pool whether its database is part of a Citus cluster. If so, all its connections plan each
 * statement by its values: a plan made without the agency knows no server to send the statement to. A database that can't be
 * reached is treated like a cluster, because such plans are right everywhere, and only slower.
 */
export async function planByValuesOnCluster(sql: Sql): Promise<boolean> {
  const isCluster = await isOnCluster(sql).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  });
  if (isCluster !== false) planByValues(sql);
  return isCluster === true;
}

/** For the connections that are opened from now on. */
export function planByValues({ options }: Sql): void {
  Object.assign(options.connection, { plan_cache_mode: "auto" });
}

/** The connection that answers has its settings already, so that the same statement changes them. */
async function isOnCluster(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select set_config('plan_cache_mode', 'auto', false)
    from pg_extension
    where extname = 'citus'
  `;
  return rows.length > 0;
}
