import type { TestCounts } from "../support/junit.ts";

/** One line for a file; returns whether all is good. */
export function reportFile(file: string, { passed, failed, skipped }: TestCounts, seconds: number): boolean {
  const parts = [`${passed} passed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const isGood = failed === 0 && skipped === 0;
  console.log(`${isGood ? "ok  " : "FAIL"}  ${file}  (${parts.join(", ")}, ${seconds.toFixed(1)} s)`);
  return isGood;
}
