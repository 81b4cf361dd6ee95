/**
 * `bun run test:names [BASE] [OTHER]`: which tests went and which came between two commits, wherever they stand; without them since the
 * merge base with `main`, up to what is committed. Exits 1 where one went: its reason belongs into the message of the commit.
 */
import { execFileSync } from "node:child_process";
import { projectFolder } from "./run-place.ts";
import { missingIn, namesOf } from "./test-names.ts";

const [base = git("merge-base", "main", "HEAD").trim(), other = "HEAD"] = process.argv.slice(2);
const [before, after] = [namesAt(base), namesAt(other)];
const gone = missingIn(after, before);
for (const name of gone) console.log(`- ${name}`);
for (const name of missingIn(before, after)) console.log(`+ ${name}`);
console.log(`${before.length} tests at ${base}, ${after.length} at ${other}, ${gone.length} gone`);
process.exitCode = gone.length === 0 ? 0 : 1;

function namesAt(commit: string): string[] {
  const files = git("ls-tree", "-r", "--name-only", commit, "test", "examples", "sdk").split("\n");
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => namesOf(git("show", `${commit}:${file}`)));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: projectFolder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}
