import { existsSync, readFileSync } from "node:fs";

export type TestCounts = { passed: number; failed: number; skipped: number };

/** Reads the totals of a JUnit report of `bun test`; undefined when the file is missing or cut off. */
export function readJunitCounts(file: string): TestCounts | undefined {
  if (!existsSync(file)) return undefined;
  const root = /<testsuites\b[^>]*>/.exec(readFileSync(file, "utf8"))?.[0];
  if (root === undefined) return undefined;
  const tests = attribute(root, "tests");
  const failed = attribute(root, "failures");
  const skipped = attribute(root, "skipped");
  return { passed: tests - failed - skipped, failed, skipped };
}

function attribute(element: string, name: string): number {
  const value = new RegExp(`\\s${name}="(\\d+)"`).exec(element)?.[1];
  if (value === undefined) throw new Error(`a JUnit report without the attribute ${name}`);
  return Number(value);
}
