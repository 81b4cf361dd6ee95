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

const program = new URL("../../service/main.ts", import.meta.url).pathname;

/** Starts `pr-service serve` as a process of its own and waits until it is ready. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("test-service-");
    const url = `http://127.0.0.1:${port}`;
    const process = startServer({
      command: globalThis.process.execPath,
      args: [program, "serve", "--port", String(port)],
      folder,
      exitSignal: "SIGKILL",
      environment: { DATA_DIR: folder, ...environment },
    });
    await untilReady(process, folder, async () => {
      const answer = await fetch(`${url}/ready`).catch(() => null);
      return answer?.status === 200;
    });
    return {
      url,
      process,
      async stop() {
        await process.end("SIGTERM");
        removeFolder(folder);
        return process.exitCode();
      },
    };
  });
}
