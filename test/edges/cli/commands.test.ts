import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { newestPrograms } from "../../support/postgres.ts";
import { createMigratedDatabase, freePort } from "../../support/service.ts";
import { imprint, runJson, runProgram, type Serving, startServe } from "./run-program.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const apiKey = /^svc_key_[0-9A-Za-z]{38}$/;
const releaseText = "Bremen. Das Werk hat **120** Arbeitsplätze.\n";

describe("while `serve` runs on the embedded database of the same directory", () => {
  let directory: string;
  let serving: Serving;

  beforeAll(async () => {
    directory = await createEmbeddedDirectory();
    serving = await startServe(["--data-dir", directory]);
  });
  afterAll(async () => {
    await serving.stop("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  });

  test("commands create what the service then serves, psql reads it, and SIGTERM loses no counted view", async () => {
    const made = await setUp(directory, {});
    const report = () =>
      fetch(`${serving.url}/api/reporting/v1/articles/${made.pressReleaseId}`, {
        headers: { "x-api-key": made.key },
      });
    expect((await report()).status).toBe(200);

    const psql = join(newestPrograms(), "psql");
    const title = () =>
      execFileSync(psql, ["-h", directory, "-U", "postgres", "-Atc", "select title from release"], {
        encoding: "utf8",
      });
    expect(title()).toBe("Neues Werk\n");

    const page = `${serving.url}${new URL(made.url).pathname}`;
    const views = await Promise.all(Array.from({ length: 40 }, () => fetch(page)));
    expect(views.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    const ended = await serving.stop("SIGTERM");
    expect(ended.exitCode).toBe(0);

    serving = await startServe(["--data-dir", directory, "--no-migrate"]);
    const answer = (await (await report()).json()) as {
      performance: { trafficClasses: { requests: number }[] };
    };
    const requests = answer.performance.trafficClasses.reduce((sum, each) => sum + each.requests, 0);
    expect(requests).toBe(40);

    expect(await runJson(["key", "revoke", made.keyId, "--data-dir", directory])).toEqual({
      id: made.keyId,
      revoked: true,
    });
  });

  test("`migrate` has nothing left to do", async () => {
    expect(await runJson(["migrate", "--data-dir", directory])).toEqual({ applied: [] });
  });

  test("options of the program are understood before the command too", async () => {
    const { exitCode, stdout } = await runProgram(["--json", "--data-dir", directory, "migrate"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"applied":[]}\n' });
  });

  test("a port that somebody else has is told with what to do", async () => {
    const { port } = new URL(serving.url);
    const other = await createEmbeddedDirectory();
    const quiet = { LOG_LEVEL: "error" };
    const ended = await runProgram(["serve", "--port", port, "--data-dir", other], quiet);
    rmSync(other, { recursive: true, force: true });
    expect(ended).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `pr-service: Port ${port} is in use. Stop what listens there, or name another port with --port.\n`,
    });
  });

  test("one of metrics is named as such: another --port would not help", async () => {
    const { port } = new URL(serving.url);
    const other = await createEmbeddedDirectory();
    const settings = { LOG_LEVEL: "error", METRICS_PORT: port };
    const ended = await runProgram(["serve", "--port", "0", "--data-dir", other], settings);
    rmSync(other, { recursive: true, force: true });
    expect(ended).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `pr-service: METRICS_PORT: nothing can listen on 127.0.0.1, port ${port} (EADDRINUSE). Choose another.\n`,
    });
  });
});

test("the help of a command says that it migrates the database, before anybody looks into one with a new version", async () => {
  for (const args of [["--help"], ["mailing", "list", "--help"]]) {
    const { exitCode, stdout } = await runProgram(args);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("brings the database up to date")]);
  }
});

test("commands work on the embedded database when no service runs, and for people without --json", async () => {
  const directory = await createEmbeddedDirectory();
  const ended = await runProgram(["agency", "create", "--name", "Nordlicht", "--data-dir", directory]);
  rmSync(directory, { recursive: true, force: true });
  expect(ended).toEqual({
    exitCode: 0,
    stdout: 'Agency 1 created.\nNext: pr-service key create --agency 1 --name "first key"\n',
    stderr: "",
  });
});

test("the same commands work on PostgreSQL, and write nothing beside it", async () => {
  const directory = await createEmbeddedDirectory();
  rmSync(join(directory, "database"), { recursive: true });
  const environment = {
    DATABASE_URL: await createMigratedDatabase(),
    PUBLIC_URL: "https://presse.example.org",
  };
  const { url } = await setUp(directory, environment);
  expect(url).toBe("https://presse.example.org/newsroom/mueller-soehne/neues-werk");
  const ended = await runProgram(["key", "list", "--agency", "1", "--data-dir", directory], environment);
  expect(readdirSync(directory)).toEqual(["meldung.md"]);
  rmSync(directory, { recursive: true, force: true });
  expect(ended.exitCode).toBe(0);
  expect(ended.stdout).toContain("never used");
});

test("an address that is printed while no service runs is said to be a future one", async () => {
  const directory = await createEmbeddedDirectory();
  const port = String(await freePort());
  const run = (...args: string[]) => runProgram([...args, "--data-dir", directory], { PORT: port });
  await run("agency", "create", "--name", "Nordlicht");
  await run("client", "create", "--agency", "1", "--name", "Müller", ...imprint);
  const body = join(directory, "meldung.md");
  writeFileSync(body, releaseText);
  const published = await run("release", "publish", "--client", "1", "--title", "Neu", "--body", body);
  rmSync(directory, { recursive: true, force: true });
  expect(published.exitCode).toBe(0);
  expect(published.stdout).toContain(`http://127.0.0.1:${port}/newsroom/mueller/neu`);
  expect(published.stderr).toMatch(/^pr-service: no service was found\. .*`pr-service serve`.*\n$/);
});

/** What an operator does first, by the program alone; returns the key and where the release stands. */
async function setUp(directory: string, environment: Record<string, string>) {
  const run = (...args: string[]) => runJson([...args, "--data-dir", directory], environment);
  const textFile = join(directory, "meldung.md");
  writeFileSync(textFile, releaseText);

  const { agencyId } = (await run("agency", "create", "--name", "Nordlicht")) as { agencyId: number };
  expect(agencyId).toBeInteger();
  const agency = String(agencyId);
  const created = (await run("key", "create", "--agency", agency, "--name", "erster")) as Record<
    string,
    string
  >;
  expect(created).toEqual({ id: expect.stringMatching(uuid), key: expect.stringMatching(apiKey) });
  const client = (await run(
    "client",
    "create",
    "--agency",
    agency,
    "--name",
    "Müller & Söhne",
    ...imprint,
  )) as {
    clientId: number;
    slug: string;
  };
  expect(client).toEqual({ clientId: expect.any(Number), slug: "mueller-soehne" });
  const args = ["--client", String(client.clientId), "--title", "Neues Werk", "--body", textFile];
  const release = (await run("release", "publish", ...args)) as { pressReleaseId: number; url: string };
  expect(release).toEqual({
    pressReleaseId: expect.any(Number),
    url: expect.stringMatching(/\/newsroom\/mueller-soehne\/neues-werk$/),
  });
  const { keys } = (await run("key", "list", "--agency", agency)) as { keys: Record<string, unknown>[] };
  expect(keys).toEqual([
    {
      id: created.id,
      name: "erster",
      prefix: (created.key ?? "").slice(0, 12),
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    },
  ]);
  return { agencyId, key: created.key ?? "", keyId: created.id ?? "", ...release };
}
