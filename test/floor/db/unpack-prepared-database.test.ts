import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unpackPreparedDatabase } from "../../../service/floor/db/embedded/unpack-prepared-database.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";

let folder: string;
let archive: string;
let directory: string;

beforeEach(async () => {
  folder = createFolder("prs-unpack-");
  archive = join(folder, "prepared.tar.gz");
  directory = join(folder, "database");
  await Bun.write(archive, new Bun.Archive({ PG_VERSION: "18\n", "base/1": "rows" }, { compress: "gzip" }));
});
afterEach(() => removeFolder(folder));

test("a new installation gets the prepared database, for its owner alone", async () => {
  await unpackPreparedDatabase(directory, { isSynced: true, archive });
  expect(readFileSync(join(directory, "PG_VERSION"), "utf8")).toBe("18\n");
  expect(readFileSync(join(directory, "base/1"), "utf8")).toBe("rows");
  expect(statSync(directory).mode & 0o077).toBe(0);
});

test("a database that is there stays as it is", async () => {
  mkdirSync(directory);
  writeFileSync(join(directory, "PG_VERSION"), "17\n");
  await unpackPreparedDatabase(directory, { isSynced: true, archive });
  expect(readdirSync(directory)).toEqual(["PG_VERSION"]);
  expect(readFileSync(join(directory, "PG_VERSION"), "utf8")).toBe("17\n");
});

test("what a killed process left half unpacked is thrown away", async () => {
  mkdirSync(`${directory}.unpacking`);
  writeFileSync(join(`${directory}.unpacking`, "half"), "");
  await unpackPreparedDatabase(directory, { isSynced: true, archive });
  expect(readdirSync(directory).toSorted()).toEqual(["PG_VERSION", "base"]);
  expect(existsSync(`${directory}.unpacking`)).toBe(false);
});

test("a broken archive makes no database, and says so", async () => {
  writeFileSync(archive, "no archive");
  expect(await thrownBy(unpackPreparedDatabase(directory, { isSynced: true, archive }))).toThrow();
  expect(existsSync(directory)).toBe(false);
});

test("without an archive, as from the sources, nothing happens", async () => {
  await unpackPreparedDatabase(directory, { isSynced: true, archive: join(folder, "absent") });
  expect(existsSync(directory)).toBe(false);
});
