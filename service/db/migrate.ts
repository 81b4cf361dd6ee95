import type { Sql } from "./open.ts";

export type Migration = { number: number; name: string; statements: string };

/** PostgreSQL, appendix "Error Codes": undefined_table. */
const undefinedTable = "42P01";
/** Any constant will do, as long as every process takes the same: "prsv" in ASCII. */
const migrationLock = 0x70727376;

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
 * Any number of processes may call it at once: one advances, the others wait and find nothing left to do.
 * Throws NewerDatabaseError when the database is ahead of `migrations`.
 */
export async function migrate(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  // One read first, because a transaction for each migration would slow down every start that has nothing to migrate.
  const done = await appliedNumbers(sql);
  refuseVersion(Math.max(0, ...done), lastNumber(migrations));
  const applied: string[] = [];
  for (const migration of migrations.filter(({ number }) => !done.has(number))) {
    if (await applyMigration(sql, migration)) applied.push(migration.name);
  }
  return applied;
}

/** Numbers of the database's and the program's last migration; `database` is 0 before the first. */
export async function migrationStatus(
  sql: Sql,
  migrations: readonly Migration[],
): Promise<{ database: number; program: number }> {
  const applied = await appliedNumbers(sql);
  return { database: Math.max(0, ...applied), program: lastNumber(migrations) };
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

async function applyMigration(sql: Sql, migration: Migration): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${migrationLock})`;
    await transaction`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )
    `;
    const [row] = await transaction`
      insert into migration (number, name)
      values (${migration.number}, ${migration.name})
      on conflict (number) do nothing
      returning number
    `;
    if (row === undefined) return false;
    await transaction.unsafe(migration.statements);
    return true;
  });
}

/** Throws NewerDatabaseError when the database is ahead of `migrations`. */
export async function refuseNewer(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  const { database, program } = await migrationStatus(sql, migrations);
  refuseVersion(database, program);
}

function refuseVersion(database: number, program: number): void {
  if (database > program) throw new NewerDatabaseError(database, program);
}

function lastNumber(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ number }) => number));
}
