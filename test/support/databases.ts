import { afterAll, describe } from "bun:test";
import { migrate } from "../../service/db/migrate.ts";
import { migrations } from "../../service/db/migrations.ts";
import { type Database, openDatabase } from "../../service/db/open.ts";
import { createDatabase, ensureTemplate } from "./postgres.ts";
import { createFolder, removeFolder } from "./server-process.ts";

/** Opens a fresh, migrated database of its own; `again` opens another pool on the same one, as a second replica would. */
export type OpenFresh = () => Promise<{ database: Database; again: () => Promise<Database> }>;

/** A second pool and a few recorders at once need no more. */
const connectionsMax = 4;

/** Runs the same tests on the embedded database and on a real server; what they open is closed after them. */
export function forEachDatabase(tests: (name: "embedded" | "server", open: OpenFresh) => void): void {
  for (const name of ["embedded", "server"] as const) {
    describe(`on the ${name} database`, () => {
      const opened: (() => Promise<void>)[] = [];
      afterAll(async () => {
        for (const close of opened.reverse()) await close();
      });
      tests(name, async () => {
        return name === "embedded" ? await openEmbedded(opened) : await openOnServer(opened);
      });
    });
  }
}

async function openOnServer(opened: (() => Promise<void>)[]) {
  const template = await ensureTemplate("migrated", async (url) => {
    const database = await openDatabase({ databaseUrl: url, dataDirectory: "" });
    await migrate(database.sql, migrations);
    await database.close();
  });
  const databaseUrl = await createDatabase(template);
  const again = async () => {
    const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax });
    opened.push(() => database.close());
    return database;
  };
  return { database: await again(), again };
}

async function openEmbedded(opened: (() => Promise<void>)[]) {
  const dataDirectory = createFolder("test-embedded-");
  opened.push(async () => removeFolder(dataDirectory));
  const again = async () => {
    const database = await openDatabase({ databaseUrl: null, dataDirectory, connectionsMax });
    opened.push(() => database.close());
    return database;
  };
  const database = await again();
  await migrate(database.sql, migrations);
  return { database, again };
}
