import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const project = join(import.meta.dirname, "../..");
const rule = "pr-service/no-writing-sql";
const rules = ["no-writing-sql", "no-bare-normalize", "no-due-now", "no-rejects"];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-"));
  for (const part of ["service/edges", "service/things", "service/floor/strings", "test"])
    mkdirSync(join(folder, part), { recursive: true });
  const config = {
    jsPlugins: [join(project, "build/oxlint-plugin.js")],
    categories: { correctness: "off" },
    rules: Object.fromEntries(rules.map((name) => [`pr-service/${name}`, "error"])),
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  writeFileSync(
    join(folder, "service/things/thing-sql.ts"),
    `export async function insertThing(sql) {
  await sql\`insert into thing (id) values (1)\`;
}

export async function keepThing(sql) {
  await insertThing(sql);
}

export async function updateThing(sql) {
  await sql\`update thing set name = 'new'\`;
}

export async function lockThing(sql) {
  await sql\`select id from thing for update of thing\`;
}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test("an edge that imports a function that writes is found, by whatever way it writes", () => {
  for (const name of ["insertThing", "updateThing", "keepThing", "lockThing, insertThing as put"]) {
    const { exitCode, said } = lint(importOf(name));
    expect([name, exitCode]).toEqual([name, 1]);
    expect(said).toMatch(/(?:insert|update|keep)Thing writes\. Call a verb/);
  }
});

test("routes are an edge wherever they lie", () => {
  for (const path of ["service/things/routes.ts", "service/things/link-routes.ts"])
    expect([path, lint(importOf("insertThing"), path).exitCode]).toEqual([path, 1]);
});

test("reading, locking, types and what is no edge are in order", () => {
  for (const names of ["lockThing", "type insertThing"])
    expect(lint(importOf(names))).toMatchObject({ exitCode: 0 });
  expect(lint(importOf("insertThing"), "service/things/keep-thing.ts")).toMatchObject({ exitCode: 0 });
});

test("an exception is one with its reason, and none without", () => {
  const excepted = (reason: string) =>
    lint(`// oxlint-disable-next-line ${rule}${reason}\n${importOf("insertThing")}`);
  expect(excepted(" -- it copies whole databases.")).toMatchObject({ exitCode: 0 });
  const bare = excepted("");
  expect(bare.exitCode).toBe(1);
  expect(bare.said).toContain("An exception carries its reason");
});

test("only the one function of the floor calls the runtime's normalize", () => {
  for (const call of ['text.normalize("NFC")', "text?.normalize()", 'text["normalize"]("NFC")']) {
    const { exitCode, said } = lint(
      `export const planted = (text) => ${call};\n`,
      "service/things/planted.ts",
    );
    expect([call, exitCode]).toEqual([call, 1]);
    expect(said).toContain("Call toNormalForm");
  }
  const text = 'export const planted = (text) => text.normalize("NFC");\n';
  expect(lint(text, "service/floor/strings/normal-form.ts")).toMatchObject({ exitCode: 0 });
  expect(lint(text, "planted.ts")).toMatchObject({ exitCode: 0 });
});

test("a test makes due what lies a second back, since now() is rounded up", () => {
  const due = (moment: string) =>
    lint(
      `export const planted = (sql) => sql\`update mail set due_at = ${moment}\`;\n`,
      "test/planted.test.ts",
    );
  expect(due("now()").said).toContain("Take `now() - interval '1 second'`");
  expect(due("now() - interval '1 second'")).toMatchObject({ exitCode: 0 });
});

test("a test waits for a rejected promise by itself, since the event loop stands still within an expectation", () => {
  const waiting = (text: string) =>
    lint(`export const planted = (expect, work) => ${text};\n`, "test/planted.test.ts");
  for (const name of ["rejects", "resolves"])
    expect(waiting(`expect(work()).${name}.toThrow()`).said).toContain("Take errorOf or thrownBy");
  expect(waiting("expect(work).toThrow()")).toMatchObject({ exitCode: 0 });
});

/** What the lint says of a file with this text. */
function lint(text: string, path = "service/edges/planted.ts"): { exitCode: number; said: string } {
  writeFileSync(join(folder, path), text);
  const program = join(project, "node_modules/.bin/oxlint");
  const { exitCode, stdout } = Bun.spawnSync(
    [program, "-c", join(folder, "config.json"), "--format", "unix", path],
    { cwd: folder },
  );
  return { exitCode, said: stdout.toString() };
}

const importOf = (names: string) => `import { ${names} } from "../things/thing-sql.ts";\n`;
