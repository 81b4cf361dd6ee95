import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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

const sound = {
  "errors.ts": "",
  "db/open.ts": 'import "../errors.ts";',
  "people/rules.ts": 'import "../floor/db/open.ts";',
  "dashboard/page.ts": 'import "../features/people/rules.ts";',
};

test("folders whose imports lead down are in order", () => {
  expect(check(sound)).toEqual({ exitCode: 0, said: "" });
});

test("an import that leads to a layer above is found, of a type too", () => {
  const files = { ...sound, "web/page.ts": 'import type { Person } from "../features/people/rules.ts";' };
  expect(check(files)).toEqual({
    exitCode: 1,
    said: "This import leads up: web/page.ts -> people/rules.ts\n",
  });
});

test("a new folder that no layer names is found, even an empty one's first file", () => {
  expect(check({ ...sound, "mailings/rules.ts": "" })).toEqual({
    exitCode: 1,
    said: "The folder mailings is in no layer: name it in build/check-folders.ts.\n",
  });
});

test("folders that import each other are found, with the imports that close the circle", () => {
  const files = {
    ...sound,
    "db/open.ts": 'import "../floor/web/page.ts";',
    "web/page.ts": 'import "../floor/db/open.ts";',
  };
  const { exitCode, said } = check(files);
  expect(exitCode).toBe(1);
  expect(said).toMatch(/^These folders import each other: (?:web, db|db, web)\n/);
});
