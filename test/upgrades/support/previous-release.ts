import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../../support/environment.ts";

/** The last commit before work on what came after 0.2.0. A tag may be missing in a clone; the commit is in every whole history. */
const previous = { version: "0.2.0", commit: "02727cad535a08d2dcdc7a93e19df2904dec28bc" };
/** Its last migration. */
export const lastMigration = 53;
const projectFolder = join(import.meta.dirname, "../../..");

export type PreviousRelease = {
  /** The path of its main file. */
  program: string;
  /** Runs a program text there, whose imports begin at its root, and returns the JSON that it prints. */
  evaluate(text: string, environment: Record<string, string>): unknown;
};

/** Takes the previous release out of this repository's history and installs what it needs in `folder`. Throws where it can't. */
export function openPreviousRelease(folder: string): PreviousRelease {
  const archive = spawnSync("git", ["archive", "--format=tar", previous.commit], {
    cwd: projectFolder,
    maxBuffer: 512 * 1024 * 1024,
  });
  if (archive.status !== 0) {
    throw new Error(
      `This test needs commit ${previous.commit} (${previous.version}) in the repository: run \`git fetch --unshallow\`, or fetch that commit. git says: ${archive.stderr.toString().trim()}`,
    );
  }
  execFileSync("tar", ["-x", "-C", folder], { input: archive.stdout });
  execFileSync(process.execPath, ["install", "--frozen-lockfile", "--production", "--silent"], {
    cwd: folder,
    env: childEnvironment(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  return {
    program: join(folder, "service/main.ts"),
    evaluate(text, environment) {
      const output = execFileSync(process.execPath, ["--eval", text], {
        cwd: folder,
        env: childEnvironment(environment),
        encoding: "utf8",
      });
      return JSON.parse(output);
    },
  };
}
