import type { Sql } from "../db/open.ts";
import { LeaseLostError } from "./lease-lost-error.ts";
import { type Fragment, keepRow, type Leased, type LeasedTable } from "./leased-rows.ts";

/** Two heartbeats may fail before the lease ends. */
const heartbeatsPerLease = 3;

/**
 * Lengthens the lease of a row again and again until `stop`, and writes `set` each time; `lost` aborts when another has it, or when the
 * row is gone.
 */
export function keepLease(
  sql: Sql,
  table: LeasedTable,
  row: Leased,
  { everyMs = table.leaseMs / heartbeatsPerLease, set }: { everyMs?: number; set?: () => Fragment } = {},
): { lost: AbortSignal; stop(): Promise<void> } {
  const losing = new AbortController();
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = null;
    });
  }, everyMs);
  return {
    lost: losing.signal,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };

  async function beat(): Promise<void> {
    try {
      if (!(await keepRow(sql, table, row, set?.()))) losing.abort(new LeaseLostError(row.id));
    } catch {
      // The database is away for a moment: the next beat tries again, and the lease itself says when it is too late.
    }
  }
}
