import type { Command } from "commander";
import { parsePort } from "../arguments.ts";
import type { DemoOptions } from "./run-demo.ts";

export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("show the whole job on a fresh embedded database; nothing leaves this machine")
    .option("--port <port>", "port to listen on (default: 3000, or a free one)", parsePort)
    .option("--once", "end when all is shown, in place of leaving the service running")
    .action(async (options: DemoOptions, command: Command) => {
      const global: { json?: boolean; dataDir?: string } = command.optsWithGlobals();
      // Loaded here, because it brings the whole service with it, for which every other command would wait.
      const { runDemo } = await import("./run-demo.ts");
      await runDemo(options, { dataDir: global.dataDir, isJson: global.json === true });
    });
}
