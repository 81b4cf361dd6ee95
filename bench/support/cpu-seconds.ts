import { readFileSync } from "node:fs";

/** What the kernel counts in (`getconf CLK_TCK`), and that is 100 on every Linux that we run on. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that a process and its direct children have used, children that ended included: a PostgreSQL
 * server with all its sessions. Other work on the machine is not in it.
 */
export function cpuSecondsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean);
  const own = ticksOf(pid);
  const ticks = children.reduce((sum, child) => sum + ticksOf(Number(child)).alive, own.alive + own.ended);
  return ticks / ticksPerSecond;
}

/** Fields 14 to 17 of proc(5): user and system time, and those of children that were waited for. */
function ticksOf(pid: number): { alive: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, may hold spaces.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { alive: user + system, ended: childrenUser + childrenSystem };
}
