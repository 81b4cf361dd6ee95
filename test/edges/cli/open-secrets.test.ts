import { afterAll, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { createSubscription } from "../../features/newsroom/subscriptions/support.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase, databaseKinds } from "../../support/service.ts";
import { createWorkshop } from "../../support/workflow.ts";
import { runProgram } from "./run-program.ts";

const folders: string[] = [];
const folder = () => {
  folders.push(createFolder("test-open-secrets-"));
  return folders.at(-1) ?? "";
};
afterAll(() => folders.forEach(removeFolder));

test.each(databaseKinds.map((kind) => [kind]))(
  "a command makes a key for a %s database that nobody has used, and none beside one in use",
  async (kind) => {
    const databaseUrl = kind === "server" ? await createMigratedDatabase() : null;
    const home = databaseUrl === null ? await createEmbeddedDirectory() : folder();
    if (databaseUrl === null) folders.push(home);
    const work = async <T>(ask: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ databaseUrl, dataDirectory: home, connectionsMax: 2 });
      return await ask(database).finally(database.close);
    };
    const workshop = await work(({ sql }) => createWorkshop(sql));
    // Where the service's own key is not: another directory, or the same after a restore that left it out.
    const keyIn = (directory: string) => readdirSync(directory).includes("secret.key");
    const run = async (directory: string, args: readonly string[], more: Record<string, string> = {}) =>
      await runProgram([...args, "--data-dir", directory], {
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        ...more,
      });
    const list = ["subscriber", "list", "--agency", String(workshop.agencyId)];

    if (databaseUrl !== null) {
      const fresh = folder();
      expect((await run(fresh, list)).exitCode).toBe(0);
      expect(keyIn(fresh)).toBe(true);
    }
    await work(({ sql }) => createSubscription(sql, workshop, { address: "anna@example.org" }));
    const elsewhere = databaseUrl === null ? home : folder();
    const secretFile = join(folder(), "client-secret");
    writeFileSync(secretFile, "geheim\n");
    for (const args of [
      list,
      ["subscriber", "remove", ...list.slice(2), "--email", "anna@example.org"],
      ["sender", "renew", ...list.slice(2), "--client", String(workshop.clientId)],
      [
        ...["partner", "add", ...list.slice(2), "--kind", "oidc", "--name", "Firma"],
        ...["--issuer", "https://id.example", "--client-id", "pr", "--client-secret-file", secretFile],
      ],
    ]) {
      const { exitCode, stderr } = await run(elsewhere, args);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`no secret.key in DATA_DIR (${elsewhere}): take it from the service`),
      ]);
    }
    expect(keyIn(elsewhere)).toBe(false);
    const given = await run(elsewhere, list, { SECRET_KEY: "07".repeat(32) });
    expect([given.exitCode, given.stdout]).toEqual([0, expect.stringContaining("anna@example.org")]);
  },
);

test("a service that has counted readers has its key, though nothing is stored under it yet", async () => {
  const databaseUrl = await createMigratedDatabase();
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  await database.sql`insert into hit_recorder (id, last_batch) values (gen_random_uuid(), 1)`;
  await database.close();
  const create = ["agent-client", "create", "--name", "Haus", "--redirect-uri", "https://haus.example/x"];
  const refused = await runProgram([...create, "--data-dir", folder()], { DATABASE_URL: databaseUrl });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("SECRET_KEY is missing")]);
  expect((await runProgram([...create, "--data-dir", folder()])).exitCode).toBe(0);
});
