import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunProgram, releaseText } from "../../build/support/running-image.ts";
import { createFolder } from "../../support/server-process.ts";
import type { Engine } from "./engine.ts";
import { isReady } from "./main-job.ts";
import { ownImage } from "./make-images.ts";
import { type Ended, until } from "./run-command.ts";

/** What compose.yaml and the manifest give our container: nothing to write to but its volumes, and no rights. */
export const hardened = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"];

/** Half of Docker's own patience; a service that has nothing under way needs 1 or 2 s. */
export const stopMsMax = 5_000;
const commandAttempts = 5;

/** Starts our image in the background as `name` and waits until it answers at `url`. */
export async function startOwn(
  engine: Engine,
  input: { name: string; url: string; args: readonly string[] },
) {
  await engine.run("run", "--detach", "--name", input.name, ...hardened, ...input.args, ownImage);
  await untilReady(engine, input);
}

/** Throws with the log where the container ends instead. */
export async function untilReady(
  engine: Engine,
  { name, url }: { name: string; url: string },
): Promise<void> {
  await until(`${name} is ready`, async () => {
    if (await isReady(url)) return true;
    const { stdout } = await engine.ask("inspect", "--format", "{{.State.Status}}", name);
    if (stdout.trim() !== "exited") return false;
    const log = await engine.ask("logs", name);
    throw new Error(`${name} ended: ${log.stdout}${log.stderr}`);
  });
}

/**
 * Stops it as an operator does, who kills it after `graceSeconds`. Returns its exit code, which is 137 then, and how long the service
 * itself says that it took: the engine's own part is long on a busy machine.
 */
export async function stopOwn(
  engine: Engine,
  name: string,
  graceSeconds = 25,
): Promise<{ exitCode: string; durationMs: number }> {
  await engine.run("stop", "--time", String(graceSeconds), name);
  const { stdout } = await engine.run("inspect", "--format", "{{.State.ExitCode}}", name);
  const log = await engine.ask("logs", name);
  const durations = [...(log.stdout + log.stderr).matchAll(/"event":"stopped","durationMs":(\d+)/g)];
  const durationMs = Number(durations.at(-1)?.[1]);
  console.log(`  ${name} ended with ${stdout.trim()}; it stopped within ${durationMs} ms.`);
  return { exitCode: stdout.trim(), durationMs };
}

/** The program in the container that runs, with the text of a release at hand. */
export async function programIn(engine: Engine, name: string): Promise<RunProgram> {
  const file = join(createFolder("prs-text-"), "text.md");
  writeFileSync(file, releaseText);
  await engine.run("cp", file, `${name}:/data/text.md`);
  return async (args): Promise<Ended> => await runProgram(engine, name, args);
}

/** On a machine that is busy with builds, a command may wait for its database in vain: nothing was done then. */
async function runProgram(engine: Engine, name: string, args: readonly string[]): Promise<Ended> {
  for (let attemptsLeft = commandAttempts - 1; ; attemptsLeft -= 1) {
    const ended = await engine.attempt("exec", name, "/pr-service", ...args);
    if (attemptsLeft === 0 || !ended.stderr.includes("CONNECT_TIMEOUT")) return ended;
  }
}
