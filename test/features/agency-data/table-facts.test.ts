import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { renderDataProtectionPage } from "../../../service/features/agency-data/data-protection-page.ts";
import { tableFacts } from "../../../service/features/agency-data/table-facts.ts";
import { databaseScene } from "../../support/cast.ts";
import { dataProtectionPath } from "../../support/write-data-protection.ts";

const { database } = databaseScene();

/** Names of columns that may hold a credential or what gives one away. */
const suspiciousName = /secret|token|hash|pepper|salt|password|encrypted|etag|artifact_id/;
/** Suspicious columns that are none. */
const harmless = [
  "approval.content_hash",
  "draft_version.content_hash",
  "export_job.file_hash",
  "goal.content_hash",
  "publication_report.chain_hash",
  "publication_report.content_hash",
  "publication_report.previous_chain_hash",
  "publication_report.previous_hash",
  "report_anchor.chain_hash",
  "report_anchor.content_hash",
  "report_chain.last_chain_hash",
  "time_stamp.token",
  "webhook.old_secret_ends_at",
];

test("every table of the schema has its facts, once, and no other", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
  `;
  const named = tableFacts.map(({ table }) => table);
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("personal data have a lawful basis, and other tables none", () => {
  for (const { table, personal, basis } of tableFacts) {
    if (personal === "none") expect([table, basis]).toEqual([table, "–"]);
    if (!personal.startsWith("none")) expect([table, basis]).not.toEqual([table, "–"]);
  }
});

test("a file of contacts that waits to be imported is told among the personal data, wherever it lies", () => {
  for (const name of ["insight_upload", "asset_upload", "media_chunk"])
    expect(tableFacts.find(({ table }) => table === name)?.personal).toContain(
      "mail addresses, telephone numbers and notes",
    );
});

test("what is left out of an exported table is a column of it, and nothing that could be a credential stays in", async () => {
  const rows = await database.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public'
  `;
  const columns = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const exported = tableFacts.flatMap(({ table, export: shown }) =>
    "german" in shown ? [{ table, ...shown }] : [],
  );
  const left = exported.flatMap(({ table, without = [] }) => without.map((column) => `${table}.${column}`));
  expect(left.filter((column) => !columns.has(column))).toEqual([]);
  const tables = new Set(exported.map(({ table }) => table));
  const suspicious = rows
    .filter(({ table, column }) => tables.has(table) && suspiciousName.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((column) => !left.includes(column));
  expect(suspicious.toSorted()).toEqual(harmless);
});

test("the page on data protection is the committed one; `bun run data-protection` writes it anew", () => {
  expect(readFileSync(dataProtectionPath, "utf8")).toBe(renderDataProtectionPage());
});
