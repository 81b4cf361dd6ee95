import { expect, test } from "bun:test";
import { createLog } from "../../service/log.ts";
import { readConfig } from "../../service/program/config.ts";
import { warnOfLittleMemory } from "../../service/program/warn-of-development-parts.ts";

const enough = 400 * 1024 * 1024;

test.each([
  ["a byte too little for the embedded database", {}, enough - 1, true],
  ["enough for it", {}, enough, false],
  ["no limit", {}, 0, false],
  ["little, with PostgreSQL", { DATABASE_URL: "postgres://a@localhost/a" }, enough - 1, false],
])("a container with %s: %p", (_case, environment, memoryBytes, isWarned) => {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  warnOfLittleMemory(readConfig(environment), log, memoryBytes);
  expect(lines.some((line) => line.includes('"little_memory"'))).toBe(isWarned);
});
