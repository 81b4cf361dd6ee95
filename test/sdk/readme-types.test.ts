import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBuiltSdk } from "../support/build-sdk.ts";

const projectFolder = join(import.meta.dirname, "../..");
const compiler = join(projectFolder, "node_modules/.bin/tsc");

/** What a reader's program has around a snippet, for those that go on from an earlier one. */
const surroundings: Record<string, string> = {
  client:
    'import { createClient as create } from "@pr-service/sdk"; declare const client: ReturnType<typeof create>;',
  queue: "declare const queue: { add(id: string, url: string): Promise<void> };",
  app: 'import express from "express"; const app = express();',
  announce: "declare function announce(url: string): Promise<void>;",
  secret: "declare const secret: string;",
  reportId: "declare const reportId: string;",
  report: "declare const report: unknown;",
  reports: "declare const reports: unknown[];",
  text: "declare const text: string;",
  head: "declare const head: { number: number; chainHash: string; signature: string };",
};

const folder = mkdtempSync(join(tmpdir(), "prs-readme-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  installBuiltSdk(folder);
  const types = join(folder, "node_modules/@types");
  mkdirSync(types);
  symlinkSync(realpathSync(join(projectFolder, "node_modules/@types/express")), join(types, "express"));
  // Those of Node come with those of Bun.
  const ofBun = createRequire(realpathSync(join(projectFolder, "node_modules/bun-types/package.json")));
  symlinkSync(join(ofBun.resolve("@types/node/package.json"), ".."), join(types, "node"));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    types: ["node"],
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
});

test("every snippet of both READMEs is right in a strict TypeScript program", () => {
  const names: string[] = [];
  for (const readme of ["README.md", "sdk/README.md"]) {
    const text = readFileSync(join(projectFolder, readme), "utf8");
    for (const [, code = ""] of text.matchAll(/```ts\n([\s\S]*?)```/g)) {
      const name = `${readme.replaceAll(/\W/g, "-")}-${names.length}.ts`;
      writeFileSync(join(folder, name), `${preludeOf(code)}\n${code}\nexport {};\n`);
      names.push(name);
    }
  }
  expect(names.length).toBeGreaterThan(8);
  const complaints = () => {
    try {
      execFileSync(compiler, ["-p", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
      return "";
    } catch (error) {
      return String((error as { stdout?: string }).stdout ?? error);
    }
  };
  expect(complaints()).toBe("");
  writeFileSync(join(folder, "control.ts"), "export const address: string = process.env.PR_SERVICE_URL;\n");
  expect(complaints()).toContain("control.ts");
});

/** Declares what the snippet uses and does not make itself. */
function preludeOf(code: string): string {
  const uses = (name: string) => new RegExp(`(?<![.\\w"])${name}\\b(?!:)`).test(code);
  const makes = (name: string) =>
    new RegExp(`(?:const|let|function) ${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} =`).test(code);
  return Object.entries(surroundings)
    .filter(([name]) => uses(name) && !makes(name))
    .map(([, declaration]) => declaration)
    .join("\n");
}
