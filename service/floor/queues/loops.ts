import type { Sql } from "../db/open.ts";
import type { Loop } from "../loops/start-loops.ts";
import { createLanes } from "./create-lanes.ts";
import { claimRow, type Leased, type LeasedTable } from "./leased-rows.ts";
import { createTurns } from "./take-turns.ts";
import type { WorkQueue } from "./work-queue.ts";

/** A loop that works on the rows of a leased table, agency by agency, until none is due. */
export function leasedLoop<Row extends Leased>(options: {
  sql: Sql;
  table: LeasedTable;
  name: string;
  schedule: string;
  /** Rows in work at the same time. */
  lanesMax: number;
  /** Sees a row to its end. The signal aborts when the service stops. */
  work: (row: Row, signal: AbortSignal) => Promise<void>;
}): Loop {
  const { sql, table, name, schedule, lanesMax, work } = options;
  const lanes = createLanes<Row>({
    turns: createTurns(sql, table),
    lanesMax,
    claim: (agencyId) => claimRow<Row>(sql, table, agencyId),
    work,
  });
  return {
    name,
    schedule,
    // A long piece of work occupies its own lane only: what is queued meanwhile starts another one.
    onWake: lanes.wake,
    async run(signal) {
      await lanes.run(signal);
      return false;
    },
  };
}

/** A loop that does what is due in small steps, an agency's in turn; a step answers null where its agency has nothing to do. */
export function turnsLoop(options: {
  sql: Sql;
  queue: WorkQueue;
  name: string;
  schedule: string;
  step: (agencyId: number) => Promise<unknown>;
}): Loop {
  const { sql, queue, name, schedule, step } = options;
  const turns = createTurns(sql, queue);
  return { name, schedule, run: async () => (await turns.take(step)) !== null };
}
