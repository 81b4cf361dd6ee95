import type postgres from "postgres";

/** The pool that features get: tagged templates, numbers for bigint (counts stay below 2^53), dates as Date. */
export type Sql = postgres.Sql<{ bigint: number }>;
/** A pool or a transaction on it: what a statement needs. */
export type Queryable = Sql | postgres.TransactionSql<{ bigint: number }>;
