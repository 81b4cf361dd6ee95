import { prepareSeal } from "../../../../../service/features/reporting/integrity/prepare-seal.ts";
import type { ReportSeal } from "../../../../../service/features/reporting/integrity/report-seal.ts";
import type { SealedRow } from "../../../../../service/features/reporting/integrity/rules.ts";
import { migrateAndSign } from "../../../../../service/features/reporting/integrity/sign-anchors.ts";
import { listSealedRows } from "../../../../../service/features/reporting/integrity/sql.ts";
import { createPublicationReport } from "../../../../../service/features/reporting/reports/create-publication-report.ts";
import type { Queryable, Sql } from "../../../../../service/floor/db/open.ts";
import { createLog } from "../../../../../service/log.ts";
import { testKeyFile } from "../../../../support/seal.ts";
import { createFolder } from "../../../../support/server-process.ts";
import { createTestAgency, createTestRelease } from "../../../../support/service.ts";

export const reportsOfAChain = 5;

export const at = (chain: Chain, index: number): SealedRow => {
  const row = chain.rows[index];
  if (row === undefined) throw new Error(`There is no row ${index}.`);
  return row;
};

export type Chain = { agencyId: number; rows: SealedRow[] };

/** Closes the gap after a deletion: numbers and pointers fit again. */
export async function mendLinks(sql: Queryable, agencyId: number): Promise<void> {
  const rows = await listSealedRows(sql, agencyId, 0);
  let previous: string | null = null;
  for (const [index, row] of rows.entries()) {
    await sql`
      update publication_report
      set number = ${index + 1}, previous_chain_hash = ${previous}
      where agency_id = ${agencyId} and id = ${row.id}
    `;
    previous = row.chainHash;
  }
  await sql`update report_chain set last_number = ${rows.length} where agency_id = ${agencyId}`;
}

/** All that a start does before it serves; returns what it logged. */
export async function startAgain(sql: Sql, seal: ReportSeal): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  await migrateAndSign(
    sql,
    {
      ...{ databaseUrl: null, databaseDirectUrl: null, databasePooler: "auto" },
      ...{ reportSigningKeyFile: testKeyFile(), dataDirectory: createFolder("none-") },
    },
    log,
  );
  await prepareSeal(sql, seal, log);
  return lines;
}

export async function createChain(sql: Sql, seal: ReportSeal): Promise<Chain> {
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
  for (let count = 0; count < reportsOfAChain; count += 1)
    await createPublicationReport(sql, agencyId, request);
  return { agencyId, rows: await listSealedRows(sql, agencyId, 0) };
}
