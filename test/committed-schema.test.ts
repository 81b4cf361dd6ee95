import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dumpSchema, schemaDumpPath } from "./support/dump-schema.ts";
import { createMigratedDatabase } from "./support/service.ts";

// Apart from the migrations' own tests: those run on every PostgreSQL, and pg_dump reads none that is newer than itself.
test("the migrations give the schema that is committed; `bun run schema` writes it anew", async () => {
  expect(dumpSchema(await createMigratedDatabase())).toBe(readFileSync(schemaDumpPath, "utf8"));
});
