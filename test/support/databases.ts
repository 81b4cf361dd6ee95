import { afterAll, describe } from "bun:test";
import { rmSync } from "node:fs";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { createMigratedDatabase, databaseKinds } from "./service.ts";
import { emptyTables, takeEmbedded } from "./shared-embedded.ts";
import { bySocket } from "./shared-postgres.ts";

/** Opens an empty, migrated database; `again` opens another pool on the same one, as a second replica would. */
export type OpenFresh = () => Promise<{ database: Database; again: () => Promise<Database> }>;

type Closings = (() => Promise<void>)[];

/** A test works with two to four pools at once, each of them needs a connection or two. */
const connectionsMax = 4;

/**
 * Runs the same tests on the embedded database and on a real server; what they open is closed after them. The embedded one
 * is that of this process, emptied at each `open`.
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
    const databaseUrl = await bySocket(await createMigratedDatabase());
    const again = () => openFor(closings, { databaseUrl, dataDirectory: "" });
    return { database: await again(), again };
  };
}

function embedded(closings: Closings): OpenFresh {
  let started: Promise<string> | undefined;
  async function start() {
    const taken = await takeEmbedded();
    if (taken === null) throw new Error("The embedded database of this process is taken by a service.");
    closings.push(async () => {
      taken.giveBack();
      rmSync(taken.dataDirectory, { recursive: true });
    });
    return taken.dataDirectory;
  }
  return async () => {
    started ??= start();
    const dataDirectory = await started;
    const again = () => openFor(closings, { databaseUrl: null, dataDirectory });
    const database = await again();
    await emptyTables(database);
    return { database, again };
  };
}

async function openFor(
  closings: Closings,
  place: { databaseUrl: string | null; dataDirectory: string },
): Promise<Database> {
  const database = await openDatabase({ ...place, embeddedSync: false, connectionsMax });
  closings.push(() => database.close());
  return database;
}
