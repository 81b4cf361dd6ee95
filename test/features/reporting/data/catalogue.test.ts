import { describe, expect, test } from "bun:test";
import { collections } from "../../../../service/features/reporting/data/collections.ts";
import { databaseScene, serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { fillAgency } from "./fill-agency.ts";
import { deleteData, getData } from "./support.ts";
import { tablesThatStay } from "./tables-that-stay.ts";

/** Names of columns that may hold a credential or what gives one away. */
const suspiciousName = /secret|token|hash|pepper|salt|password|key|encrypted|url|etag/;

/** Suspicious columns of exported tables that are none, with the reason. */
const harmless: Record<string, string> = {
  "publication_report.content_hash": "the report's own proof",
  "publication_report.previous_hash": "the report's own proof",
  "publication_report.idempotency_key": "the agency's own name for a call",
  "publication_report.chain_hash": "the report's own proof",
  "publication_report.previous_chain_hash": "the report's own proof",
  "publication_report.key_id": "names a public key",
  "goal.content_hash": "the goal's own proof",
  "goal.key_id": "names a public key",
  "report_anchor.chain_hash": "the old reports' proof",
  "report_anchor.content_hash": "the old reports' proof",
  "report_anchor.key_id": "names a public key",
  "report_chain.last_chain_hash": "the last report's proof",
  "report_chain.last_key_id": "names a public key",
  "export_job.idempotency_key": "the agency's own name for a call",
  "export_job.file_hash": "lets the agency check a file",
  "media_mention.url": "a public article",
  "media_mention.key_messages": "the agency's own words",
  "clipping_address.url": "a public article",
  "media_mention.item_hash": "of a public address, and not exported",
  "mention_evidence.url": "a public article",
  "insight_import.file_hash": "of the agency's own file, and not exported",
  "ai_visibility_run.cited_urls": "public pages",
  "webhook.old_secret_ends_at": "a moment",
  "webhook.rotation_key": "names a form that was sent",
  "webhook.endpoint_url": "the agency's own endpoint, listed by the API as well",
  "time_stamp.token": "the authority's signed answer, which anybody may read",
  "provider_connection.etag": "of a feed, and not exported",
};

describe("the database's catalogue", () => {
  const { database } = databaseScene({ connectionsMax: 1 });
  const deleted = collections.flatMap(({ table, parts }) => [table, ...parts]);

  test("every table of an agency is exported and deleted, deleted with an exported one, or listed as staying", async () => {
    const placed = [...deleted, ...Object.keys(tablesThatStay)];
    expect(placed.toSorted()).toEqual(await tablesOfAgencies());
  });

  test("every column of a deleted table that could hold a credential is judged", async () => {
    const rows = await database.sql<{ column: string }[]>`
      select table_name || '.' || column_name as column
      from information_schema.columns
      where table_schema = 'public'
        and table_name = any(${`{${deleted.join(",")}}`}::text[])
    `;
    const suspicious = rows
      .map((row) => row.column)
      .filter((column) => suspiciousName.test(column.split(".")[1] ?? ""));
    const credentials = suspicious.filter((column) => !(column in harmless));
    expect(credentials.toSorted()).toEqual([
      "clipping_address.lease_token",
      "conversion.reference_hash",
      "export_job.lease_token",
      "mention_evidence.lease_token",
      "provider_connection.lease_token",
      "provider_connection.url",
      "report_draft.lease_token",
      "report_link.password_cost",
      "report_link.password_hash",
      "report_link.password_salt",
      "report_link.token_hash",
      "report_mail.lease_token",
      "time_stamp.lease_token",
      "webhook.endpoint_hash",
      "webhook.old_secret_encrypted",
      "webhook.secret_encrypted",
      "webhook_queue.lease_token",
    ]);
    expect(Object.keys(harmless).filter((column) => !suspicious.includes(column))).toEqual([]);
  });

  const tablesOfAgencies = async () => {
    const rows = await database.sql<{ table: string }[]>`
      select pg_class.relname as table
      from pg_attribute
      join pg_class on pg_class.oid = pg_attribute.attrelid
      where pg_attribute.attname = 'agency_id'
        and not pg_attribute.attisdropped
        and pg_class.relkind in ('r', 'p')
        and not pg_class.relispartition
        and pg_class.relnamespace = 'public'::regnamespace
      order by 1
    `;
    return rows.map((row) => row.table);
  };
});

describe("what is stored of an agency", () => {
  const { service } = serviceScene();

  test("no value of a credential's column stands in the export, whatever table has it", async () => {
    const agency = await createTestAgency(service.sql);
    const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
    await fillAgency(service, agency, pressReleaseId);
    const text = JSON.stringify(await getData(service.url, agency.key));
    const credentials = await storedCredentials(agency.agencyId);
    // Key, webhook twice, reference, feed, leases, pepper: else this test looks for nothing.
    expect(credentials.length).toBeGreaterThanOrEqual(7);
    for (const value of credentials) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value, "hex").toString("base64") || value);
    }
  });

  test("a deletion leaves no row in any table that it covers", async () => {
    const agency = await createTestAgency(service.sql);
    const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
    await fillAgency(service, agency, pressReleaseId);
    const tables = collections.flatMap(({ table, parts }) => [table, ...parts]);
    const counts = async () =>
      await Promise.all(
        tables.map(async (table) => {
          const [row] = await service.sql<{ count: number }[]>`
            select count(*)::int as count from ${service.sql(table)} where agency_id = ${agency.agencyId}
          `;
          return row?.count ?? 0;
        }),
      );
    expect(Math.min(...(await counts()))).toBeGreaterThan(0);
    await deleteData(service.url, agency.key, "DELETE REPORTING DATA");
    expect(Math.max(...(await counts()))).toBe(0);
  });

  /** Every value of the agency in columns that hold credentials, in all its tables, as text and as hex. */
  async function storedCredentials(agencyId: number): Promise<string[]> {
    const columns = await service.sql<{ table: string; column: string }[]>`
      select columns.table_name as table, columns.column_name as column
      from information_schema.columns
      join information_schema.columns as owner using (table_schema, table_name)
      where columns.table_schema = 'public'
        and owner.column_name = 'agency_id'
    `;
    const suspicious = columns.filter(
      ({ table, column }) => suspiciousName.test(column) && !(`${table}.${column}` in harmless),
    );
    const values: string[] = [];
    for (const { table, column } of suspicious) {
      const rows = await service.sql<{ value: string }[]>`
        select ltrim(${service.sql(column)}::text, '\\x') as value
        from ${service.sql(table)}
        where agency_id = ${agencyId}
          and ${service.sql(column)} is not null
      `;
      values.push(...rows.map((row) => row.value));
    }
    const [agency] = await service.sql<{ pepper: string }[]>`
      select encode(reference_pepper, 'hex') as pepper from agency where id = ${agencyId}
    `;
    return [...values, agency?.pepper ?? ""].filter((value) => value.length >= 16);
  }
});
