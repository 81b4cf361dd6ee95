import { expect, test } from "bun:test";
import { hostsOf } from "../../../service/edges/cli/doctor/check.ts";
import { checkDns } from "../../../service/edges/cli/doctor/check-dns.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { parseDatabaseUrl } from "../../../service/floor/db/parse-database-url.ts";
import { readConfig } from "../../../service/program/config.ts";
import { startPostgres } from "../../support/postgres.ts";
import { createFolder } from "../../support/server-process.ts";

const socketUrl = (folder: string, port: string | number = "") =>
  `postgres://postgres@${encodeURIComponent(folder)}${port === "" ? "" : `:${port}`}/postgres`;

test("PostgreSQL is reached by its socket, as on a machine where it listens to nothing else", async () => {
  const folder = createFolder("socket-", "postgres");
  const server = await startPostgres({ settings: { unix_socket_directories: folder, listen_addresses: "" } });
  const database = await openDatabase({
    databaseUrl: socketUrl(folder, server.port),
    dataDirectory: "",
    connectionsMax: 1,
  });
  const [row] = await database.sql<{ isLocal: boolean }[]>`select inet_client_addr() is null as "isLocal"`;
  expect(row?.isLocal).toBe(true);
  await database.close();
});

test("a socket is named by its folder, with slashes as %2F of either case, and 5432 without a port", () => {
  for (const host of ["%2Fvar%2Frun%2Fpostgresql", "%2fvar%2frun%2fpostgresql"])
    expect(parseDatabaseUrl(`postgres://service@${host}/service`)).toMatchObject({
      servers: [{ address: { host: "/var/run/postgresql", path: "/var/run/postgresql/.s.PGSQL.5432" } }],
      isWritableOnly: false,
    });
});

test("a socket stands alone: a failover leads to another machine", () => {
  for (const url of [
    `${socketUrl("/run")}?target_session_attrs=read-write`,
    "postgres://service@%2Frun,db-b/service",
  ]) {
    const refused = parseDatabaseUrl(url);
    expect(refused).toContain(
      "DATABASE_URL names a socket of this machine: name it alone, like postgres://USER@",
    );
  }
});

test("the doctor looks for no name in the folder of a socket", async () => {
  const url = socketUrl("/run/nowhere");
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: "/tmp" });
  expect(hostsOf(url)).toEqual(["/run/nowhere"]);
  expect(await checkDns({ ...config, redisUrl: null, publicUrl: null })).toMatchObject({ ok: true });
});
