/**
 * One embedded database for the test files of a process. Starting one costs half a second of processor time, and its first statements
 * as much again, before the engine has compiled what they run through.
 */
import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "./embedded-template.ts";
import { serversOfTheRun } from "./environment.ts";
import { atEndOfFile, removeFolder } from "./server-process.ts";

type Shared = { database: Database; directory: string; schema: string; isTaken: boolean };

export type TakenDatabase = {
  /** A data directory of the taker's own, in which the database is served. */
  dataDirectory: string;
  giveBack(): void;
};

/** What a data directory has of the database in it. */
const linked = ["database", ".s.PGSQL.5432", "owner.json"];

/** Of one table. Dead rows of so few don't make a later test slow. */
const deletedRowsMax = 500;

let shared: Shared | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** Takes the database of this process, emptied. Null where somebody has it: two services may stand beside each other in a test. */
export function takeEmbedded(): Promise<TakenDatabase | null> {
  const taken = turn.then(take);
  turn = taken.catch(() => undefined);
  return taken;
}

async function take(): Promise<TakenDatabase | null> {
  if (shared?.isTaken === true) return null;
  // A test may have changed more than rows.
  if (shared !== undefined && (await readSchema(shared.database)) !== shared.schema) await forget();
  if (shared === undefined) shared = await start();
  else await emptyTables(shared.database);
  const present = shared;
  present.isTaken = true;
  const dataDirectory = mkdtempSync(join(tmpdir(), "prs-"));
  for (const name of linked)
    if (existsSync(join(present.directory, name)))
      symlinkSync(join(present.directory, name), join(dataDirectory, name));
  return {
    dataDirectory,
    giveBack() {
      present.isTaken = false;
    },
  };
}

async function start(): Promise<Shared> {
  const directory = await createEmbeddedDirectory();
  const options = { databaseUrl: null, dataDirectory: directory, connectionsMax: 1 };
  const database = await openDatabase({ ...options, kind: "service", embeddedSync: false });
  // Of a file that is run by itself, whose folder goes with it.
  if (serversOfTheRun().postgresUrl === undefined) atEndOfFile(forget);
  return { database, directory, schema: await readSchema(database), isTaken: false };
}

async function forget(): Promise<void> {
  const former = shared;
  shared = undefined;
  await former?.database.close();
  if (former !== undefined) removeFolder(former.directory);
}

/**
 * Deletes few rows, and truncates the tables that have more, with those that point to them: to truncate all takes up to three seconds of
 * a busy machine. Numbers begin anew, unless they `goOn`.
 */
export async function emptyTables(
  { sql }: Pick<Database, "sql">,
  { goOn = false }: { goOn?: boolean } = {},
): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
      and relname <> 'migration'
  `;
  const counted = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::integer as rows from (select from ${name} limit ${deletedRowsMax + 1}) as found`,
  );
  const found = await sql.unsafe<{ name: string; rows: number }[]>(counted.join(" union all "));
  const isLarge = ({ rows }: { rows: number }) => rows > deletedRowsMax;
  const large = found.filter(isLarge).map(({ name }) => name);
  const small = found.filter((table) => table.rows > 0 && !isLarge(table)).map(({ name }) => name);
  await sql.begin(async (transaction) => {
    // Some tables refuse to be emptied by a trigger.
    await transaction`set local session_replication_role = replica`;
    if (large.length > 0) await transaction`truncate ${transaction(large)} cascade`;
    for (const name of small) await transaction`delete from ${transaction(name)}`;
    if (goOn) return;
    await transaction`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences
      where schemaname = current_schema()
        and last_value is not null
    `;
  });
}

/** Columns, constraints, indexes, triggers and functions, but for partitions, which come and go by themselves. */
export async function readSchema({ sql }: Pick<Database, "sql">): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`
    with owned as (
      select oid, relname
      from pg_class
      where relnamespace = current_schema()::regnamespace
        and not relispartition
    ), line as (
      select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef) as text
      from owned join pg_attribute on attrelid = owned.oid
      where attnum > 0
      union all
      select concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from owned join pg_constraint on conrelid = owned.oid
      union all
      select concat_ws(' ', relname, pg_get_indexdef(indexrelid))
      from owned join pg_index on indrelid = owned.oid
      union all
      select concat_ws(' ', relname, tgname, tgenabled)
      from owned join pg_trigger on tgrelid = owned.oid
      union all
      select concat_ws(' ', proname, prosrc)
      from pg_proc
      where pronamespace = current_schema()::regnamespace
    )
    select md5(string_agg(text, ' ' order by text)) as hash
    from line
  `;
  return row?.hash ?? "";
}
