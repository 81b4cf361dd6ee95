import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { createFolder, removeFolder } from "../support/server-process.ts";

type Manifest = { apiVersion: string; kind: string };

const projectFolder = join(import.meta.dirname, "../..");
const folder = createFolder("prs-kubernetes-");
afterAll(() => removeFolder(folder));
symlinkSync(join(projectFolder, "node_modules"), join(folder, "node_modules"));

test.each(["kubernetes.yaml", "kubernetes.failover.yaml"])(
  "%s has the fields of the API's own schemas, and no others",
  (name) => {
    const manifests = read(name);
    expect(manifests.length).toBeGreaterThan(3);
    expect(problemsOf(manifests)).toBe("");
  },
);

test("a misspelt field, a missing one and a value of another type are found", () => {
  const [deployment] = read("kubernetes.yaml").filter(({ kind }) => kind === "Deployment");
  const planted = JSON.stringify(deployment)
    .replace('"readinessProbe"', '"readynessProbe"')
    .replace('"replicas":2', '"replicas":"two"');
  const problems = problemsOf([
    JSON.parse(planted),
    { apiVersion: "apps/v1", kind: "StatefulSet", spec: {} },
  ]);
  expect(problems).toContain("readynessProbe");
  expect(problems).toContain("'string' is not assignable to type 'number'");
  expect(problems).toContain("selector");
});

function read(name: string): Manifest[] {
  const text = readFileSync(join(projectFolder, "examples/deploy", name), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** What the compiler says of manifests as objects of the types that are made from the API's schemas: it knows no field beside theirs. */
function problemsOf(manifests: readonly Manifest[]): string {
  const lines = manifests.map(
    (
      manifest,
      index,
    ) => `import type { I${manifest.kind} as Kind${index} } from "kubernetes-models/${manifest.apiVersion}";
export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
  );
  writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(projectFolder, "node_modules/typescript/bin/tsc"),
      ...[
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--types",
        "",
        "--module",
        "nodenext",
        "--target",
        "es2022",
      ],
      "manifests.ts",
    ],
    { cwd: folder, encoding: "utf8" },
  );
  return stdout.trim();
}
