import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { migrate, migrationStatus, NewerDatabaseError } from "../../service/db/migrate.ts";
import { migrations } from "../../service/db/migrations.ts";
import { openDatabase } from "../../service/db/open.ts";
import { childEnvironment } from "../support/environment.ts";
import { createDatabase } from "../support/postgres.ts";
import { createMigratedDatabase } from "../support/service.ts";

const program = join(import.meta.dir, "../../service/main.ts");
const processesTotal = 20;

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });

describe("migrations", () => {
  test("are listed in ascending order, each under the name of its file", () => {
    const numbers = migrations.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { number, name } of migrations) expect(name).toStartWith(String(number).padStart(6, "0"));
  });

  test("are applied once when 20 processes start at once", async () => {
    const databaseUrl = await createDatabase();
    const exits = await Promise.all(Array.from({ length: processesTotal }, () => runMigrate(databaseUrl)));
    expect(exits.map(({ code }) => code)).toEqual(Array(processesTotal).fill(0));
    const applied = exits.flatMap(({ output }) => JSON.parse(output).applied);
    expect(new Set(applied)).toEqual(new Set(migrations.map(({ name }) => name)));
    expect(applied).toHaveLength(migrations.length);
  }, 120_000);

  test("count from 0 on a database that has none yet", async () => {
    const database = await open(await createDatabase());
    expect((await migrationStatus(database.sql, migrations)).database).toBe(0);
    await database.close();
  });

  test("leave nothing of a migration that fails, and go on from there", async () => {
    const database = await open(await createDatabase());
    const broken = [
      {
        number: 1,
        name: "000001-broken",
        statements: "create table half (id integer); select no_such_column",
      },
    ];
    await expect(migrate(database.sql, broken)).rejects.toThrow("no_such_column");
    expect((await database.sql`select to_regclass('half') as name`)[0]?.name).toBeNull();
    expect(await migrate(database.sql, migrations)).toEqual(migrations.map(({ name }) => name));
    await database.close();
  });

  test("refuse a database that is newer than the program", async () => {
    const database = await open(await createMigratedDatabase());
    await database.sql`insert into migration (number, name) values (999999, '999999-from-the-future')`;
    await expect(migrate(database.sql, migrations)).rejects.toThrow(NewerDatabaseError);
    const program = migrations.at(-1)?.number ?? 0;
    expect(await migrationStatus(database.sql, migrations)).toEqual({ database: 999_999, program });
    await database.close();
  });
});

async function runMigrate(databaseUrl: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, "migrate", "--json"], {
    env: childEnvironment({ DATABASE_URL: databaseUrl }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}
