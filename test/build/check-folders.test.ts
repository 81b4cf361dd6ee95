import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const sound = {
  "errors.ts": "",
  "floor/db/open.ts": 'import "../../errors.ts";',
  "features/people/rules.ts": 'import "../../floor/db/open.ts";',
  "features/reporting/reports/rules.ts": 'import "../exports/rules.ts";',
  "edges/dashboard/page.ts": 'import "../../features/people/rules.ts";',
};

test("folders whose imports lead one way are in order", () => {
  expect(check(sound)).toEqual({ exitCode: 0, said: "" });
});

test.each([
  ["rooms of a layer", "floor/db/open.ts", "floor/web/page.ts", "../web/page.ts", "../db/open.ts"],
  [
    "parts of reporting",
    "features/reporting/reports/rules.ts",
    "features/reporting/exports/rules.ts",
    "../exports/rules.ts",
    "../reports/rules.ts",
  ],
])(
  "%s that import each other are found, with the imports that close the circle",
  (_, one, other, to, back) => {
    const { exitCode, said } = check({ ...sound, [one]: `import "${to}";`, [other]: `import "${back}";` });
    const [first, second] = [one, other].map((file) => file.slice(0, file.lastIndexOf("/")));
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      new RegExp(`^These folders import each other: (?:${first}, ${second}|${second}, ${first})\\n`),
    );
  },
);

/** What the check says of a service with these files. */
function check(files: Record<string, string>): { exitCode: number; said: string } {
  const folder = mkdtempSync(join(tmpdir(), "folders-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const script = join(import.meta.dirname, "../../build/check-folders.ts");
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, script, folder]);
    return { exitCode, said: stdout.toString() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
