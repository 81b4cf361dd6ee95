import type { Sql } from "../db/open.ts";
import type { Loop } from "../loops/start-loops.ts";
import { createShares } from "./create-shares.ts";
import { claimRow, type Leased, type LeasedTable } from "./leased-rows.ts";
import { createTurns, type Turns } from "./take-turns.ts";
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

type Lanes = {
  /** Works until no agency has work left; a signal ends it after the pieces under way. Rejects with the first failure. */
  run(signal: AbortSignal): Promise<void>;
  /** Makes a running `run` look for new work at once. */
  wake(): void;
};

/** Works on pieces of several agencies side by side, `lanesMax` at a time, and no agency holds more lanes than are free. */
function createLanes<Piece extends { agencyId: number }>(options: {
  turns: Turns;
  lanesMax: number;
  claim: (agencyId: number) => Promise<Piece | null>;
  work: (piece: Piece, signal: AbortSignal) => Promise<void>;
}): Lanes {
  const { turns, lanesMax, claim, work } = options;
  const shares = createShares(lanesMax);
  let changed = Promise.withResolvers<void>();
  return { run, wake: () => changed.resolve() };

  async function run(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const fail = (error: unknown) => void failures.push(error);
    const isEnding = () => signal.aborted || failures.length > 0;
    let hasWork = true;
    while (shares.taken() > 0 || (hasWork && !isEnding())) {
      // Renewed before the look at the queue: a row that ends or is announced during it resolves this promise.
      changed = Promise.withResolvers<void>();
      hasWork = await fillLanes(fail, isEnding, signal);
      if (shares.taken() > 0) await changed.promise;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** False when no agency has work. A look that left out agencies with a full share does not count. */
  async function fillLanes(
    fail: (error: unknown) => void,
    isEnding: () => boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    while (shares.taken() < lanesMax && !isEnding()) {
      const looksAtAll = shares.taken() === 0;
      const isStarted = await start(fail, signal).catch(fail);
      if (isStarted !== true) return !looksAtAll;
    }
    return true;
  }

  /** False when no agency has work. */
  async function start(fail: (error: unknown) => void, signal: AbortSignal): Promise<boolean> {
    const piece = await turns.take(claim, shares.full());
    if (piece === null) return false;
    shares.take(piece.agencyId, 1);
    void work(piece, signal)
      .catch(fail)
      .finally(() => {
        shares.giveBack(piece.agencyId, 1);
        changed.resolve();
      });
    return true;
  }
}
