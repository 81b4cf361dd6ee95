import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "../../service/floor/db/embedded/lock-directory.ts";
import {
  imprint,
  runJson,
  runProgram,
  type Serving,
  startServe,
  untilReady,
} from "../edges/cli/run-program.ts";
import { createEmbeddedDirectory } from "../support/embedded-template.ts";
import { createMigratedDatabase } from "../support/service.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("a data directory has one owner", () => {
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

  test("a second `serve` and a demo are refused with its process id, and it serves on", async () => {
    for (const command of [
      ["serve", "--port", "0"],
      ["demo", "--once"],
    ]) {
      const refused = await runProgram([...command, "--data-dir", directory], { LOG_LEVEL: "error" });
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
      expect(refused.stderr).toContain(`in use by process ${serving.pid}`);
      expect(refused.stderr.trim().split("\n")).toHaveLength(1);
    }
    await untilReady(serving);
  });

  test("commands work meanwhile, and name the address at which it serves", async () => {
    const { agencyId } = (await runJson([
      ...["agency", "create", "--name", "Nordlicht"],
      ...["--data-dir", directory],
    ])) as { agencyId: number };
    const client = ["client", "create", "--agency", String(agencyId), "--name", "Müller", ...imprint];
    const { clientId } = (await runJson([...client, "--data-dir", directory])) as { clientId: number };
    const body = join(directory, "meldung.md");
    writeFileSync(body, "Bremen. Ein Text.");
    const publish = ["release", "publish", "--client", String(clientId), "--title", "Neu", "--body", body];
    const { url } = (await runJson([...publish, "--data-dir", directory])) as { url: string };
    expect(url).toBe(`${serving.url}/newsroom/mueller/neu`);
    expect((await fetch(url)).status).toBe(200);
  });

  test("a killed owner's directory is taken over at once", async () => {
    await serving.stop("SIGKILL");
    // Its number is that of another living process by now.
    const ownerFile = join(directory, "owner.json");
    const owner = JSON.parse(readFileSync(ownerFile, "utf8")) as { pid: number };
    writeFileSync(ownerFile, JSON.stringify({ ...owner, pid: process.pid }));
    serving = await startServe(["--data-dir", directory]);
    await untilReady(serving);
  });

  test("a `serve` waits for a command to end, and a command for another", async () => {
    await serving.stop("SIGTERM");
    const whileLocked = async <Outcome>(begin: () => Promise<Outcome>, isNamed = true) => {
      const unlock = await lockDirectory(directory, "command");
      if (!isNamed) rmSync(join(directory, "owner.json"));
      const waiting = begin();
      await Bun.sleep(1_000);
      unlock();
      return await waiting;
    };
    const create = ["agency", "create", "--name", "Zweite", "--data-dir", directory];
    // One after the other: who begins behind both waits for longer than a second owner may, on a slow machine.
    expect(await whileLocked(() => runJson(create))).toHaveProperty("agencyId");
    const serve = () => startServe(["--data-dir", directory]);
    serving = await whileLocked(serve);
    await serving.stop("SIGTERM");
    // The name goes before the lock does.
    serving = await whileLocked(serve, false);
  });

  test("services on PostgreSQL share it, with the key that lies there", async () => {
    const shared = ["--data-dir", directory];
    const environment = { DATABASE_URL: await createMigratedDatabase() };
    const services = await Promise.all([startServe(shared, environment), startServe(shared, environment)]);
    for (const service of services) {
      await untilReady(service);
      expect((await service.stop("SIGTERM")).exitCode).toBe(0);
    }
  });
});

describe("a data directory that is open to others", () => {
  test("gets its database, sockets and key closed, and the log says so", async () => {
    const directory = await createEmbeddedDirectory();
    writeFileSync(join(directory, "secret.key"), `${"ab".repeat(32)}\n`);
    for (const name of ["", "database"]) chmodSync(join(directory, name), 0o775);
    chmodSync(join(directory, "secret.key"), 0o644);
    const serving = await startServe(["--data-dir", directory]);
    expect(modeOf(join(directory, "database"))).toBe("700");
    expect(modeOf(join(directory, "secret.key"))).toBe("600");
    expect(modeOf(join(directory, ".s.PGSQL.5432"))).toBe("600");
    expect(modeOf(join(directory, ".s.pause"))).toBe("600");
    expect(modeOf(join(directory, "owner.lock"))).toBe("600");
    expect(modeOf(directory)).toBe("775");
    const { stderr } = await serving.stop("SIGTERM");
    const closed = stderr.split("\n").filter((line) => line.includes('"closed_to_others"'));
    expect(closed).toHaveLength(2);
    expect(closed.join()).toContain(join(directory, "secret.key"));
    expect(readFileSync(join(directory, "secret.key"), "utf8")).toContain("abab");
    rmSync(directory, { recursive: true, force: true });
  });
});
