import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createFolder, findProgram, startServer, untilReady } from "../../support/server-process.ts";
import { type CommandOptions, type Ended, runCommand } from "./run-command.ts";

export type Engine = {
  /** What a client of this engine finds it by. */
  environment: Record<string, string>;
  /** Runs one of its commands and prints both. Throws where it fails. */
  run: (...args: readonly string[]) => Promise<Ended>;
  /** The same, where a failure is an answer too. */
  attempt: (...args: readonly string[]) => Promise<Ended>;
  /** The same without a word, for what is asked until it is so. */
  ask: (...args: readonly string[]) => Promise<Ended>;
  /** Removes what runs, or is left of a run that was ended, and what it wrote; images stay for the next time. */
  clear: () => Promise<void>;
  end: () => Promise<void>;
};

/** It unmounts what its containers had. */
const daemonEndTimeoutMs = 30_000;
/**
 * Images are kept here for the next time: an engine of our own finds no others, and leaves those of the machine alone. Outside the
 * project, whose files other tools read one by one.
 */
export const storeFolder = join(homedir(), ".cache/pr-service-containers");
const rootMissing = "Engines need root here: run the command by sudo, or as root of a virtual machine.";
const forwardingDropped =
  "The rules of another engine drop what containers of ours say to each other (iptables -S FORWARD): take a machine without one.";

export function openPodman(): Engine {
  const folder = prepare("podman");
  const [settings, storage] = [join(folder, "containers.conf"), join(folder, "storage.conf")];
  // Needs neither systemd nor limits that many a container of a CI does not have.
  writeFileSync(
    settings,
    `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, "networks")}"
`,
  );
  writeFileSync(
    storage,
    `[storage]
driver = "overlay"
runroot = "${join(folder, "run")}"
graphroot = "${join(folder, "images")}"
`,
  );
  const environment = {
    CONTAINERS_CONF: settings,
    CONTAINERS_STORAGE_CONF: storage,
    // What has no HEALTHCHECK in the format of others keeps it in this one.
    BUILDAH_FORMAT: "docker",
  };
  const program = findProgram("podman", "podman");
  const commands = commandsOf(program, environment);
  return { environment, ...commands, clear: clearBy(commands), end: clearBy(commands) };
}

export async function openDocker(): Promise<Engine> {
  const images = prepare("docker");
  const folder = createFolder("prs-docker-");
  const address = `unix://${join(folder, "docker.sock")}`;
  const environment = { DOCKER_HOST: address, DOCKER_BUILDKIT: "1", BUILDKIT_PROGRESS: "plain" };
  // Debian's own: another client on the PATH may lack BuildKit.
  const commands = commandsOf("/usr/bin/docker", environment);
  const rules = await runCommand([findProgram("iptables", "iptables"), "-S", "FORWARD"], { isQuiet: true });
  if (rules.stdout.includes("-P FORWARD DROP")) throw new Error(forwardingDropped);
  const daemon = startServer({
    command: findProgram("dockerd", "docker.io"),
    args: [
      ...["--data-root", images, "--exec-root", join(folder, "run"), "--pidfile", join(folder, "pid")],
      // The machine's own rules stay as they are: networks need none, and ports are passed on by a process.
      ...["--host", address, "--bridge=none", "--iptables=false", "--ip6tables=false"],
    ],
    folder,
    exitSignal: "SIGTERM",
  });
  const isReady = async () => (await commands.ask("info")).exitCode === 0;
  await untilReady(daemon, folder, isReady);
  const clear = clearBy(commands);
  const end = async () => {
    await clear();
    await daemon.end("SIGTERM", daemonEndTimeoutMs);
  };
  return { environment, ...commands, clear, end };
}

function clearBy({ ask }: Pick<Engine, "ask">): () => Promise<void> {
  return async () => {
    const { stdout } = await ask("ps", "--all", "--quiet");
    const containers = stdout.split("\n").filter((id) => id !== "");
    if (containers.length > 0) await ask("rm", "--force", "--volumes", ...containers);
    await ask("volume", "prune", "--force");
    await ask("network", "prune", "--force");
  };
}

function prepare(name: string): string {
  if (process.getuid?.() !== 0) throw new Error(rootMissing);
  const folder = join(storeFolder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function commandsOf(program: string, environment: Record<string, string>) {
  const command =
    (options: CommandOptions) =>
    (...args: readonly string[]) =>
      runCommand([program, ...args], { environment, ...options });
  return {
    run: command({}),
    attempt: command({ mayFail: true }),
    ask: command({ mayFail: true, isQuiet: true }),
  };
}
