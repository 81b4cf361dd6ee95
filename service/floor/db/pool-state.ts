import type { Sql } from "./open.ts";

export type PoolState = {
  /** Most connections that the pool may open. */
  max: number;
  /** Open and doing nothing. */
  idle: number;
  /** With a statement or a transaction under way. */
  inUse: number;
  connecting: number;
  /** Statements that wait for a connection. */
  waiting: number;
};

/** How a pool's connections are used right now. The driver keeps this to itself; our patch of it lets it out. */
export function poolState(sql: Sql): PoolState {
  const read: unknown = Reflect.get(sql, "poolState");
  if (typeof read !== "function")
    throw new Error("The database driver lacks its patch: run the set-up again.");
  return read() as PoolState;
}
