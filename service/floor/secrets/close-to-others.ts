import { chmodSync, statSync } from "node:fs";
import type { Log } from "../../log.ts";

/** Rights of everybody but the owner. */
const othersMask = 0o077;

/** Takes the rights to `path` from everybody but its owner, and logs it. Does nothing where it is closed or absent. */
export function closeToOthers(path: string, log: Log): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & othersMask) === 0) return;
  const rights = (mode: number) => (mode & 0o777).toString(8).padStart(4, "0");
  const mode = stats.mode & ~othersMask;
  try {
    chmodSync(path, mode);
    log.warn("closed_to_others", { path, before: rights(stats.mode), now: rights(mode) });
  } catch (error) {
    log.error("open_to_others", { path, error, advice: `Run: chmod go-rwx ${path}` });
  }
}
