import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { threadModules } from "../../../service/floor/concurrency/thread-url.ts";

const projectFolder = join(import.meta.dirname, "../../..");
const denoPackage = join(projectFolder, "node_modules/deno");

/**
 * Bundles the service and its threads into `folder` for Node, which reads no TypeScript before version 22, and returns the
 * command that serves.
 */
export function nodeCommand(folder: string): string[] {
  const threads = threadModules.filter((module) => !module.startsWith("db/embedded/"));
  execFileSync(
    process.execPath,
    [
      ...["build", "--target", "node", "--outdir", folder, "--entry-naming", "[name].js"],
      join(import.meta.dirname, "serve-on-node.ts"),
      ...threads.map((module) => join(projectFolder, `service/${module}.ts`)),
    ],
    { cwd: projectFolder, stdio: ["ignore", "pipe", "pipe"] },
  );
  return ["node", join(folder, "serve-on-node.js"), projectFolder];
}

/** Deno itself: the command in node_modules/.bin is a Node program around it, which hands no signal on. */
export function denoCommand(): string[] {
  // Unpacks Deno where its installation script was not allowed to run.
  execFileSync("node", [join(denoPackage, "bin.cjs"), "--version"], { stdio: "ignore" });
  const program = join(import.meta.dirname, "serve-on-deno.ts");
  return [join(denoPackage, "deno"), "run", "-A", program, projectFolder];
}
