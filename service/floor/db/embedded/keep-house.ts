import type { PGlite } from "@electric-sql/pglite";
import { createAnswerWatcher } from "./answer-watcher.ts";
import type { BackendLock } from "./backend-lock.ts";
import { queryMessage } from "./wire-protocol.ts";

/** Size of the write-ahead log at which a checkpoint is due: a start after `kill -9` has to replay no more than this. */
const logBytesMax = 64 * 1024 * 1024;
const lookEveryMs = 10_000;
/** As often as autovacuum looks around five tables of a server. */
const looksPerVacuum = 30;

export type Housekeeper = {
  /** Writes a checkpoint if one is due. */
  shortenLog(): Promise<void>;
  /** Frees the room of dead rows and counts the others for the planner, table by table, where enough has changed. */
  vacuum(): Promise<void>;
  stop(): void;
};

/**
 * Does the work of the checkpointer and of autovacuum, which PGlite has not, as it is a single process. Without it the log
 * grows with every write, and the room of deleted rows is never used again.
 */
export function createHousekeeper(input: {
  database: PGlite;
  backendLock: BackendLock;
  /** Called when the backend has given up; it never returns from the statement. */
  onPanic: (message: string) => void;
}): Housekeeper {
  const { database, backendLock, onPanic } = input;
  const answers = createAnswerWatcher(onPanic);
  let looks = 0;
  let isLooking = false;
  const timer = setInterval(() => void look(), lookEveryMs);

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    looks += 1;
    await shortenLog();
    if (looks % looksPerVacuum === 0) await vacuum();
    isLooking = false;
  }

  async function shortenLog(): Promise<void> {
    await inTurn(async () => {
      const [row] = await read<{ isDue: boolean }>(`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) >= ${logBytesMax} as "isDue"
        from pg_control_checkpoint()
      `);
      if (row?.isDue === true) await run("checkpoint");
    });
  }

  async function vacuum(): Promise<void> {
    let names: string[] = [];
    await inTurn(async () => {
      names = (await read<{ name: string }>(changedTables)).map(({ name }) => name);
    });
    // The lock is taken for each table, so that no statement waits for more than one vacuum.
    for (const name of names) await inTurn(() => run(`vacuum (analyze) ${name}`));
  }

  async function inTurn(work: () => Promise<void>): Promise<void> {
    await backendLock.acquire();
    try {
      await work();
    } finally {
      backendLock.release();
    }
  }

  async function read<Row>(statement: string): Promise<Row[]> {
    return (await database.query<Row>(statement)).rows;
  }

  /**
   * A write can meet a full disk, where PostgreSQL panics, so the answer is watched. After any other error the next look
   * tries again.
   */
  async function run(statement: string): Promise<void> {
    await database.execProtocolRawStream(queryMessage(statement), { onRawData: answers.push });
  }

  return { shortenLog, vacuum, stop: () => clearInterval(timer) };
}

/** By autovacuum's own thresholds: 50 rows and a fifth of the table are dead, 1,000 and a fifth new, 50 and a tenth changed. */
const changedTables = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + n_live_tup / 5
     or n_ins_since_vacuum > 1000 + n_live_tup / 5
     or n_mod_since_analyze > 50 + n_live_tup / 10
  order by name
`;
