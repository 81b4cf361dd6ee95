import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, readConfig } from "../../service/program/config.ts";
import { cases } from "./config-cases.ts";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

for (const { name, beside = {}, value, taken, refused = [] } of cases) {
  describe(name, () => {
    test.each(taken)("%j is taken", (text, expected) => {
      expect(value(readConfig({ ...beside, [name]: text }))).toEqual(expected);
    });
    test.each(refused)("%j is refused by its name, and a secret is not repeated", (text) => {
      const problems = problemsOf({ ...beside, [name]: text });
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) expect(problem).not.toContain("geheim");
      expect(problems.join()).toContain(name);
    });
  });
}

test("a read replica needs a server that it is the replica of", () => {
  expect(problemsOf({ DATABASE_REPLICA_URL: "postgres://db/x" })).toEqual([
    "DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.",
  ]);
});

test.each([
  ["DATABASE_URL", "postgres://service:ge%heim@db/x"],
  ["REDIS_URL", "rediss://:ge%heim@cache"],
  ["SMTP_URL", "smtp://user:ge%heim@mail.example"],
  ["IMAP_URL", "imap://user:ge%heim@mail.example"],
])("the problem of a single per cent sign in %s says how to write it", (name, text) => {
  expect(problemsOf({ [name]: text })).toEqual([`${name}: a per cent sign has to be written as %25.`]);
});

test("a sender needs a server that its mails are handed to", () => {
  expect(problemsOf({ MAIL_FROM: "presse@a.example" })).toEqual([
    "MAIL_FROM needs SMTP_URL: without a server no mail is sent.",
  ]);
  expect(problemsOf({ MAIL_FROM: "presse@a.example", SMTP_URL: "http://mail.example" })).toHaveLength(1);
});

test("a direct way needs a pooler that it leads past", () => {
  expect(problemsOf({ DATABASE_DIRECT_URL: "postgres://db/x" })).toEqual([
    "DATABASE_DIRECT_URL needs DATABASE_URL, which the service itself uses.",
  ]);
});

describe("no setting is forgotten", () => {
  const file = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  const read = [...file("service/program/config.ts").matchAll(/read\.\w+\(\s*"([A-Z0-9_]+)"/g)].map(
    ([, name = ""]) => name,
  );

  test("each that is read has cases here", () => {
    expect(cases.map(({ name }) => name).toSorted()).toEqual([...new Set(read)].toSorted());
  });

  test("each that is read stands in the table of docs/operations.md", () => {
    const rows = file("docs/operations.md")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    const names = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    );
    expect(read.filter((name) => !names.includes(name))).toEqual([]);
  });
});
