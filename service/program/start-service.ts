import type { Log } from "../log.ts";
import type { Config } from "./config.ts";
import { listenOnBun } from "./listen-on-bun.ts";
import { lookUpOnBun } from "./look-up-on-bun.ts";
import { programFiles } from "./program-files.ts";
import { type RunningService, type RunOptions, runService } from "./run-service.ts";

/** Runs the whole service on Bun: from the sources, or inside the compiled binary. */
export function startService(
  config: Config,
  log: Log,
  options: Omit<RunOptions, "platform">,
): Promise<RunningService> {
  return runService(config, log, {
    ...options,
    platform: { listen: listenOnBun, files: programFiles, lookUp: lookUpOnBun },
  });
}
