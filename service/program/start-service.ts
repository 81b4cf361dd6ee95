import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { listenOnBun } from "./listen-on-bun.ts";
import { programFiles } from "./program-files.ts";
import { type RunningService, runService } from "./run-service.ts";

/** Runs the whole service on Bun: from the sources, or inside the compiled binary. */
export function startService(
  config: Config,
  log: Log,
  options: { migrates: boolean },
): Promise<RunningService> {
  return runService(config, log, {
    ...options,
    platform: { listen: listenOnBun, files: programFiles },
  });
}
