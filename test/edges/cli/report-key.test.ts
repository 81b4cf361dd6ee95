import { afterAll, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readKeyFile } from "../../../service/features/reporting/integrity/key-file.ts";
import { prepareSeal } from "../../../service/features/reporting/integrity/prepare-seal.ts";
import { openReportSeal } from "../../../service/features/reporting/integrity/report-seal.ts";
import { listNotedKeys } from "../../../service/features/reporting/integrity/sql.ts";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { imprint, runJson, runProgram } from "./run-program.ts";

const folders: string[] = [];
const folder = () => {
  folders.push(createFolder("test-report-key-"));
  return folders.at(-1) ?? "";
};
afterAll(() => folders.forEach(removeFolder));

const keyIn = (directory: string) => join(directory, "report-signing.key");

test("a command fixes no goal with another key than the service's, and makes none", async () => {
  await withService(async ({ own, run, environment }) => {
    await run("agency", "create", "--name", "Nordlicht");
    await run("client", "create", "--agency", "1", "--name", "Müller", ...imprint);
    const days = ["--client", "1", "--from", "2030-01-01", "--to", "2030-03-31", "--audience", "Alle"];
    const said = ["--objective", "Mehr Leser", "--measure", "views=1000"];
    const { goalId } = await run("goal", "add", ...days, ...said);
    const fix = ["goal", "fix", String(goalId), "--data-dir"];
    const elsewhere = folder();
    const refused = await runProgram([...fix, elsewhere], environment);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("the same key file")]);
    expect(existsSync(keyIn(elsewhere))).toBe(false);
    // One that was made before, by whatever.
    const foreign = await foreignFolder();
    expect((await runProgram([...fix, foreign], environment)).exitCode).toBe(1);
    expect(await run("goal", "show", String(goalId))).toMatchObject({ fixedAt: null });
    copyFileSync(keyIn(own), keyIn(elsewhere));
    expect(await runProgram([...fix, elsewhere], environment)).toMatchObject({ exitCode: 0 });
  });
});

test("a report is shown without a key file made for it", async () => {
  await withService(async ({ environment }) => {
    const elsewhere = folder();
    const show = ["report", "show", crypto.randomUUID(), "--data-dir", elsewhere];
    const shown = await runProgram(show, environment);
    expect([shown.exitCode, shown.stderr]).toEqual([1, expect.stringContaining("the same key file")]);
    expect(existsSync(keyIn(elsewhere))).toBe(false);
  });
});

test("a rotation changes no key file where it can't be noted, nor one that is not the service's", async () => {
  await withService(async ({ own, run, environment, sql }) => {
    const rotate = ["report-key", "rotate", "--data-dir"];
    const before = readFileSync(keyIn(own), "utf8");
    const away = { DATABASE_URL: "postgres://service@127.0.0.1:1/away" };
    expect((await runProgram([...rotate, own], away)).exitCode).toBe(1);
    expect(readFileSync(keyIn(own), "utf8")).toBe(before);

    const foreign = await foreignFolder();
    const noted = await listNotedKeys(sql);
    const kept = readFileSync(keyIn(foreign), "utf8");
    const refused = await runProgram([...rotate, foreign], environment);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("the same key file")]);
    expect(readFileSync(keyIn(foreign), "utf8")).toBe(kept);
    expect(await listNotedKeys(sql)).toEqual(noted);

    const { keyId } = await run("report-key", "rotate");
    const ring = await readKeyFile({ reportSigningKeyFile: null, dataDirectory: own });
    expect([ring.current.id, ring.publicKeys.size]).toEqual([String(keyId), 2]);
    expect((await listNotedKeys(sql)).map((each) => each.keyId)).toContain(String(keyId));
  });
});

type Scene = {
  own: string;
  environment: { DATABASE_URL: string };
  run: (...args: string[]) => Promise<Record<string, unknown>>;
  sql: Sql;
};

/** A database that a service has started on, with the key of its own data directory and no report yet. */
async function withService(work: (scene: Scene) => Promise<void>): Promise<void> {
  const own = folder();
  const databaseUrl = await createMigratedDatabase();
  const environment = { DATABASE_URL: databaseUrl };
  const { sql, close } = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  const run = async (...args: string[]) =>
    (await runJson([...args, "--data-dir", own], environment)) as Record<string, unknown>;
  try {
    await prepareSeal(sql, await sealOf(own), silent);
    await work({ own, environment, run, sql });
  } finally {
    await close();
  }
}

const silent = createLog("silent", () => {});
const sealOf = (dataDirectory: string) =>
  openReportSeal({ reportSigningKeyFile: null, dataDirectory, log: silent });

async function foreignFolder(): Promise<string> {
  const foreign = folder();
  await sealOf(foreign);
  return foreign;
}
