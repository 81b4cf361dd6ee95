import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { Cluster, Redis } from "ioredis";
import { thrownBy } from "./error-of.ts";
import { startPostgres } from "./postgres.ts";
import { sharedRedis, startRedis } from "./redis.ts";
import { findProgram } from "./server-process.ts";
import {
  asSuperuser,
  createDatabase,
  dropDatabasesOf,
  ensureTemplate,
  sharedPostgres,
} from "./shared-postgres.ts";

describe("a private PostgreSQL", () => {
  test("keeps its port and its rows over a crash and a fast stop, and its folder goes with it", async () => {
    const server = await startPostgres({ durable: true, settings: { work_mem: "5MB" } });
    await asSuperuser(server.url, (sql) => sql`create table note as select 'grün' as word`);
    for (const mode of ["immediate", "fast"] as const) {
      await server.stopServer(mode);
      expect(await thrownBy(asSuperuser(server.url, (sql) => sql`select 1`))).toThrow();
      await server.startServer();
      const [row] = await asSuperuser(server.url, (sql) => sql<{ word: string }[]>`select word from note`);
      expect(row?.word).toBe("grün");
    }
    const [settings] = await asSuperuser(
      server.url,
      (sql) => sql<{ fsync: string; memory: string; folder: string; encoding: string }[]>`
        select
          current_setting('fsync') as fsync,
          current_setting('work_mem') as memory,
          current_setting('data_directory') as folder,
          current_setting('server_encoding') as encoding
      `,
    );
    expect(settings).toMatchObject({ fsync: "on", memory: "5MB", encoding: "UTF8" });
    await server.stop();
    expect(existsSync(settings?.folder ?? "/")).toBe(false);
  });

  test("gives each caller a database of its own, copied from a template that is built once", async () => {
    let builds = 0;
    const build = async (url: string) => {
      builds += 1;
      await asSuperuser(url, (sql) => sql`create table note as select 1 as number`);
    };
    const name = `template_${randomUUID()}`;
    await Promise.all([ensureTemplate(name, build), ensureTemplate(name, build)]);
    expect(builds).toBe(1);
    const [first, second, empty] = await Promise.all([
      createDatabase(name),
      createDatabase(name),
      createDatabase(),
    ]);
    expect(new Set([first, second, empty]).size).toBe(3);
    await asSuperuser(first, (sql) => sql`delete from note`);
    expect(await asSuperuser(second, (sql) => sql`select number from note`)).toHaveLength(1);
    expect(await thrownBy(asSuperuser(empty, (sql) => sql`select number from note`))).toThrow(
      "does not exist",
    );
    await dropDatabasesOf((await sharedPostgres()).url, process.pid);
    expect(await thrownBy(asSuperuser(second, (sql) => sql`select 1`))).toThrow("does not exist");
  });
});

describe("a private Redis", () => {
  test("comes back empty on the same port after a kill", async () => {
    const server = await startRedis();
    const redis = new Redis(server.url);
    redis.on("error", () => undefined);
    await redis.set("word", "grün");
    await server.stopServer();
    await server.startServer();
    expect(await redis.get("word")).toBeNull();
    redis.disconnect();
    await server.stop();
  });

  test("can be a cluster that takes every key", async () => {
    const server = await startRedis({ cluster: true });
    const cluster = new Cluster([{ host: server.host, port: server.port }]);
    await Promise.all(["a", "b", "c", "{d}e"].map((key) => cluster.set(key, key)));
    expect(await cluster.get("{d}e")).toBe("{d}e");
    cluster.disconnect();
    await server.stop();
  });

  test("is shared by all callers in a process", async () => {
    expect(await sharedRedis()).toBe(await sharedRedis());
  });
});

test("a missing program fails with the Debian package that has it", () => {
  expect(() => findProgram("no-such-server", "some-package")).toThrow("apt-get install some-package");
});
