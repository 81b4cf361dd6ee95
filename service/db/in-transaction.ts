import type { TransactionSql } from "postgres";
import type { Sql } from "./open.ts";

/**
 * Runs `work` in a transaction, as `sql.begin` does, and survives the loss of its connection: the promise rejects with the
 * driver's error. With `sql.begin` alone, postgres 3.4.9 sends a rollback to the socket that is gone; that throws from a
 * timer, where nobody can catch it, and ends the process (https://github.com/porsager/postgres/issues/1208).
 */
export async function inTransaction<T>(
  sql: Sql,
  work: (transaction: TransactionSql<{ bigint: number }>) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  await sql.begin(async (transaction) => {
    try {
      result = { value: await work(transaction) };
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      // Never settles: `begin` rejects by itself as soon as it learns of the closed connection, without a rollback.
      await new Promise(() => {});
    }
  });
  if (result === undefined) throw new Error("The transaction has ended without its work.");
  return result.value;
}

/** The driver's or the socket's own error, not one that the server has sent. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && connectionCodes.has(String(error.code));
}

const connectionCodes: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);
