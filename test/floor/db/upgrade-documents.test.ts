import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { lastMigration } from "../../upgrades/support/previous-release.ts";

test("docs/operations.md says of each migration since the previous release what that one does on it, and the way back", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
  const [, section = ""] = /\n## Upgrades\n(.*?)\n## /s.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| (\d+) ([a-z-]+) \| ([^|]{5,}) \| ([^|]{5,}) \|$/gm)];
  const documented = rows.map(([, number = "", name = ""]) => `${number.padStart(6, "0")}-${name}`);
  const since = migrations.filter(({ number }) => number > lastMigration);
  expect(documented).toEqual(since.map(({ name }) => name));
  expect(section).toContain(`where number > ${lastMigration};`);
});
