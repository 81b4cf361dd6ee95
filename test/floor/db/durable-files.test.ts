import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import fs, { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import {
  createDirectory,
  createWhole,
  settleFormerRun,
} from "../../../service/floor/db/embedded/durable-files.ts";
import { openPostgres } from "../../../service/floor/db/embedded/open-postgres.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";

/** What the system was asked to do since the last look. */
let calls: string[] = [];
const paths = new Map<number, string>();
let opened = new Set<string>();
let folder: string;
let restore: (() => void)[] = [];

beforeEach(() => {
  folder = createFolder("durable-");
  const { openSync, fsyncSync, fdatasyncSync, renameSync } = fs;
  const spies = [
    spyOn(fs, "openSync").mockImplementation((path, ...options) => {
      const descriptor = openSync(path, ...options);
      paths.set(descriptor, String(path));
      opened.add(String(path));
      return descriptor;
    }),
    spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
      calls.push(`sync ${paths.get(descriptor)}`);
      fsyncSync(descriptor);
    }),
    spyOn(fs, "fdatasyncSync").mockImplementation((descriptor) => {
      calls.push(`sync ${paths.get(descriptor)}`);
      fdatasyncSync(descriptor);
    }),
    spyOn(fs, "renameSync").mockImplementation((from, to) => {
      calls.push(`rename ${String(to)}`);
      renameSync(from, to);
    }),
  ];
  restore = spies.map((spy) => () => spy.mockRestore());
});
afterEach(() => {
  for (const undo of restore) undo();
  removeFolder(folder);
});

describe("a database with syncs", () => {
  test("syncs its log once for each commit, and its files with their names at a checkpoint", async () => {
    await withDatabase(true, async (database) => {
      await database.exec("create table kept (id integer)");
      callsMeanwhile();
      await database.exec("insert into kept values (1)");
      await database.exec("begin; insert into kept values (2); insert into kept values (3); commit");
      const commits = callsMeanwhile();
      expect(commits).toHaveLength(2);
      for (const call of commits) expect(call).toMatch(/^sync .*\/pg_wal\/\w{24}$/);
      await database.exec("select 1");
      expect(callsMeanwhile()).toEqual([]);

      const { rows } = await database.query<{ path: string }>("select pg_relation_filepath('kept') as path");
      await database.exec("checkpoint");
      const checkpoint = callsMeanwhile();
      const isOf = (end: string) => (call: string) => call.startsWith("sync ") && call.endsWith(end);
      expect(checkpoint.some(isOf(`/${rows[0]?.path}`))).toBe(true);
      expect(checkpoint.some(isOf("/base/5"))).toBe(true);
      expect(checkpoint.findLastIndex(isOf("/global/pg_control"))).toBeGreaterThan(
        checkpoint.findLastIndex(isOf(`/${rows[0]?.path}`)),
      );
    });
  });
});

test("a database without syncs asks the disk for none", async () => {
  await withDatabase(false, async (database) => {
    await database.exec("create table kept as select 1 as id; checkpoint");
    expect(callsMeanwhile().filter((call) => call.startsWith("sync "))).toEqual([]);
  });
});

describe("a directory that is made", () => {
  test("gets its name after everything in it is on disk, and the name is synced too", async () => {
    const directory = join(folder, "database");
    callsMeanwhile();
    opened = new Set();
    await createWhole(directory, { isSynced: true }, async (draft) => {
      mkdirSync(join(draft, "base"));
      writeFileSync(join(draft, "base/1"), "rows");
    });
    const draft = `${directory}.unpacking`;
    expect(opened).toEqual(new Set([draft, `${draft}/base`, `${draft}/base/1`, folder]));
    expect(callsMeanwhile()).toEqual([`rename ${directory}`, `sync ${folder}`]);
    expect(readdirSync(folder)).toEqual(["database"]);
    expect(readdirSync(join(directory, "base"))).toEqual(["1"]);
  });

  test("is not there when it could not be filled", async () => {
    const directory = join(folder, "database");
    const filling = createWhole(directory, { isSynced: true }, async (draft) => {
      writeFileSync(join(draft, "half"), "");
      throw new Error("No more.");
    });
    expect(await thrownBy(filling)).toThrow("No more.");
    expect(existsSync(directory)).toBe(false);
  });

  test("has the names above it synced where they are new, and only there", () => {
    callsMeanwhile();
    createDirectory(join(folder, "a/b/c"));
    expect(callsMeanwhile()).toEqual([`sync ${folder}/a/b`, `sync ${folder}/a`, `sync ${folder}`]);
    createDirectory(join(folder, "a/b/c"));
    expect(callsMeanwhile()).toEqual([]);
  });
});

test("what a run without syncs left is synced once, by the next run with them", async () => {
  const directory = join(folder, "database");
  mkdirSync(directory);
  writeFileSync(join(directory, "1"), "rows");
  const openedBy = async (isSynced: boolean) => {
    opened = new Set();
    await settleFormerRun(directory, { isSynced });
    return [...opened].toSorted();
  };
  expect(await openedBy(true)).toEqual([]);
  await openedBy(false);
  expect(existsSync(`${directory}.unsynced`)).toBe(true);
  expect(await openedBy(true)).toEqual([directory, join(directory, "1")]);
  expect(existsSync(`${directory}.unsynced`)).toBe(false);
  expect(await openedBy(true)).toEqual([]);
});

function callsMeanwhile(): string[] {
  const seen = calls;
  calls = [];
  return seen;
}

async function withDatabase(isSynced: boolean, work: (database: PGlite) => Promise<void>): Promise<void> {
  const directory = await createEmbeddedDirectory();
  const database = await openPostgres(join(directory, "database"), { isSynced });
  callsMeanwhile();
  await work(database);
  await database.close();
  removeFolder(directory);
}
