import { type Command, Option } from "commander";
import { createLog } from "../../log.ts";
import type { Config } from "../../program/config.ts";
import { openSupervision } from "../../program/processes/be-member.ts";
import { configOfMember, processesMax } from "../../program/processes/plan-processes.ts";
import type { RunningService } from "../../program/run-service.ts";
import { warnOfLittleMemory, warnOfMissingSyncs } from "../../program/warn-of-development-parts.ts";
import { parsePort, parseProcesses } from "./arguments.ts";
import { explainStartError } from "./explain-start-error.ts";
import { serveByProcesses } from "./serve-by-processes.ts";
import { untilSignal } from "./until-signal.ts";
import { configOf } from "./with-database.ts";

type ServeOptions = {
  port?: number;
  host?: string;
  migrate: boolean;
  processes: number;
  member?: number;
};

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("run the service")
    .option("--port <port>", "port to listen on (default: PORT or 3000)", parsePort)
    .option("--host <address>", "address to listen on (default: HOST or 127.0.0.1)")
    .option("--no-migrate", "leave the database as it is")
    .option(
      "--processes <number>",
      `processes on the port, 1 to ${processesMax}, or auto for one per core; needs PostgreSQL and Redis`,
      parseProcesses,
      1,
    )
    // How `--processes` starts each of them.
    .addOption(new Option("--member <number>").argParser(parseProcesses).hideHelp())
    .action(async (options: ServeOptions, command: Command) => {
      const fromEnvironment = configOf(command);
      const config = {
        ...fromEnvironment,
        port: options.port ?? fromEnvironment.port,
        host: options.host ?? fromEnvironment.host,
      };
      const isJson = command.optsWithGlobals().json === true;
      if (options.member !== undefined) await serveAsMember(config, options.member);
      else if (options.processes > 1) await serveByProcesses(config, { ...options, isJson });
      else await serveAlone(config, { ...options, isJson });
    });
}

async function serveAlone(config: Config, options: { migrate: boolean; isJson: boolean }): Promise<void> {
  const log = createLog(config.logLevel, (line) => process.stderr.write(`${line}\n`));
  warnOfMissingSyncs(config, log);
  warnOfLittleMemory(config, log);
  const { startService } = await loadService();
  const service = await startService(config, log, { migrates: options.migrate }).catch((error: unknown) => {
    throw explainStartError(error, config.port);
  });
  process.stdout.write(
    options.isJson ? `${JSON.stringify({ url: service.url })}\n` : `pr-service listens on ${service.url}\n`,
  );
  await end(service, await Promise.race([untilSignal().then(() => null), service.mustEnd]));
}

/** As process `number` of several: the supervisor has migrated, and ends us by a signal or by its own end. */
async function serveAsMember(config: Config, number: number): Promise<void> {
  const supervision = openSupervision();
  const log = createLog(config.logLevel, (line) => process.stderr.write(`${line}\n`), { process: number });
  const { startService } = await loadService();
  const service = await startService(configOfMember(config, number), log, {
    migrates: false,
    wakeElsewhere: supervision.wakeElsewhere,
  });
  supervision.onWake(service.wake);
  supervision.sayServing(service.url);
  await end(service, await Promise.race([supervision.untilEnd.then(() => null), service.mustEnd]));
}

/** Loaded for `serve` alone: every other command would wait for the whole service, a quarter of a second. */
async function loadService() {
  return await import("../../program/start-service.ts");
}

/** `fault` says why it ends by itself. */
async function end(service: RunningService, fault: Error | null): Promise<never> {
  await service.stop();
  if (fault !== null) process.stderr.write(`${fault.message}\n`);
  // All that mattered is done: connections to a database that hangs would keep the process alive for ever.
  process.exit(fault === null ? 0 : 1);
}
