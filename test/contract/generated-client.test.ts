import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowLoopback } from "../features/reporting/webhooks/webhook-calls.ts";
import { serviceScene } from "../support/cast.ts";
import { generateTypes } from "../support/generate-types.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";
import { clientProgram } from "./support/client-program.ts";

const projectFolder = join(import.meta.dirname, "../..");
const documentPath = join(projectFolder, "docs/openapi.json");
const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const { service } = serviceScene("server", allowLoopback);
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prs-client-"));
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(join(projectFolder, "node_modules/openapi-fetch"), join(modules, "openapi-fetch"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  writeFileSync(join(folder, "api.d.ts"), await generateTypes(readFileSync(documentPath, "utf8")));
  for (const name of ["sign-conversion", "hex", "hmac"]) {
    const source = readFileSync(join(projectFolder, `sdk/src/${name}.ts`), "utf8");
    writeFileSync(join(folder, `${name}.ts`), source.replaceAll('.ts";', '.js";'));
  }
  writeFileSync(join(folder, "program.ts"), clientProgram);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a client generated from the document compiles strictly, and refuses what the API would refuse", async () => {
  const tsc = join(projectFolder, "node_modules/typescript-5/bin/tsc");
  expect(await run("node", tsc, "-p", folder)).toBe("");
});

test("a client generated from the document calls all operations", async () => {
  const { agencyId, key } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const output = await run(
    process.execPath,
    "program.ts",
    service.url,
    key,
    String(pressReleaseId),
    "http://127.0.0.1:9/hooks",
  );
  const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    readFileSync(documentPath, "utf8"),
  );
  const operationIds = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const created = {
    createReportingExport: 202,
    recordReportingConversion: 201,
    createReportingWebhook: 201,
  };
  expect(JSON.parse(output)).toEqual({
    ...Object.fromEntries(operationIds.map((id) => [id, 200])),
    ...created,
  });
});

async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [output, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return (await child.exited) === 0 ? output : `failed: ${output}${complaint}`;
}
