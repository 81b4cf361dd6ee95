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

const insert = "await sql`insert into draft (title) values (1)`;\n";
const update = "await sql`\n    update draft as kept\n    set title = 1\n  `;\n";
const deletion = "await sql`delete from draft where id = 1`;\n";
const exception = "// Writes tables of other folders: an agency goes whole.\n";
const owner = { "features/workflow/sql.ts": insert + deletion };

test.each([
  ["in an insert", insert],
  ["in an update", update],
  ["in a delete", deletion],
  ["in an insert, with an exception that names no reason", `// Writes tables of other folders:\n${insert}`],
])("a table that two folders write is found %s", (_, statement) => {
  expect(check({ ...owner, "features/media/sql.ts": statement })).toEqual({
    exitCode: 1,
    said: "Several folders write the table draft:\n  features/media/sql.ts\n  features/workflow/sql.ts\n",
  });
});

test.each([
  ["two files of the folder", "features/workflow/drafts/sql.ts", update],
  ["a file that says why", "features/media/sql.ts", exception + update],
  ["a migration", "floor/db/migrations/0001.ts", update],
  ["a comment", "features/media/sql.ts", "/**\n * Whoever would insert into draft waits.\n */\n"],
  ["a read", "features/media/sql.ts", "await sql`select from draft for update`;\n"],
])("%s may stand beside the folder that writes a table", (_, path, text) => {
  expect(check({ ...owner, [path]: text })).toEqual({ exitCode: 0, said: "" });
});

test("an exception that nothing needs is refused", () => {
  expect(check({ "features/workflow/sql.ts": exception + insert })).toEqual({
    exitCode: 1,
    said: "This file needs no exception for the tables that it writes: features/workflow/sql.ts\n",
  });
});

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
