import type { Command } from "commander";
import { createLog } from "../log.ts";
import { startService } from "../program/start-service.ts";
import { warnOfMissingSyncs } from "../program/warn-of-development-parts.ts";
import { parsePort } from "./arguments.ts";
import { explainStartError } from "./explain-start-error.ts";
import { untilSignal } from "./until-signal.ts";
import { configOf } from "./with-database.ts";

type ServeOptions = { port?: number; host?: string; migrate: boolean };

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("run the service")
    .option("--port <port>", "port to listen on (default: PORT or 3000)", parsePort)
    .option("--host <address>", "address to listen on (default: HOST or 127.0.0.1)")
    .option("--no-migrate", "leave the database as it is")
    .action(async (options: ServeOptions, command: Command) => {
      const fromEnvironment = configOf(command);
      const config = {
        ...fromEnvironment,
        port: options.port ?? fromEnvironment.port,
        host: options.host ?? fromEnvironment.host,
      };
      const log = createLog(config.logLevel, (line) => process.stderr.write(`${line}\n`));
      warnOfMissingSyncs(config, log);
      const service = await startService(config, log, { migrates: options.migrate }).catch(
        (error: unknown) => {
          throw explainStartError(error, config.port);
        },
      );
      process.stdout.write(
        command.optsWithGlobals().json === true
          ? `${JSON.stringify({ url: service.url })}\n`
          : `pr-service listens on ${service.url}\n`,
      );
      await untilSignal();
      await service.stop();
      // All that mattered is done: connections to a database that hangs would keep the process alive for ever.
      process.exit();
    });
}
