/**
 * The tests of poolers and of Redis with servers that Debian 12 has not: PgBouncer from 1.21 on, which keeps prepared statements, and
 * Valkey in Redis' place. They come from Debian 13 into a folder of their own: `bun run test:field`, as root.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { projectFolder } from "../running/run-place.ts";
import { childEnvironment, putProgramsFirst, templateFolder } from "../support/environment.ts";
import { startPgbouncer } from "../support/pgbouncer.ts";
import { startRedis } from "../support/redis.ts";
import { createFolder, findProgram, removeFolder } from "../support/server-process.ts";
import { createMigratedDatabase } from "../support/service.ts";

/** Kept from run to run, as it takes a minute and a half to fetch. */
const root = join(templateFolder(), "prs-debian-13");
const fetchTimeoutMs = 600_000;
const fileTimeoutMs = 300_000;
const programs = createFolder("prs-newer-servers-");

beforeAll(() => {
  if (!existsSync(root)) fetchDebian();
  chmodSync(programs, 0o755);
  const valkey = join(root, "usr/bin/valkey-server");
  for (const [name, file] of Object.entries({
    pgbouncer: join(root, "usr/sbin/pgbouncer"),
    "redis-server": valkey,
  }))
    writeFileSync(join(programs, name), withItsLibraries(file), { mode: 0o755 });
  putProgramsFirst(programs);
}, fetchTimeoutMs);
afterAll(() => removeFolder(programs));

test("PgBouncer keeps prepared statements, which two programs in two sessions never mix up", async () => {
  const pooler = await startPgbouncer(await createMigratedDatabase(), { default_pool_size: 2 });
  const open = () => openDatabase({ databaseUrl: pooler.url, dataDirectory: "", connectionsMax: 5 });
  const [one, other] = await Promise.all([open(), open()]);
  expect([one.access, other.access]).toEqual([keepsPrepared, keepsPrepared]);
  await Promise.all([askOften(one), askOften(other)]);
  const prepared = await one.sql<{ name: string }[]>`select name from pg_prepared_statements`;
  expect(prepared.length).toBeGreaterThan(0);
  await Promise.all([one.close(), other.close()]);
  await pooler.stop();
});

test("Valkey answers as Redis, with its own version", async () => {
  const server = await startRedis();
  const redis = new Redis(server.url);
  expect(await redis.info("server")).toMatch(/valkey_version:[89]\./);
  redis.disconnect();
  await server.stop();
});

test.each([
  "end-to-end/pooler",
  "floor/limits/redis",
  "floor/limits/replicas",
  "floor/limits/fallback",
  "faults/redis",
  "faults/redis-sentinel",
  "faults/redis-cluster",
])(
  "%s passes with them",
  (name) => {
    const args = ["test", `./test/${name}.test.ts`];
    const { status, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: projectFolder, env: childEnvironment(), encoding: "utf8", timeout: fileTimeoutMs },
    });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^ 0 fail$/m)]);
  },
  fileTimeoutMs,
);

const keepsPrepared = { isCluster: false, isPooled: true, prepares: true };

/** Eleven texts, so that each is sent again and again, now in one session and now in the other. */
async function askOften({ sql }: Database): Promise<void> {
  await Promise.all(
    Array.from({ length: 200 }, async (_, call) => {
      const text = `select $1::integer + ${call % 11} as sum`;
      const rows = await sql.unsafe<{ sum: number }[]>(text, [call], { prepare: true });
      expect(rows[0]?.sum).toBe(call + (call % 11));
    }),
  );
}

function fetchDebian(): void {
  const half = `${root}.part`;
  rmSync(half, { recursive: true, force: true });
  const args = ["--variant=minbase", "--include=pgbouncer,valkey-server", "trixie", half];
  const { status, stdout } = spawnSync(findProgram("debootstrap", "debootstrap"), args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Debian 13 can't be fetched: ${stdout.slice(-2_000)}`);
  // Renamed when whole, so that a half one is never taken for it.
  renameSync(half, root);
}

/** A program of Debian 13 needs the C library that it was built with. */
function withItsLibraries(file: string): string {
  const libraries = join(root, `usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`);
  const loader = join(
    root,
    process.arch === "arm64" ? "lib/ld-linux-aarch64.so.1" : "lib64/ld-linux-x86-64.so.2",
  );
  return `#!/bin/sh\nexec ${loader} --library-path ${libraries}:${libraries}/systemd ${file} "$@"\n`;
}
