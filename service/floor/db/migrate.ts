import type { Sql } from "./open.ts";

export type Migration = {
  number: number;
  name: string;
  statements: string;
  /** Applied in one transaction with the migration before, which alone would break the previous release that still runs beside this one. */
  withPrevious?: true;
  /** The backfill that has to be done before: it holds (not null, unique) what that one fills. It is left out until then. */
  waitsFor?: string;
};

/** PostgreSQL, appendix "Error Codes": undefined_table. */
const undefinedTable = "42P01";
/** Any constant will do, as long as every process takes the same: "prsv" in ASCII. */
const migrationLock = 0x70727376;

/** PostgreSQL, appendix "Error Codes": lock_not_available, deadlock_detected. */
const lockFaults = new Set<unknown>(["55P03", "40P01"]);
/**
 * Whoever asks for the table meanwhile waits behind us. Well below the second after which PostgreSQL looks for a deadlock
 * (`deadlock_timeout`): of a request and a migration that wait for each other it would end the request, which was answered 500.
 */
const lockTimeoutMs = 300;
/** Those who waited behind us get their turn. */
const lockPauseMs = 1_000;
/** Two minutes: a data export or a dump may take that long. By attempts, since the turn of another process that migrates is no such wait. */
const lockAttemptsMax = Math.ceil(120_000 / (lockTimeoutMs + lockPauseMs));

export class NewerDatabaseError extends Error {
  constructor(databaseVersion: number, programVersion: number) {
    super(
      `The database is at migration ${databaseVersion}, this program knows ${programVersion}. Run the newer program; an older one would damage its data.`,
    );
    this.name = "NewerDatabaseError";
  }
}

/**
 * Applies the migrations that the database lacks, each in one transaction with its own row, and returns their names.
 * Any number of processes may call it at once: one advances, the others wait and find nothing left to do. Services that run
 * meanwhile wait for a moment at most: a migration that does not get its locks by then lets them pass, and tries again.
 * Those that wait for a backfill other than `filled` are left out, except in a new database, which has no rows to fill.
 * Throws NewerDatabaseError when the database is ahead of `migrations`.
 */
export async function migrate(
  sql: Sql,
  migrations: readonly Migration[],
  { filled }: { filled?: string } = {},
): Promise<string[]> {
  // One read first, because a transaction for each migration would slow down every start that has nothing to migrate.
  const done = await appliedNumbers(sql);
  refuseVersion(Math.max(0, ...done), lastNumber(migrations));
  const applied: string[] = [];
  const wanted = migrations.filter(
    ({ waitsFor }) => waitsFor === undefined || waitsFor === filled || done.size === 0,
  );
  for (const step of stepsOf(wanted, done)) applied.push(...(await applyWhenFree(sql, step)));
  return applied;
}

/** The migrations that are left, those together that belong into one transaction. */
function stepsOf(migrations: readonly Migration[], done: ReadonlySet<number>): Migration[][] {
  const steps: Migration[][] = [];
  for (const [index, migration] of migrations.entries()) {
    if (done.has(migration.number)) continue;
    const step = steps.at(-1);
    const belongsToIt = migration.withPrevious === true && step?.at(-1) === migrations[index - 1];
    if (belongsToIt) step?.push(migration);
    else steps.push([migration]);
  }
  return steps;
}

/**
 * Up to which migration the database has all of the program's, and the number of the program's last one. `database` is 0 before the
 * first. Those that wait for a backfill are not missing: the program works without them.
 */
export async function migrationStatus(
  sql: Sql,
  migrations: readonly Migration[],
): Promise<{ database: number; program: number }> {
  const applied = await appliedNumbers(sql);
  const expected = migrations.filter(({ number, waitsFor }) => waitsFor === undefined || applied.has(number));
  const missing = expected.find(({ number }) => !applied.has(number))?.number ?? Number.POSITIVE_INFINITY;
  const database = Math.max(0, ...[...applied].filter((number) => number < missing));
  return { database, program: lastNumber(expected) };
}

/** Migrations that wait for their backfill. */
export async function heldMigrations(
  sql: Sql,
  migrations: readonly Migration[],
): Promise<(Migration & { waitsFor: string })[]> {
  if (migrations.every(({ waitsFor }) => waitsFor === undefined)) return [];
  const applied = await appliedNumbers(sql);
  return migrations.flatMap(({ waitsFor, ...migration }) =>
    waitsFor === undefined || applied.has(migration.number) ? [] : [{ ...migration, waitsFor }],
  );
}

/** One statement, whether the table is there or not: a start and each `/ready` wait for it. */
async function appliedNumbers(sql: Sql): Promise<ReadonlySet<number>> {
  try {
    const rows = await sql<{ number: number }[]>`select number from migration`;
    return new Set(rows.map(({ number }) => number));
  } catch (error) {
    // Before the first migration, which makes the table.
    if (error instanceof Error && "code" in error && error.code === undefinedTable) return new Set();
    throw error;
  }
}

async function applyWhenFree(sql: Sql, step: readonly Migration[]): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(sql, step);
    } catch (error) {
      const isLocked = error instanceof Error && "code" in error && lockFaults.has(error.code);
      if (!isLocked) throw error;
      if (attempt === lockAttemptsMax) throw noLock(step, error);
      await new Promise((resolve) => setTimeout(resolve, lockPauseMs));
    }
  }
}

function noLock(step: readonly Migration[], cause: unknown): Error {
  const names = step.map(({ name }) => name).join(", ");
  return new Error(
    `The migration ${names} got no lock for two minutes. Find the session that holds a table, by the oldest xact_start of pg_stat_activity, let it end or end it, and migrate again.`,
    { cause },
  );
}

async function apply(sql: Sql, step: readonly Migration[]): Promise<string[]> {
  return await sql.begin(async (transaction) => {
    // A large table may take longer than a statement of a request may, and so may the process that we wait for here.
    await transaction`set local statement_timeout = 0`;
    await transaction`select pg_advisory_xact_lock(${migrationLock})`;
    await transaction`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
    await transaction`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )
    `;
    const applied: string[] = [];
    for (const migration of step) {
      const [row] = await transaction`
        insert into migration (number, name)
        values (${migration.number}, ${migration.name})
        on conflict (number) do nothing
        returning number
      `;
      if (row === undefined) continue;
      await transaction.unsafe(migration.statements);
      applied.push(migration.name);
    }
    return applied;
  });
}

/** Throws NewerDatabaseError when the database is ahead of `migrations`. */
export async function refuseNewer(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  refuseVersion(Math.max(0, ...(await appliedNumbers(sql))), lastNumber(migrations));
}

function refuseVersion(database: number, program: number): void {
  if (database > program) throw new NewerDatabaseError(database, program);
}

function lastNumber(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ number }) => number));
}
