import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { listVersions } from "../../../service/features/measurement/lists.ts";

const { dependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

test("the packages' versions are those of package.json", () => {
  const packages = listVersions().filter(({ name }) => !name.startsWith("pr-service-"));
  expect(packages.map(({ name }) => name)).toEqual(["isbot", "crawler-user-agents", "tldts"]);
  for (const { name, version } of packages) expect([name, version]).toEqual([name, dependencies[name]]);
});

test("our own lists carry the day of their last change", () => {
  const own = listVersions().filter(({ name }) => name.startsWith("pr-service-"));
  expect(own.length).toBe(5);
  for (const { version } of own)
    expect(new Date(`${version}T00:00:00Z`).toISOString().slice(0, 10)).toBe(version);
});

test("a caller that changes its copy changes nobody else's", () => {
  for (const entry of listVersions()) entry.version = "changed";
  for (const { version } of listVersions()) expect(version).not.toBe("changed");
});
