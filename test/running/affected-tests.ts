/** Which tests a change can touch: by imports, and by the folder that mirrors what was changed. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { projectFolder } from "./run-place.ts";

/** A change of these can touch everything. */
const concernsAll =
  /^(?:package\.json|bun\.lock|bunfig\.toml|tsconfig\.json|patches\/|test\/(?:run|running\/|support\/preload))/;
const transpiler = new Bun.Transpiler({ loader: "ts" });

/**
 * Of `tests`, those that import a changed file, by others too, and those in a folder below `test` that mirrors its folder. Imports
 * at run time do not count: by them nearly every test reaches the whole program. `commit` is what to compare with; empty for the
 * merge base with `main`, which on `main` itself is the last commit.
 */
export function findAffectedTests(
  tests: readonly string[],
  commit: string,
): { files: string[]; commit: string } {
  const base = commit === "" ? (git("merge-base", "main", "HEAD")[0] ?? "HEAD") : commit;
  const untracked = git("ls-files", "--others", "--exclude-standard");
  const changed = [...git("diff", "--name-only", base), ...untracked];
  return { files: affectedBy(changed, tests), commit: base };
}

export function affectedBy(changed: readonly string[], tests: readonly string[]): string[] {
  if (changed.some((file) => concernsAll.test(file))) return [...tests];
  const changedFiles = new Set(changed);
  const tested = new Set(tests.map(dirname));
  const folders = new Set(
    changed.filter((file) => /\.tsx?$/.test(file)).map((file) => mirrorOf(file, tested)),
  );
  const reached = new Map<string, boolean>();

  // Ends, since the linter allows no circle of imports.
  function reaches(file: string): boolean {
    const known = reached.get(file);
    if (known !== undefined) return known;
    const found = changedFiles.has(file) || importsOf(file).some(reaches);
    reached.set(file, found);
    return found;
  }
  return tests.filter((file) => folders.has(dirname(file)) || reaches(file));
}

/**
 * `service/features/media/sql.ts` is mirrored by `test/features/media`, and a page of the dashboard by its folder without `pages`; where no
 * test lies there, by the next one above. What lies in `test` is mirrored by its own folder, `support` by the one above.
 */
function mirrorOf(file: string, tested: ReadonlySet<string>): string {
  let folder = dirname(file)
    .replace(/^service(?=\/|$)/, "test")
    .replace(/^test\/edges\/dashboard\/pages(?=\/|$)/, "test/edges/dashboard");
  if (basename(folder) === "support") folder = dirname(folder);
  while (!tested.has(folder) && ![".", "test"].includes(dirname(folder))) folder = dirname(folder);
  return folder;
}

function importsOf(file: string): string[] {
  const path = join(projectFolder, file);
  if (!/\.tsx?$/.test(file) || !existsSync(path)) return [];
  return transpiler
    .scanImports(readFileSync(path, "utf8"))
    .filter(({ kind, path: target }) => kind === "import-statement" && target.startsWith("."))
    .map(({ path: target }) => relative(projectFolder, join(dirname(path), target)).replaceAll(sep, "/"));
}

function git(...args: string[]): string[] {
  const output = execFileSync("git", args, { cwd: projectFolder, encoding: "utf8" });
  return output.split("\n").filter((line) => line !== "");
}
