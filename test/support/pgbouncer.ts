/** Private PgBouncers for tests, by the settings of our example. */
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import {
  createFolder,
  findProgram,
  removeFolder,
  startServer,
  untilReady,
  withFreePorts,
} from "./server-process.ts";

export type Pgbouncer = {
  /** The database that it was started for, by way of it. */
  url: string;
  stop(): Promise<void>;
};

const exampleFile = new URL("../../examples/deploy/pgbouncer.ini", import.meta.url);

/** Starts one in front of the database at `databaseUrl`. `settings` take the place of the example's. */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Record<string, string | number> = {},
): Promise<Pgbouncer> {
  const command = findProgram("pgbouncer", "pgbouncer");
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl);
  const database = pathname.slice(1);
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("test-pgbouncer-", "postgres");
    const file = join(folder, "pgbouncer.ini");
    const own = { listen_port: port, auth_type: "any", auth_file: "", unix_socket_dir: "", ...settings };
    const example = readFileSync(exampleFile, "utf8").replace(
      /^prservice = .*$/m,
      `${database} = host=${hostname} port=${serverPort} dbname=${database} user=${username}`,
    );
    writeFileSync(file, Object.entries(own).reduce(withSetting, example));
    const server = startServer({ command, args: [file], folder, runAs: "postgres", exitSignal: "SIGKILL" });
    await untilReady(server, folder, () => isListening(port));
    return {
      url: `postgres://${username}@127.0.0.1:${port}/${database}`,
      async stop() {
        // At once: at SIGINT it would wait for its clients.
        await server.end("SIGTERM");
        removeFolder(folder);
      },
    };
  });
}

/** The text of a file of settings in which `name` is `value`, whatever it was before. */
function withSetting(text: string, [name, value]: [string, string | number]): string {
  const line = new RegExp(`^;?${name} = .*$`, "m");
  return line.test(text) ? text.replace(line, `${name} = ${value}`) : `${text}\n${name} = ${value}\n`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
