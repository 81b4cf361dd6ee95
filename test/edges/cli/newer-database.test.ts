import { beforeAll, describe, expect, test } from "bun:test";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { createDatabase } from "../../support/shared-postgres.ts";
import { runProgram, startServe, untilReady } from "./run-program.ts";

describe("a database that a newer program has migrated", () => {
  let databaseUrl: string;

  beforeAll(async () => {
    databaseUrl = await createMigratedDatabase();
    const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
    await database.sql`insert into migration (number, name) values (9999, 'future')`;
    await database.close();
  });

  test.each([[["serve", "--port", "0"]], [["serve", "--port", "0", "--no-migrate"]], [["migrate"]]])(
    "stops %p with one line that says what to do",
    async (args) => {
      const { exitCode, stdout, stderr } = await runProgram(args, { DATABASE_URL: databaseUrl });
      const lines = stderr
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("{"));
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(lines).toEqual([
        expect.stringMatching(/^pr-service: The database is at migration 9999, .*Run the newer program/),
      ]);
    },
  );
});

describe("serve --no-migrate", () => {
  test("leaves an empty database as it is, lives, and is not ready", async () => {
    const databaseUrl = await createDatabase();
    const service = await startServe(["--no-migrate"], { DATABASE_URL: databaseUrl, LOOPS: "off" });
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
    expect((await fetch(`${service.url}/ready`)).status).toBe(503);
    expect((await service.stop("SIGTERM")).exitCode).toBe(0);
    const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
    expect((await database.sql`select to_regclass('migration') as name`)[0]?.name).toBeNull();
    await database.close();
  });
});

test("a service that runs when a newer program migrates stays ready until it is stopped", async () => {
  const databaseUrl = await createMigratedDatabase();
  const service = await startServe([], { DATABASE_URL: databaseUrl, LOOPS: "off" });
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
  await database.sql`insert into migration (number, name) values (9999, 'future')`;
  await database.close();
  await untilReady(service);
  expect((await service.stop("SIGTERM")).exitCode).toBe(0);
});
