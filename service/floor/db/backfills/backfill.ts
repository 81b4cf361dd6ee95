import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../open.ts";

/** Fills what a migration added in the rows that were there before, in short transactions beside the running service. */
export type Backfill = {
  name: string;
  table: string;
  /** The columns of a unique index of the table, in its order; none ever changes or is null. */
  key: readonly [string, ...string[]];
  /** Rows looked at in one transaction; `chunkRowsDefault` without it. */
  chunkRows?: number;
  /**
   * One statement that fills those rows of `chunk` that lack the value, and returns a row for each that it filled. `chunk` has the
   * columns of `key`. It must find nothing where it has been.
   */
  fill: (sql: Queryable) => PendingQuery<Row[]>;
};

/** Some ten milliseconds for a plain update; whoever writes one of the rows waits for as long. */
export const chunkRowsDefault = 500;
