import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { demoFilesFolder } from "../../../demo/demo.ts";
import { ownerOf } from "../../../floor/db/embedded/directory-owner.ts";
import { DirectoryInUseError } from "../../../floor/db/embedded/lock-directory.ts";
import { isServing } from "../../../floor/db/embedded/start-embedded.ts";
import { UsageError } from "../usage-error.ts";

export type DataDirectory = {
  path: string;
  /** True when it was asked for by name: nothing in it is removed. */
  isKept: boolean;
  /** Removes the database from a temporary directory, and the directory too when no step left a file in it. */
  close: () => Promise<void>;
};

/** A temporary directory for the demo; or the one that was asked for, which has to be empty and is kept. */
export async function openDataDirectory(wanted: string | undefined): Promise<DataDirectory> {
  if (wanted !== undefined) {
    const path = resolve(wanted);
    if (await isServing(path)) throw new DirectoryInUseError(path, ownerOf(path));
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new UsageError(
        `The demo wants a fresh directory, and ${path} is not empty. Leave out --data-dir.`,
      );
    }
    return { path, isKept: true, close: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), "pr-service-demo-"));
  return {
    path,
    isKept: false,
    async close() {
      const entries = await readdir(path);
      const doomed = entries.filter((entry) => entry !== demoFilesFolder);
      const paths = entries.includes(demoFilesFolder) ? doomed.map((entry) => join(path, entry)) : [path];
      await Promise.all(paths.map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}
