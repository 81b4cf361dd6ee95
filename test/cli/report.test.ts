import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Sql } from "../../service/db/open.ts";
import { findChainEnd } from "../../service/reporting/integrity/sql.ts";
import { createPublicationReport } from "../../service/reporting/reports/create-publication-report.ts";
import { testKeyFile, testSeal } from "../support/seal.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../support/service.ts";
import { setTriggersAside } from "../support/triggers.ts";
import { runProgram } from "./run-program.ts";

let sql: Sql;
let environment: Record<string, string>;
let agencyId: number;
const folder = mkdtempSync(join(tmpdir(), "prs-report-"));
let close: () => Promise<void>;

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  ({ sql } = database);
  close = () => database.close();
  environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, REPORT_SIGNING_KEY_FILE: testKeyFile() };
  ({ agencyId } = await createTestAgency(sql));
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator" } as const;
  for (let count = 0; count < 3; count += 1)
    await createPublicationReport(sql, agencyId, { ...request, seal: await testSeal() });
}, 60_000);
afterAll(() => close());

test("report verify ends with 0 where all fits, and with 1 and the number where a tail is cut, by itself and by a kept head", async () => {
  const good = await runProgram(["report", "verify", "--all", "--json"], environment);
  expect(good.exitCode).toBe(0);
  expect(JSON.parse(good.stdout)).toEqual({
    ok: true,
    agencies: [{ agencyId, reports: 3, chainBreak: null }],
  });
  const end = await findChainEnd(sql, agencyId);
  const file = join(folder, "head.json");
  writeFileSync(file, JSON.stringify({ chainHead: end }));
  const verify = ["report", "verify", "--agency", String(agencyId)];
  expect((await runProgram([...verify, "--head", file], environment)).exitCode).toBe(0);

  const [before] = await sql<{ chainHash: string; signature: string }[]>`
    select chain_hash as "chainHash", signature from publication_report where agency_id = ${agencyId} and number = 2
  `;
  await sql.begin(async (transaction) => {
    await setTriggersAside(transaction);
    await transaction`delete from publication_report where agency_id = ${agencyId} and number = 3`;
  });
  const cut = await runProgram(verify, environment);
  expect(cut.exitCode).toBe(1);
  expect(cut.stderr).toContain(`Agency ${agencyId}, report number 3: it is missing`);
  await sql`
    update report_chain
    set last_number = 2, last_chain_hash = ${before?.chainHash ?? ""}, last_signature = ${before?.signature ?? ""}
    where agency_id = ${agencyId}
  `;
  expect((await runProgram(verify, environment)).exitCode).toBe(0);
  const kept = await runProgram([...verify, "--head", file], environment);
  expect([kept.exitCode, kept.stderr]).toEqual([1, expect.stringContaining("report number 3")]);
});

test("report verify wants an agency or all, and a head that is one", async () => {
  writeFileSync(join(folder, "none.json"), "{}");
  for (const args of [
    [],
    ["--all", "--agency", "1"],
    ["--all", "--head", "x"],
    ["--agency", "1", "--head", join(folder, "none.json")],
  ])
    expect((await runProgram(["report", "verify", ...args], environment)).exitCode).toBe(2);
});
