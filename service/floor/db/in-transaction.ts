import type { Queryable } from "./open.ts";

/** Runs `work` in a transaction: a new one on a pool, the caller's where there is one already. */
export async function inTransaction<T>(
  sql: Queryable,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  if (!("begin" in sql)) return await work(sql);
  // By a promise of our own, because the driver's type takes any array for a list of statements.
  const worked = Promise.withResolvers<T>();
  await sql.begin(async (transaction) => worked.resolve(await work(transaction)));
  return await worked.promise;
}
