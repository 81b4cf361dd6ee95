import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { createFolder, findProgram } from "../../support/server-process.ts";
import { freePort } from "../../support/service.ts";
import type { Engine } from "./engine.ts";
import { type Ended, runCommand } from "./run-command.ts";

export type Deployment = {
  /** Runs a command of docker-compose and prints both. Throws where it fails. */
  run: (...args: readonly string[]) => Promise<Ended>;
  attempt: (...args: readonly string[]) => Promise<Ended>;
  /** The engine's name for the one container of a service. */
  containerOf: (service: string) => string;
  images: string[];
  url: string;
};

const deployFolder = join(import.meta.dirname, "../../../examples/deploy");

/**
 * A compose file of examples/deploy as its README says, with secrets of its own and with a free port of this machine instead of
 * 3000.
 */
export async function openDeployment(
  docker: Engine,
  file: string,
  /** Where its PostgreSQL is, as make-secrets.sh takes it. */
  ...servers: readonly string[]
): Promise<Deployment> {
  // As deep as in the project: the file names folders relative to its own.
  const folder = join(createFolder("prs-compose-"), "examples/deploy");
  mkdirSync(folder, { recursive: true });
  cpSync(deployFolder, folder, { recursive: true });
  execFileSync("sh", [join(folder, "make-secrets.sh"), ...servers], { stdio: "ignore" });

  const text = readFileSync(join(folder, file), "utf8");
  const { name, services } = parseDocument(text, { merge: true }).toJS() as {
    name: string;
    services: Record<string, { image: string }>;
  };
  const port = await freePort();
  // Debian's docker-compose is older than the key `name`, and has an option for it.
  const adapted = text
    .replace(/^name: .*$/m, "")
    .replace('"127.0.0.1:3000:3000"', `"127.0.0.1:${port}:3000"`);
  writeFileSync(join(folder, file), adapted);

  const program = findProgram("docker-compose", "docker-compose");
  const environment = { ...docker.environment, PUBLIC_URL: "https://presse.example.org" };
  const command =
    (mayFail: boolean) =>
    (...args: readonly string[]) =>
      runCommand([program, "--project-name", name, "--file", join(folder, file), ...args], {
        environment,
        mayFail,
      });
  return {
    run: command(false),
    attempt: command(true),
    containerOf: (service) => `${name}_${service}_1`,
    images: Object.values(services).map(({ image }) => image),
    url: `http://127.0.0.1:${port}`,
  };
}
