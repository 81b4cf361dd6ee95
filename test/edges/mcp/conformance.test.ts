import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";

test("every scenario of the official conformance suite that applies to a tools-only server passes, at the newest revision that it knows", async () => {
  const { exitCode, output } = await run(join(import.meta.dirname, "conformance", "run.ts"), "--newest");
  expect(output).toMatch(/^\d\d passed, 0 failed$/m);
  expect(exitCode).toBe(0);
});

function run(script: string, flag: string): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, [script, flag], { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) =>
    child.once("close", (exitCode) => resolve({ exitCode, output: Buffer.concat(chunks).toString("utf8") })),
  );
}
