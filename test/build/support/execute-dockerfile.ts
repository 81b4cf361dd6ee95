import { execFileSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, statSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { type Copy, DockerfileParser, type Instruction } from "dockerfile-ast";
import { childEnvironment } from "../../support/environment.ts";

/** A stage's file system, and what its last instructions say about the container. */
export type Stage = { root: string; workdir: string; settings: Map<string, string> };

/** Copying 150 MB and compiling take seconds; a machine with other work needs several times that. */
const stepTimeoutMs = 180_000;

/**
 * Carries out a Dockerfile's steps without a container engine: each stage is a folder below `folder`, COPY copies into
 * it, and RUN runs there with this machine's programs (so that a base image is not needed, and not tested). Returns the
 * last stage.
 */
export function executeDockerfile(input: { text: string; context: string; folder: string }): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const instruction of DockerfileParser.parse(input.text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === "FROM") {
      const name = /\bAS\s+(\S+)/i.exec(rawArguments(instruction))?.[1] ?? "final";
      stage = { root: join(input.folder, name), workdir: "/", settings: new Map() };
      mkdirSync(stage.root);
      stages.set(name, stage);
    } else if (stage === null) throw new Error(`${keyword} stands before the first FROM.`);
    else if (keyword === "COPY") copy(instruction as Copy, stage, stages, input.context);
    else if (keyword === "RUN") run(instruction, stage);
    else if (keyword === "WORKDIR") {
      stage.workdir = rawArguments(instruction);
      mkdirSync(join(stage.root, stage.workdir), { recursive: true });
    } else stage.settings.set(keyword, rawArguments(instruction));
  }
  if (stage === null) throw new Error("The Dockerfile has no stage.");
  return stage;
}

/** The command of an instruction in its exec form, `["program", "argument"]`. */
export function execForm(stage: Stage, keyword: string): string[] {
  const command: unknown = JSON.parse(/\[.*\]/.exec(stage.settings.get(keyword) ?? "")?.[0] ?? "null");
  if (!Array.isArray(command)) throw new Error(`${keyword} is not in exec form.`);
  return command.map(String);
}

/** The variables of an ENV instruction. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = [...(stage.settings.get("ENV") ?? "").matchAll(/(\w+)=(\S+)/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}

function rawArguments(instruction: Instruction): string {
  return instruction.getArgumentsContent() ?? "";
}

function copy(instruction: Copy, stage: Stage, stages: Map<string, Stage>, context: string): void {
  const flags = new Map(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? ""]));
  const from = flags.get("from");
  const origin = from === undefined ? context : stages.get(from)?.root;
  if (origin === undefined) throw new Error(`There is no stage ${from}.`);
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  const destination = paths.pop() ?? "";
  const target = destination.startsWith("/")
    ? join(stage.root, destination)
    : join(stage.root, stage.workdir, destination);
  for (const path of paths) {
    const source = join(origin, path);
    const intoFolder = destination.endsWith("/") && statSync(source).isFile();
    // Copied as they are: cpSync of Bun follows the links of node_modules otherwise.
    cpSync(source, intoFolder ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  const owner = flags.get("chown")?.split(":").map(Number);
  if (owner !== undefined && process.getuid?.() === 0) chownSync(target, owner[0] ?? 0, owner[1] ?? 0);
}

function run(instruction: Instruction, stage: Stage): void {
  const tools = join(import.meta.dirname, "../../../node_modules/.bin");
  const path = `${tools}${delimiter}${childEnvironment().PATH ?? ""}`;
  const folder = join(stage.root, stage.workdir);
  if (!existsSync(folder)) throw new Error(`${stage.workdir} does not exist.`);
  execFileSync("sh", ["-c", rawArguments(instruction)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: stepTimeoutMs,
    env: childEnvironment({ PATH: path, NODE_ENV: "" }),
  });
}
