/** A read replica of a private PostgreSQL server, by streaming replication. */
import { join } from "node:path";
import postgres from "postgres";
import { newestPrograms, type PostgresServer } from "./postgres.ts";
import {
  createFolder,
  removeFolder,
  runToEnd,
  startServer,
  untilReady,
  withFreePorts,
} from "./server-process.ts";

export type PostgresReplica = {
  url: string;
  host: string;
  port: number;
  /** Makes it a primary of its own; resolves when it takes writes. */
  promote(): Promise<void>;
  /** Stops and goes on applying what the primary sends. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stop(): Promise<void>;
};

/** Copies the server with pg_basebackup, starts the copy as its standby, and waits until the server sends it what it writes. */
export async function startPostgresReplica(primary: PostgresServer): Promise<PostgresReplica> {
  const programs = newestPrograms();
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("test-replica-", "postgres");
    const data = join(folder, "data");
    const source = ["-h", primary.host, "-p", String(primary.port), "-U", "postgres"];
    runToEnd(
      join(programs, "pg_basebackup"),
      [...source, "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync"],
      folder,
      "postgres",
    );
    const settings = [
      "listen_addresses=127.0.0.1",
      `port=${port}`,
      "unix_socket_directories=",
      "fsync=off",
      "max_connections=300",
    ];
    const server = startServer({
      command: join(programs, "postgres"),
      args: ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
      folder,
      runAs: "postgres",
      exitSignal: "SIGQUIT",
    });
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    await untilReady(server, folder, async () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    );
    // It answers before it has connected to its primary.
    await untilReady(server, folder, async () =>
      sql`select 1 from pg_stat_wal_receiver where status = 'streaming'`.then(({ length }) => length > 0),
    );
    return {
      url,
      host: "127.0.0.1",
      port,
      promote: async () => void (await sql`select pg_promote(true, 30)`),
      pauseReplay: async () => void (await sql`select pg_wal_replay_pause()`),
      resumeReplay: async () => void (await sql`select pg_wal_replay_resume()`),
      async stop() {
        await sql.end({ timeout: 1 });
        await server.end("SIGQUIT");
        removeFolder(folder);
      },
    };
  });
}
