import type postgres from "postgres";

/** The timeline that a server writes on, or why it takes no writes. */
export type ServerAnswer = { timeline: number } | { reason: string };

/** Asks one server whether it takes writes. Any user may ask this. */
export async function askServer(sql: postgres.Sql<{ bigint: number }>): Promise<ServerAnswer> {
  const [row] = await sql<{ isStandby: boolean; isReadOnly: boolean; timeline: number | null }[]>`
    select
      pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      case
        when not pg_is_in_recovery()
          then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
      end as timeline
  `;
  if (row === undefined) throw new Error("It tells nothing of itself.");
  if (row.isStandby) return { reason: "is a standby" };
  return row.isReadOnly || row.timeline === null ? { reason: "is read-only" } : { timeline: row.timeline };
}
