import type { Queryable, Sql } from "../db/open.ts";
import { retireWork } from "./retire-work.ts";
import type { WorkQueue } from "./work-queue.ts";

/** Agencies of one look; those behind them come with the next. */
const agenciesMax = 1_000;

export type Turns = {
  /**
   * Gives the agencies that have work their turns, none of `passedOver`, until `claim` answers with a piece of work of one of
   * them; null when none has any. The next call goes on behind that agency.
   */
  take<Piece>(
    claim: (agencyId: number) => Promise<Piece | null>,
    passedOver?: readonly number[],
  ): Promise<Piece | null>;
};

/**
 * Turns of the agencies in a queue, for one process: each has its own position in the circle, kept in memory, and any number of them
 * may claim from one agency at once.
 */
export function createTurns(sql: Sql, queue: WorkQueue): Turns {
  let after = 0;
  return {
    async take(claim, passedOver = []) {
      for (const agencyId of await listAgenciesInTurn(sql, queue, { after, passedOver })) {
        after = agencyId;
        const piece = await claim(agencyId);
        if (piece !== null) return piece;
        await retireWork(sql, queue, agencyId);
      }
      return null;
    },
  };
}

/** Agencies whose work is due, those behind `after` first, then from the beginning. */
export async function listAgenciesInTurn(
  sql: Queryable,
  queue: WorkQueue,
  { after, passedOver = [] }: { after: number; passedOver?: readonly number[] },
): Promise<number[]> {
  const part = (side: ReturnType<Queryable>) => sql`
    (
      select distinct agency_id
      from agency_work
      where queue = ${queue.name}
        and due_at <= statement_timestamp()
        and not exists (
          select
          from agency
          where agency.id = agency_id
            and delete_after is not null
        )
        and agency_id <> all (${[...passedOver]}::integer[])
        and ${side}
      order by agency_id
      limit ${agenciesMax}
    )
  `;
  const rows = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from (
      ${part(sql`agency_id > ${after}`)}
      union all
      ${part(sql`agency_id <= ${after}`)}
    ) as due
    limit ${agenciesMax}
  `;
  return rows.map(({ agencyId }) => agencyId);
}
