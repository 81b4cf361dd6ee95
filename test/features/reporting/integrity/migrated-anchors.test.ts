import { expect, test } from "bun:test";
import { migrateAndSign } from "../../../../service/features/reporting/integrity/sign-anchors.ts";
import { findAnchor } from "../../../../service/features/reporting/integrity/sql.ts";
import { openWitnessFile } from "../../../../service/features/reporting/integrity/witness-file.ts";
import { migrate } from "../../../../service/floor/db/migrate.ts";
import { migrations } from "../../../../service/floor/db/migrations.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { testKeyFile } from "../../../support/seal.ts";
import { createFolder } from "../../../support/server-process.ts";
import { createDatabase } from "../../../support/shared-postgres.ts";

/** The last one before reports had signatures. */
const lastUnsigned = 32;

test("the run that migrates signs the anchors that it made, and a later one signs none", async () => {
  expect(await isSignedAfter(async () => {})).toBe(true);
  expect(await isSignedAfter(async () => {}, true)).toBe(false);
});

test("a database that was put back to before the signatures is migrated, and nothing of it is signed", async () => {
  const witnessed = { agencyId: 1, chainId: "01981234-5678-7abc-8def-0123456789ab", number: 1 };
  const line = { ...witnessed, chainHash: "b".repeat(64), after: null, at: "2026-11-23T10:00:00Z" };
  expect(await isSignedAfter((folder) => openWitnessFile(folder).append([line]))).toBe(false);
});

/** Migrates a database with one old report, beside this witness, and says whether its anchor is signed. */
async function isSignedAfter(prepare: (dataDirectory: string) => Promise<void>, anchorsAgain = false) {
  const databaseUrl = await createDatabase();
  const dataDirectory = createFolder("anchors-");
  const { sql, close } = await openDatabase({ databaseUrl, dataDirectory, connectionsMax: 2 });
  try {
    await migrate(
      sql,
      migrations.filter(({ number }) => number <= lastUnsigned),
    );
    await sql`insert into agency (id, name, plan, reference_pepper) overriding system value values (1, 'Nordlicht', 'agency', ${Buffer.alloc(32)})`;
    await sql`
      insert into publication_report (
        agency_id, id, number, scope_type, scope_id, title, days, from_day, to_day, created_at, created_by, content,
        content_hash
      )
      values (
        1, gen_random_uuid(), 1, 'article', '1', 'Titel', 30, '2026-01-01', '2026-01-30', now(), 'operator', '{}',
        ${"a".repeat(64)}
      )
    `;
    await sql`insert into report_chain (agency_id, last_number, last_hash) values (1, 1, ${"a".repeat(64)})`;
    await prepare(dataDirectory);
    const log = createLog("silent", () => {});
    const databaseAddress = { databaseUrl: null, databaseDirectUrl: null, databasePooler: "auto" } as const;
    const config = { ...databaseAddress, reportSigningKeyFile: testKeyFile(), dataDirectory };
    await migrateAndSign(sql, config, log);
    if (anchorsAgain) {
      await sql`update report_anchor set chain_hash = null, signature = null, key_id = null`;
      await migrateAndSign(sql, config, log);
    }
    return (await findAnchor(sql, 1))?.signature !== null;
  } finally {
    await close();
  }
}
