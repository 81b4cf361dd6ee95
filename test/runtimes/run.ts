/**
 * `bun run test:runtimes [part of a test file's path …]`: the contract tests over HTTP against the service on Node and on
 * Deno, with real PostgreSQL and Redis, and the SDK's cases on every runtime. The last line is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment } from "../support/environment.ts";
import { denoCommand, nodeCommand } from "./service/commands.ts";

const projectFolder = join(import.meta.dirname, "../..");
/** What speaks HTTP to a service that `startTestService` started. */
const contractTests = [
  "test/contract/conversions",
  "test/contract/edge",
  "test/contract/raw-requests",
  "test/edges/mcp/audit",
  "test/edges/mcp/edge",
  "test/edges/mcp/hostile-messages",
  "test/edges/mcp/publish-once",
  "test/edges/mcp/shared-limit",
  "test/features/newsroom/edge.test",
  "test/features/workflow/approvals/approvals",
  "test/features/workflow/approvals/page.test",
  "test/features/clients/",
  "test/features/workflow/credits/",
  "test/features/workflow/drafts/drafts",
  "test/features/insights/external-insights",
  "test/features/workflow/releases/",
  "test/features/reporting/data/data.test",
  "test/features/reporting/exports/contract",
  "test/features/reporting/exports/download",
  "test/features/reporting/reports/contract",
  "test/features/reporting/webhooks/deliver",
  "test/features/reporting/webhooks/routes",
  "test/edges/public-tools/routes.test",
  "test/edges/public-tools/routes-limit",
];

process.exitCode = await runAll(process.argv.slice(2));

async function runAll(paths: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "test-runtimes-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const chosen = paths.length === 0 ? contractTests : paths;
  const total = { passed: 0, failed: 0 };

  async function part(name: string, files: string[], runtime: string[] | null): Promise<void> {
    console.log(`\n${name}`);
    const counts = await runTests(files, runtime);
    total.passed += counts.passed;
    total.failed += counts.failed;
  }

  await part("The service on Node", chosen, nodeCommand(folder));
  await part("The service on Deno", chosen, denoCommand());
  if (paths.length === 0) await part("The SDK on every runtime", ["test/runtimes/sdk"], null);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** Runs files with the ordinary runner, whose last line has the counts. */
async function runTests(
  files: string[],
  runtime: string[] | null,
): Promise<{ passed: number; failed: number }> {
  const child = spawn(process.execPath, [join(projectFolder, "test/run.ts"), ...files], {
    cwd: projectFolder,
    stdio: ["ignore", "pipe", "inherit"],
    env: childEnvironment(runtime === null ? {} : { TEST_RUNTIME_COMMAND: JSON.stringify(runtime) }),
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  await new Promise((resolve) => child.once("close", resolve));
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  return { passed: Number(counts?.[1] ?? 0), failed: Number(counts?.[2] ?? 1) };
}
