import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { lockDirectory } from "../../../floor/db/embedded/lock-directory.ts";
import { isServing } from "../../../floor/db/embedded/start-embedded.ts";
import { migrationStatus, refuseNewer } from "../../../floor/db/migrate.ts";
import { migrations } from "../../../floor/db/migrations.ts";
import { openDatabase } from "../../../floor/db/open.ts";
import { syncDirectory } from "../../../floor/secrets/sync-directory.ts";
import { keyNames } from "./manifest.ts";
import { readBackup } from "./read-backup.ts";

const onlyOwnerFolder = 0o700;

/**
 * Puts the backup `file` in the place of what `dataDirectory` holds. Everything is unpacked, checked and opened aside first, so a
 * damaged file, or one of a newer version, changes nothing. With `force` what was there is kept under another name, which is returned. So
 * is which keys the directory lacks now: a start would make new ones, which fit nothing.
 */
export async function restoreBackup(
  file: string,
  dataDirectory: string,
  options: { force: boolean; show: (share: number) => void },
): Promise<{ files: number; createdAt: string; migration: number; kept: string[]; keysMissing: string[] }> {
  if (await isServing(dataDirectory)) {
    throw new Error(`A service runs on ${dataDirectory}. Stop it first.`);
  }
  const unlock = await lockDirectory(resolve(dataDirectory), "command");
  const draft = join(dataDirectory, "restoring");
  try {
    const present = await presentOf(dataDirectory);
    if (present.length > 0 && !options.force) {
      throw new Error(
        `${dataDirectory} holds ${present.join(" and ")} already. Name an empty directory with --data-dir, or use --force: what is there is then kept under another name.`,
      );
    }
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: onlyOwnerFolder });
    const { files, createdAt } = await readBackup(file, draft, options.show);
    const restored = await presentOf(draft);
    const migration = await tryOut(draft);
    const suffix = `before-${new Date()
      .toISOString()
      .replace(/[^0-9]/g, "")
      .slice(0, 14)}`;
    const kept: string[] = [];
    for (const name of restored) {
      if (present.includes(name)) {
        await rename(join(dataDirectory, name), join(dataDirectory, `${name}.${suffix}`));
        kept.push(`${name}.${suffix}`);
      }
      await rename(join(draft, name), join(dataDirectory, name));
    }
    syncDirectory(dataDirectory);
    const now = await presentOf(dataDirectory);
    const keysMissing = keyNames.filter((name) => !now.includes(name));
    return { files: files.length, createdAt, migration, kept, keysMissing };
  } finally {
    await rm(draft, { recursive: true, force: true });
    unlock();
  }
}

/** Opens the database of a backup, so that the operator learns at once whether it works. */
async function tryOut(dataDirectory: string): Promise<number> {
  const database = await openDatabase({ databaseUrl: null, dataDirectory, connectionsMax: 1 });
  try {
    await refuseNewer(database.sql, migrations);
    return (await migrationStatus(database.sql, migrations)).database;
  } finally {
    await database.close();
  }
}

async function presentOf(directory: string): Promise<string[]> {
  const names = ["database", ...keyNames];
  const found = await Promise.all(
    names.map((name) =>
      stat(join(directory, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => found[index] === true);
}
