/** Gives a server a part of a core, by the processor quota of Linux' control groups (version 1). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = "/sys/fs/cgroup/cpu";
const periodMicroseconds = 100_000;

/** What is missing for quotas, or null where nothing is. */
export function quotaProblem(): string | null {
  const group = join(root, `pr-service-try-${process.pid}`);
  try {
    mkdirSync(group);
    const isThere = existsSync(join(group, "cpu.cfs_quota_us"));
    rmdirSync(group);
    return isThere ? null : "The control groups of this machine know no processor quota.";
  } catch {
    return `Processor quotas need root and control groups of version 1 at ${root}. Run it where both are.`;
  }
}

/** Holds the process `pid` and its children, those to come as well, to `cores`; answers what ends it once they are gone. */
export function limitCores(name: string, pid: number, cores: number): () => void {
  const group = join(root, `pr-service-${name}-${process.pid}`);
  mkdirSync(group);
  writeFileSync(join(group, "cpu.cfs_period_us"), String(periodMicroseconds));
  writeFileSync(join(group, "cpu.cfs_quota_us"), String(Math.round(cores * periodMicroseconds)));
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  // The first process before the others: what begins after it begins in its group.
  for (const each of [String(pid), ...children.trim().split(" ").filter(Boolean)]) moveTo(group, each);
  return () => rmdirSync(group);
}

function moveTo(group: string, pid: string): void {
  try {
    writeFileSync(join(group, "cgroup.procs"), pid);
  } catch (error) {
    // A session that has just ended.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
