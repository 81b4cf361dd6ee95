import { readdirSync, readFileSync } from "node:fs";

/** Sends `signal` to a process and all below it, from the top: nobody is left to start what was ended anew. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const each of treeOf(pid)) {
    try {
      process.kill(each, signal);
    } catch {
      // It ended after the list was read.
    }
  }
}

function treeOf(pid: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : null;
    if (parent === null) continue;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const each of tree) tree.push(...(childrenOf.get(each) ?? []));
  return tree;
}

/** The fourth field of /proc/PID/stat; the second one, a name in brackets, may hold anything. */
function parentOf(pid: string): number | null {
  try {
    const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
    return parent === undefined ? null : Number(parent);
  } catch {
    return null;
  }
}
