import { afterAll } from "bun:test";
import { type Database, openDatabase } from "../../../../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "../../../../support/embedded-template.ts";
import { removeFolder } from "../../../../support/server-process.ts";

/** Makes embedded databases without rows: they migrate the target and copy nothing. They are closed after the tests. */
export function emptySources(): () => Promise<{ database: Database; directory: string }> {
  const emptied: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of emptied) await close();
  });
  return async () => {
    const directory = await createEmbeddedDirectory();
    const database = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 2 });
    emptied.push(async () => {
      await database.close();
      removeFolder(directory);
    });
    return { database, directory };
  };
}
