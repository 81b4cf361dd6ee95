import { createLog } from "../../../service/log.ts";
import { readConfig } from "../../../service/program/config.ts";
import type { Platform } from "../../../service/program/platform.ts";
import { runService } from "../../../service/program/run-service.ts";

/**
 * Runs the whole service on `platform` with the environment's configuration: one line with its address on stdout, the log
 * on stderr, until SIGTERM.
 */
export async function runOn(platform: Platform): Promise<void> {
  const log = createLog("debug", (line) => process.stderr.write(`${line}\n`));
  const service = await runService(readConfig(), log, { migrates: true, platform });
  process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
  process.once("SIGTERM", () => void service.stop().then(() => process.exit(0)));
}
