import { afterAll, describe } from "bun:test";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "./embedded-template.ts";
import { removeFolder } from "./server-process.ts";
import { createMigratedDatabase, databaseKinds } from "./service.ts";

/** Opens an empty, migrated database; `again` opens another pool on the same one, as a second replica would. */
export type OpenFresh = () => Promise<{ database: Database; again: () => Promise<Database> }>;

type Closings = (() => Promise<void>)[];

/** A test works with two to four pools at once, each of them needs a connection or two. */
const connectionsMax = 4;

/**
 * Runs the same tests on the embedded database and on a real server; what they open is closed after them. The embedded one
 * is started once and emptied at each `open`, as starting takes 3 s.
 */
export function forEachDatabase(tests: (name: "embedded" | "server", open: OpenFresh) => void): void {
  for (const name of databaseKinds) {
    describe(`on the ${name} database`, () => {
      const closings: Closings = [];
      afterAll(async () => {
        for (const close of closings.reverse()) await close();
      });
      tests(name, name === "embedded" ? embedded(closings) : server(closings));
    });
  }
}

function server(closings: Closings): OpenFresh {
  return async () => {
    const databaseUrl = await createMigratedDatabase();
    const again = () => openFor(closings, { databaseUrl, dataDirectory: "" });
    return { database: await again(), again };
  };
}

function embedded(closings: Closings): OpenFresh {
  let started: Promise<{ database: Database; dataDirectory: string }> | undefined;
  async function start() {
    const dataDirectory = await createEmbeddedDirectory();
    closings.push(async () => removeFolder(dataDirectory));
    const database = await openFor(closings, { databaseUrl: null, dataDirectory, kind: "service" });
    return { database, dataDirectory };
  }
  return async () => {
    started ??= start();
    const { database, dataDirectory } = await started;
    await emptyTables(database);
    return { database, again: () => openFor(closings, { databaseUrl: null, dataDirectory }) };
  };
}

async function openFor(
  closings: Closings,
  place: { databaseUrl: string | null; dataDirectory: string; kind?: "service" },
): Promise<Database> {
  const database = await openDatabase({ ...place, embeddedSync: false, connectionsMax });
  closings.push(() => database.close());
  return database;
}

async function emptyTables({ sql }: Database): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
      and relname <> 'migration'
  `;
  await sql.begin(async (transaction) => {
    // Some tables refuse to be emptied by a trigger.
    await transaction`set local session_replication_role = replica`;
    await transaction`truncate ${transaction(tables.map(({ name }) => name))} restart identity cascade`;
  });
}
