import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { socketPathIn } from "../../../../service/floor/db/embedded/start-embedded.ts";
import { type Database, openDatabase } from "../../../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "../../../support/embedded-template.ts";
import { removeFolder } from "../../../support/server-process.ts";
import { createMigratedDatabase } from "../../../support/service.ts";
import { createDatabase } from "../../../support/shared-postgres.ts";
import { until } from "../../../support/until.ts";
import { runProgram } from "../run-program.ts";
import { emptySources } from "./support/empty-sources.ts";

describe("a transfer from the embedded database to PostgreSQL", () => {
  let directory: string;
  let from: Database;
  let to: Database;
  let targetUrl: string;

  /** Its directory is in use, as that of a running service is. */
  beforeAll(async () => {
    directory = await createEmbeddedDirectory();
    from = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 2 });
    targetUrl = await createDatabase();
    to = await openDatabase({ databaseUrl: targetUrl, dataDirectory: "", connectionsMax: 2 });
  });
  afterAll(async () => {
    await from.close();
    await to.close();
    removeFolder(directory);
  });
  const emptySource = emptySources();

  test("is refused by the command while the service runs, and for a target that is no PostgreSQL", async () => {
    const running = await runProgram(["transfer", "--to", targetUrl, "--data-dir", directory]);
    expect(running.exitCode).toBe(1);
    expect(running.stderr).toContain("Stop it first");
    const wrong = await runProgram(["transfer", "--to", "mysql://x/y", "--data-dir", directory]);
    expect(wrong.exitCode).toBe(2);
  });

  test("is refused where a service takes the directory before it listens, and leaves the target empty", async () => {
    const starting = await createEmbeddedDirectory();
    const service = await openDatabase({ databaseUrl: null, dataDirectory: starting, kind: "service" });
    const socket = socketPathIn(starting);
    renameSync(socket, `${socket}.later`);
    const databaseUrl = await createDatabase();
    const name = new URL(databaseUrl).pathname.slice(1);
    let isOver = false;
    const ending = runProgram(["transfer", "--to", databaseUrl, "--data-dir", starting]).finally(() => {
      isOver = true;
    });
    // The command has looked for a service when it asks the target; one that waits for nobody is over before that is seen.
    await until("it asks the target", async () => {
      if (isOver) return true;
      const sessions = await to.sql`select from pg_stat_activity where datname = ${name}`;
      return sessions.length > 0;
    });
    renameSync(`${socket}.later`, socket);
    const ended = await ending;
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Stop it") });
    const target = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
    expect([...(await target.sql`select to_regclass('agency') as name`)]).toEqual([{ name: null }]);
    await target.close();
    await service.close();
    removeFolder(starting);
  });

  test("takes a target with a password from a file or from stdin, never from its arguments", async () => {
    const secret = "postgres://u:geheim@127.0.0.1:1/x";
    const refused = await runProgram(["transfer", "--to", secret, "--data-dir", directory]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("--to-file");
    expect(refused.stderr).not.toContain("geheim");

    const file = join(directory, "target-url");
    writeFileSync(file, `${secret}\n`);
    for (const [args, input] of [
      [["--to-file", file], ""],
      [["--to-file", "-"], secret],
    ] as const) {
      // The service of this test runs: what is refused is the running one, after the target was read.
      const ended = await runProgram(["transfer", ...args, "--data-dir", directory], {}, input);
      expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Stop it first") });
    }
    const wrongUsage: [string[], string][] = [
      [[], "--to is missing"],
      [["--to", targetUrl, "--to-file", file], "both given"],
      [["--to-file", "-"], "nothing in stdin"],
      [["--to-file", join(directory, "none")], "can't be read"],
    ];
    for (const [args, reason] of wrongUsage) {
      const ended = await runProgram(["transfer", ...args, "--data-dir", directory]);
      expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(reason) });
    }
    writeFileSync(file, "x".repeat(16_385));
    const long = await runProgram(["transfer", "--to-file", file, "--data-dir", directory]);
    expect(long).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("more than 16384 bytes") });
  });

  test("takes a target of several servers, and its password as little from the arguments", async () => {
    const servers = "127.0.0.1:1,127.0.0.1:2/x";
    for (const secret of [`postgres://u:geheim@${servers}`, `postgres://u:ge@,heim@${servers}`]) {
      const refused = await runProgram(["transfer", "--to", secret, "--data-dir", directory]);
      expect(refused.stderr).not.toContain("heim");
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("holds a password") });
      // What is refused is the running service, after the target was read.
      const taken = await runProgram(["transfer", "--to-file", "-", "--data-dir", directory], {}, secret);
      expect(taken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Stop it first") });
    }
    const open = await runProgram(["transfer", "--to", `postgres://u@${servers}`, "--data-dir", directory]);
    expect(open).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Stop it first") });
  });

  test("migrates the database that it reads, not the one of the service's environment", async () => {
    const { database, directory: behind } = await emptySource();
    await database.sql`delete from migration where number = (select max(number) from migration)`;
    await database.close();
    const databaseUrl = await createDatabase();
    const target = await createDatabase();
    await runProgram(["transfer", "--to", target, "--data-dir", behind], { DATABASE_URL: databaseUrl });
    const elsewhere = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
    expect([...(await elsewhere.sql`select to_regclass('migration') as name`)]).toEqual([{ name: null }]);
    await elsewhere.close();
  });

  test("lets the command count what it brought for as long as that takes", async () => {
    const isLimited = "current_setting('statement_timeout') <> '0'";
    const { exitCode, stderr } = await transferWhereAnalyzeFails(isLimited);
    expect(stderr).not.toContain("analyze");
    expect(exitCode).toBe(0);
  });

  test("has gone well also where that fails, and says what is left to do", async () => {
    const { exitCode, stderr, stdout } = await transferWhereAnalyzeFails("true");
    expect(stderr).toContain("The rows are there. Run analyze yourself: not counted");
    expect(stdout).toContain("equal.");
    expect(exitCode).toBe(0);
  });

  /** Moves one row by the command into a database that refuses to be analyzed when `condition` holds. */
  async function transferWhereAnalyzeFails(condition: string) {
    const source = await emptySource();
    await source.database.sql`
      insert into agency (name, plan, reference_pepper)
      values ('Agentur', 'agency', decode(repeat('00', 32), 'hex'))
    `;
    await source.database.close();
    const databaseUrl = await createMigratedDatabase();
    const target = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
    await target.sql.unsafe(`
      create function fail(id integer) returns integer language plpgsql immutable as $$
        begin
          if current_query() = 'analyze' and ${condition} then raise 'not counted'; end if;
          return id;
        end
      $$;
      create index fail on agency (fail(id));
    `);
    await target.close();
    return await runProgram(["transfer", "--to", databaseUrl, "--data-dir", source.directory]);
  }
});
