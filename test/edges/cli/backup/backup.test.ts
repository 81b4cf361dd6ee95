import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { packTar } from "modern-tar";
import { restoreBackup } from "../../../../service/edges/cli/backup/restore-backup.ts";
import { writeBackup } from "../../../../service/edges/cli/backup/write-backup.ts";
import { lockDirectory } from "../../../../service/floor/db/embedded/lock-directory.ts";
import { pausedMessage, pauseSocketIn } from "../../../../service/floor/db/embedded/serve-pause.ts";
import { socketPathIn } from "../../../../service/floor/db/embedded/start-embedded.ts";
import { withPausedDatabase } from "../../../../service/floor/db/embedded/with-paused-database.ts";
import { type Database, openDatabase } from "../../../../service/floor/db/open.ts";
import { openSecretKey } from "../../../../service/floor/secrets/open-secret-key.ts";
import { createLog } from "../../../../service/log.ts";
import { createEmbeddedDirectory } from "../../../support/embedded-template.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createFolder, removeFolder } from "../../../support/server-process.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { runProgram } from "../run-program.ts";

describe("a backup of the embedded database", () => {
  let folder: string;
  let source: string;
  let file: string;
  let written: number;

  beforeAll(async () => {
    folder = createFolder("test-backup-");
    file = join(folder, "backup.tar");
    source = await createEmbeddedDirectory();
    await openSecretKey(
      source,
      createLog("silent", () => undefined),
    );
    const database = await open(source);
    const agency = await createTestAgency(database.sql);
    await createTestRelease(database.sql, agency.agencyId, { title: "Größe zählt" });
    await database.sql`create table numbered (id integer primary key)`;
    // Somebody writes all the time: what was acknowledged before the backup began has to be in it.
    let isWriting = true;
    let last = 0;
    const writer = (async () => {
      for (let id = 1; isWriting; id += 1) {
        await database.sql`insert into numbered (id) values (${id})`;
        last = id;
      }
    })();
    await until(() => last >= 50);
    written = last;
    await withPausedDatabase(source, (assertPaused) =>
      writeBackup(source, file, { show: silent, assertPaused }),
    );
    const after = last;
    await until(() => last >= after + 20);
    isWriting = false;
    await writer;
    await database.close();
  });
  afterAll(() => {
    removeFolder(source);
    removeFolder(folder);
  });

  test("that is made while the service writes holds everything that was acknowledged before, and opens", async () => {
    const target = fresh("restored");
    await restore(file, target);
    const database = await open(target);
    const [row] = await database.sql<{ count: number; last: number; title: string }[]>`
      select
        (select count(*) from numbered)::integer as count,
        (select max(id) from numbered) as last,
        (select title from release) as title
    `;
    expect(row?.count).toBe(row?.last ?? -1);
    expect(row?.count).toBeGreaterThanOrEqual(written);
    expect(row?.title).toBe("Größe zählt");
    await createTestAgency(database.sql);
    await database.close();
    expect(readFileSync(join(target, "secret.key"), "utf8")).toBe(
      readFileSync(join(source, "secret.key"), "utf8"),
    );
  });

  test("is one file that only its owner can read, and that tar can list", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    const listed = Bun.spawnSync(["tar", "tf", file]).stdout.toString().trim().split("\n");
    expect(listed).toContain("database/PG_VERSION");
    expect(listed.at(-1)).toBe("manifest.json");
  });

  test("takes the place of no earlier one, nor any place, when the service ends its pause before the last byte", async () => {
    const busy = fresh("busy");
    mkdirSync(join(busy, "database"), { recursive: true });
    writeFileSync(join(busy, "database", "PG_VERSION"), "18\n");
    const pauses: Socket[] = [];
    const sockets = [
      createServer((socket) => socket.resume()).listen(socketPathIn(busy)),
      createServer((socket) => {
        pauses.push(socket);
        socket.resume();
        socket.write(pausedMessage);
      }).listen(pauseSocketIn(busy)),
    ];
    await Promise.all(sockets.map((socket) => once(socket, "listening")));
    const [there, absent] = [fresh("there.tar"), fresh("absent.tar")];
    writeFileSync(there, "the last good one");
    for (const target of [there, absent]) {
      // With the last byte of the database; the manifest and the end of the archive are still to come.
      const show = () => void pauses.at(-1)?.destroy();
      const torn = withPausedDatabase(busy, (assertPaused) =>
        writeBackup(busy, target, { show, assertPaused }),
      );
      expect(await thrownBy(torn)).toThrow("the copy was thrown away");
    }
    for (const socket of sockets) socket.close();
    expect(pauses).toHaveLength(2);
    expect(readFileSync(there, "utf8")).toBe("the last good one");
    expect(readdirSync(folder).filter((name) => name.includes("absent"))).toEqual([]);
  });

  test("waits for who has the directory: a service that is just starting, or another command", async () => {
    const taken = fresh("taken");
    const unlock = await lockDirectory(taken, "service");
    setTimeout(unlock, 300);
    expect(await withPausedDatabase(taken, async () => "done")).toBe("done");
  });

  test("is not put over what is there, but with --force, which keeps the old one", async () => {
    const target = await createEmbeddedDirectory();
    expect(await thrownBy(restore(file, target))).toThrow("holds database already");
    const { kept } = await restore(file, target, true);
    expect(kept).toHaveLength(1);
    expect(existsSync(join(target, kept[0] ?? "", "PG_VERSION"))).toBe(true);
    const database = await open(target);
    expect((await database.sql`select title from release`)[0]?.title).toBe("Größe zählt");
    expect(await thrownBy(restore(file, target, true))).toThrow("A service runs");
    await database.close();
    removeFolder(target);
  });

  test("that is damaged, cut off, or no backup changes nothing", async () => {
    const target = fresh("untouched");
    const { size } = statSync(file);
    const damaged = fresh("damaged.tar");
    copyFileSync(file, damaged);
    const bytes = readFileSync(damaged);
    const at = Math.floor(size / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(damaged, bytes);
    expect(await thrownBy(restore(damaged, target))).toThrow("damaged");
    const short = fresh("short.tar");
    copyFileSync(file, short);
    truncateSync(short, Math.floor(size * 0.7));
    expect(await thrownBy(restore(short, target))).toThrow(/damaged|cut off/);
    const text = fresh("text.tar");
    writeFileSync(text, "Sehr geehrte Damen und Herren".repeat(100));
    expect(await thrownBy(restore(text, target))).toThrow("no backup");
    expect(existsSync(join(target, "database"))).toBe(false);
    expect(readdirSync(target)).toEqual(["owner.lock"]);
  });

  test("of a newer version takes the place of nothing, also with --force", async () => {
    const newer = await createEmbeddedDirectory();
    const target = await createEmbeddedDirectory();
    const ahead = await open(newer);
    await ahead.sql`insert into migration (number, name) values (9999, 'future')`;
    await ahead.close();
    await runProgram(["backup", fresh("newer.tar"), "--data-dir", newer]);
    const before = readdirSync(target).toSorted();
    const refused = await runProgram(["restore", fresh("newer.tar"), "--data-dir", target, "--force"]);
    expect(refused.stderr).toContain("Run the newer program");
    expect(refused.exitCode).toBe(1);
    expect(readdirSync(target).filter((name) => name !== "owner.lock")).toEqual(
      before.filter((name) => name !== "owner.lock"),
    );
    const database = await open(target);
    expect([...(await database.sql`select from migration where number = 9999`)]).toEqual([]);
    await database.close();
    for (const folderOf of [newer, target]) removeFolder(folderOf);
  });

  test.each(["../escaped", "database/../../escaped", "/tmp/escaped", "other"])(
    "is refused when it holds a file named %s",
    async (name) => {
      const hostile = fresh("hostile.tar");
      writeFileSync(hostile, await packTar([{ header: { name, size: 1 }, body: "x" }]));
      expect(await thrownBy(restore(hostile, fresh("safe")))).toThrow("no backup");
      expect(existsSync(join(folder, "escaped"))).toBe(false);
    },
  );

  test("says that it holds the keys, and leaves them out where asked; restoring says what is missing", async () => {
    writeFileSync(join(source, "report-signing.key"), `${"1f".repeat(32)}\n`);
    const whole = await runProgram(["backup", fresh("with.tar"), "--data-dir", source]);
    expect(whole.stdout).toContain("secret.key and report-signing.key");
    expect(whole.stdout).toContain("--without-keys");
    const without = await runProgram(["backup", fresh("less.tar"), "--data-dir", source, "--without-keys"]);
    expect(without.stdout).toContain("It holds no keys.");
    const listed = Bun.spawnSync(["tar", "tf", fresh("less.tar")]).stdout.toString();
    expect(listed).not.toContain(".key");
    const target = fresh("keyless");
    const restored = await runProgram(["restore", fresh("less.tar"), "--data-dir", target]);
    expect(restored.exitCode).toBe(0);
    expect(restored.stdout).toContain("secret.key is missing");
    expect(restored.stdout).toContain("no address of a subscriber or contact");
    expect(restored.stdout).toContain("who has objected to press mails");
    expect(restored.stdout).toContain("report-signing.key is missing");
    expect(existsSync(join(target, "secret.key"))).toBe(false);
    const given = await runProgram(["restore", fresh("less.tar"), "--data-dir", fresh("given"), "--json"], {
      SECRET_KEY: "07".repeat(32),
    });
    expect(JSON.parse(given.stdout)).toMatchObject({ keysMissing: ["report-signing.key"] });
  });

  test("is made and restored by the command line, and refused for a server", async () => {
    const made = await runProgram(["backup", fresh("cli.tar"), "--data-dir", source, "--json"]);
    expect(made.exitCode).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ bytes: statSync(fresh("cli.tar")).size });
    const target = fresh("from-cli");
    const restored = await runProgram(["restore", fresh("cli.tar"), "--data-dir", target, "--json"]);
    await expect(restored.exitCode).toBe(0);
    expect(JSON.parse(restored.stdout)).toMatchObject({ dataDirectory: target, kept: [] });
    const again = await runProgram(["restore", fresh("cli.tar"), "--data-dir", target]);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain("--force");
    const server = await runProgram(["backup", fresh("no.tar")], {
      DATABASE_URL: "postgres://127.0.0.1:1/x",
    });
    expect(server.stderr).toContain("pg_dump");
    const nothing = await runProgram(["backup", fresh("no.tar"), "--data-dir", fresh("empty")]);
    expect(nothing.exitCode).toBe(1);
    expect(existsSync(fresh("no.tar"))).toBe(false);
  });

  const open = (dataDirectory: string): Promise<Database> =>
    openDatabase({ databaseUrl: null, dataDirectory, connectionsMax: 2 });
  const restore = (from: string, to: string, force = false) =>
    restoreBackup(from, to, { force, show: silent });
  const fresh = (name: string) => join(folder, name);
});

const silent = () => undefined;
