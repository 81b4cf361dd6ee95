import { existsSync, readFileSync } from "node:fs";

export type TestCounts = { passed: number; failed: number; skipped: number };

/** Reads the totals of a JUnit report of `bun test`; undefined when the file is missing or cut off. */
export function readJunitCounts(file: string): TestCounts | undefined {
  if (!existsSync(file)) return undefined;
  const root = /<testsuites\b[^>]*>/.exec(readFileSync(file, "utf8"))?.[0];
  return root === undefined ? undefined : countsOf(root);
}

/** Reads what each test file in a JUnit report came to. */
export function readJunitFiles(file: string): { file: string; counts: TestCounts; seconds: number }[] {
  if (!existsSync(file)) return [];
  const suites = readFileSync(file, "utf8").match(/^ {2}<testsuite\b[^>]*>/gm) ?? [];
  return suites.map((suite) => ({
    file: /\sfile="([^"]*)"/.exec(suite)?.[1] ?? "",
    counts: countsOf(suite),
    seconds: Number(/\stime="([\d.]+)"/.exec(suite)?.[1]),
  }));
}

function countsOf(element: string): TestCounts {
  const failed = attribute(element, "failures");
  const skipped = attribute(element, "skipped");
  return { passed: attribute(element, "tests") - failed - skipped, failed, skipped };
}

function attribute(element: string, name: string): number {
  const value = new RegExp(`\\s${name}="(\\d+)"`).exec(element)?.[1];
  if (value === undefined) throw new Error(`a JUnit report without the attribute ${name}`);
  return Number(value);
}
