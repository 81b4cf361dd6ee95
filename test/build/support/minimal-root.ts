import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";

export type Ended = { exitCode: number | null; stdout: string; stderr: string };
export type MinimalRoot = {
  root: string;
  /** Writable inside as /data, and there only. */
  data: string;
  /** Numeric, as in `USER`. Taken where we are root; else we have no rights to give up. */
  user: string;
  environment: Record<string, string>;
  /** What runs the binary of another processor, by its path inside. */
  emulator?: string;
};

/**
 * Enters the root: read-only but for /data, with /proc, as a user without rights. `exec` all the way, so that a signal to
 * the child reaches the program, and the mounts go with it.
 */
const enter = `
set -e
mount --bind "$ROOT" "$ROOT"
mount -o remount,ro,bind "$ROOT"
mount --bind "$DATA" "$ROOT/data"
mount --rbind /proc "$ROOT/proc"
exec chroot $AS_USER "$ROOT" $EMULATOR /pr-service "$@"
`;
const searchPath = "/usr/sbin:/usr/bin:/sbin:/bin";

/** Starts the binary of a root with `args`. */
export function spawnInRoot(root: MinimalRoot, args: readonly string[]): ChildProcess {
  return spawn("unshare", argumentsOf(args), optionsOf(root));
}

/** Runs it to its end. */
export function runInRoot(root: MinimalRoot, args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync("unshare", argumentsOf(args), {
    ...optionsOf(root),
    encoding: "utf8",
  });
  return { exitCode: status, stdout, stderr };
}

function argumentsOf(args: readonly string[]): string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  return [...asRoot, "--mount", "sh", "-c", enter, "sh", ...args];
}

function optionsOf({ root, data, user, environment, emulator = "" }: MinimalRoot) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chmodSync(data, 0o777);
  return {
    env: {
      ...environment,
      PATH: searchPath,
      ROOT: root,
      DATA: data,
      EMULATOR: emulator,
      AS_USER: isRoot ? `--userspec=${user}` : "",
    },
  };
}
