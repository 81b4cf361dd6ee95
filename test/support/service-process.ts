import { readFileSync } from "node:fs";
import { join } from "node:path";
import { logFolderOfTheRun } from "./environment.ts";
import { keepLogFile } from "./kept-logs.ts";
import { ownProgram } from "./own-program.ts";
import { testKeyFile } from "./seal.ts";
import {
  createFolder,
  removeFolder,
  type ServerProcess,
  startServer,
  untilReady,
  withFreePorts,
} from "./server-process.ts";

export type ServiceProcess = {
  url: string;
  process: ServerProcess;
  /** SIGTERM, as an operator stops it, and the exit code. */
  stop(): Promise<number | null>;
};
export type LoggingServiceProcess = ServiceProcess & {
  /** The lines that it has logged so far. */
  log(): string[];
};

/** Its warnings and errors with one of these events: why it refused. */
export function complaintsOf(service: LoggingServiceProcess, events: readonly string[]): string[] {
  return service.log().filter((line) => events.some((event) => line.includes(`"${event}"`)));
}

/** The service promises to end within 20 s, on a machine that is not slow; what takes longer is killed and has no exit code. */
const stopTimeoutMs = 80_000;

/** Starts `serve` of this program, or of another release's, as a process of its own and waits until it is ready. */
export async function startServiceProcess(
  environment: Record<string, string>,
  { args = [], program, port: wanted }: { args?: readonly string[]; program?: string; port?: number } = {},
): Promise<LoggingServiceProcess> {
  return await withFreePorts(1, async ([free = 0]) => {
    const port = wanted ?? free;
    const folder = createFolder("test-service-");
    const url = `http://127.0.0.1:${port}`;
    // Where all that is logged is searched for secrets, there is to be as much as can be.
    const level: Record<string, string> = logFolderOfTheRun() === null ? {} : { LOG_LEVEL: "debug" };
    const serving = ["serve", "--port", String(port), ...args];
    const [command, ownArgs] =
      program === undefined ? ownProgram(serving) : [globalThis.process.execPath, [program, ...serving]];
    const process = startServer({
      command,
      args: ownArgs,
      folder,
      exitSignal: "SIGKILL",
      environment: { DATA_DIR: folder, REPORT_SIGNING_KEY_FILE: testKeyFile(), ...environment, ...level },
    });
    keepLogFile(join(folder, "server.log"));
    await untilReady(process, folder, async () => {
      const answer = await fetch(`${url}/ready`).catch(() => null);
      return answer?.status === 200;
    });
    return {
      url,
      process,
      log: () => readFileSync(join(folder, "server.log"), "utf8").split("\n"),
      async stop() {
        await process.end("SIGTERM", stopTimeoutMs);
        removeFolder(folder);
        return process.exitCode();
      },
    };
  });
}
