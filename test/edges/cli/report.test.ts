import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAudit } from "../../../service/features/audit/list-audit-sql.ts";
import { compareHeads } from "../../../service/features/reporting/integrity/compare-heads.ts";
import { findChainEnd } from "../../../service/features/reporting/integrity/sql.ts";
import type { Head } from "../../../service/features/reporting/integrity/witness.ts";
import { openWitnessFile } from "../../../service/features/reporting/integrity/witness-file.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { testKeyFile, testSeal } from "../../support/seal.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../../support/service.ts";
import { setTriggersAside } from "../../support/triggers.ts";
import { runProgram } from "./run-program.ts";

let sql: Sql;
let environment: Record<string, string>;
let agencyId: number;
const folder = mkdtempSync(join(tmpdir(), "prs-report-"));
let close: () => Promise<void>;
const none = { stamped: 0, unchecked: 0, waiting: 0, missing: 0, wrong: 0, late: 0 };

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
});
afterAll(() => close());

test("report verify ends with 0 where all fits, and with 1 and the number where a tail is cut, by itself and by a kept head", async () => {
  const good = await runProgram(["report", "verify", "--all", "--json"], environment);
  expect(good.exitCode).toBe(0);
  expect(JSON.parse(good.stdout)).toEqual({
    ok: true,
    agencies: [{ agencyId, reports: 3, chainBreak: null }],
    goals: [],
    stamps: [
      {
        ...{ agencyId, stamped: 0, unchecked: 0, waiting: 3, missing: 1, late: 0, wrong: [], kept: null },
        kinds: expect.objectContaining({ report: { ...none, waiting: 3 }, head: none, approval: none }),
        notes: [expect.stringContaining("3 stamps"), expect.stringContaining("published texts")],
      },
    ],
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
  const unread = await runProgram([...verify, "--stamp", file], environment);
  expect([unread.exitCode, unread.stderr]).toEqual([2, expect.stringContaining("no time stamp")]);
  const stamp = ["report", "stamp", "--agency", String(agencyId)];
  expect((await runProgram(stamp, environment)).stdout).toContain("waits until TIMESTAMP_URLS is set");
  await sql`
    update report_chain
    set last_number = 2, last_chain_hash = ${before?.chainHash ?? ""}, last_signature = ${before?.signature ?? ""}
    where agency_id = ${agencyId}
  `;
  expect((await runProgram(verify, environment)).exitCode).toBe(0);
  const kept = await runProgram([...verify, "--head", file], environment);
  expect([kept.exitCode, kept.stderr]).toEqual([1, expect.stringContaining("report number 3")]);
});

test("what the witness of this machine holds is missed by verify and doctor, until an operator acknowledges it with a reason", async () => {
  const [last] = await sql<Head[]>`
    select agency_id as "agencyId", chain_id as "chainId", 3::integer as number, ${"e".repeat(64)} as "chainHash"
    from report_chain where agency_id = ${agencyId}
  `;
  if (last === undefined) throw new Error("There is no chain.");
  const store = openWitnessFile(folder);
  await store.append([
    { ...last, at: "2026-11-23T10:00:00Z", after: null },
    { ...last, agencyId: 4_000_000, at: "2026-11-23T10:00:00Z", after: null },
  ]);
  const verify = await runProgram(["report", "verify", "--agency", String(agencyId)], environment);
  expect(verify.exitCode).toBe(1);
  expect(verify.stderr).toContain(`Agency ${agencyId}, report number 3: it is missing at the end`);
  const doctor = await runProgram(["doctor", "--json"], environment);
  const { checks } = JSON.parse(doctor.stdout) as {
    checks: { name: string; ok: boolean; message: string }[];
  };
  expect(checks.find(({ name }) => name === "report_witness")).toMatchObject({
    ok: false,
    message: expect.stringContaining(`Agency ${agencyId}`),
  });

  const acknowledge = ["report", "witness", "acknowledge", "--reason", "The backup of Monday was restored."];
  expect((await runProgram(acknowledge, environment)).exitCode).toBe(2);
  const long = ["report", "witness", "acknowledge", "--all", "--reason", "x".repeat(501)];
  expect((await runProgram(long, environment)).exitCode).toBe(2);
  const done = await runProgram([...acknowledge, "--all"], environment);
  expect([done.exitCode, done.stderr]).toEqual([0, ""]);
  const { acts } = await listAudit(sql, agencyId, { action: "report_witness.acknowledged" });
  expect(acts).toMatchObject([
    {
      actorType: "operator",
      details: { reason: "The backup of Monday was restored.", fault: "last_missing" },
    },
  ]);
  const [gone] = await sql`select event, details from operator_log where agency_id = 4000000`;
  expect(gone).toMatchObject({
    event: "report_witness.acknowledged",
    details: { fault: "chain_replaced" },
  });
  expect(await store.read()).toContain("The backup of Monday was restored.");
  expect((await runProgram(["report", "verify", "--agency", String(agencyId)], environment)).exitCode).toBe(
    0,
  );
  expect((await runProgram([...acknowledge, "--all"], environment)).stderr).toContain("Nothing differs");
});

test("an anchor is signed only by its hash, and never where signed reports were witnessed", async () => {
  const { agencyId: old } = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, old);
  const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator" } as const;
  await createPublicationReport(sql, old, { ...request, seal: await testSeal() });
  const store = openWitnessFile(folder);
  const { news } = await compareHeads(sql, { store, seal: await testSeal() });
  await sql.begin(async (transaction) => {
    await setTriggersAside(transaction);
    await transaction`
      update publication_report set chain_hash = null, signature = null, key_id = null where agency_id = ${old}
    `;
    await transaction`
      update report_chain set last_chain_hash = null, last_signature = null, last_key_id = null
      where agency_id = ${old}
    `;
    await transaction`
      insert into report_anchor (agency_id, number, content_hash)
      select agency_id, 1, encode(sha256(convert_to('["' || content_hash || '"]', 'UTF8')), 'hex')
      from publication_report where agency_id = ${old}
    `;
  });
  const command = ["report", "anchor", "sign", "--agency", String(old)];
  const shown = await runProgram([...command, "--json"], environment);
  expect(shown.exitCode).toBe(0);
  const anchor = JSON.parse(shown.stdout);
  expect(anchor).toMatchObject({ number: 1, signed: false });
  expect((await runProgram([...command, "--hash", "f".repeat(64)], environment)).exitCode).toBe(2);
  const sign = [...command, "--hash", anchor.contentHash];
  await store.append(news);
  const refused = await runProgram(sign, environment);
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining("has witnessed signed reports"),
  ]);
  const acknowledge = [
    "report",
    "witness",
    "acknowledge",
    "--agency",
    String(old),
    "--reason",
    "Tried it out.",
  ];
  expect((await runProgram(acknowledge, environment)).exitCode).toBe(0);
  const signed = await runProgram(sign, environment);
  expect([signed.exitCode, signed.stderr]).toEqual([0, ""]);
  expect((await runProgram(["report", "verify", "--agency", String(old)], environment)).exitCode).toBe(0);
  expect((await runProgram(sign, environment)).stderr).toContain("no unsigned anchor");
});

test("a report on a month is compared with the month before, as in the dashboard, unless another comparison or none is named", async () => {
  const { agencyId: own } = await createTestAgency(sql);
  const { clientId } = await createTestRelease(sql, own);
  const create = ["report", "create", "--agency", String(own), "--client", String(clientId), "--draft"];
  for (const compare of [[], ["--compare", "previous_year"], ["--compare", "none"]])
    expect((await runProgram([...create, "--period", "2026-10", ...compare], environment)).exitCode).toBe(0);
  const drafts = await sql<{ comparison: string | null }[]>`
    select comparison from report_draft where agency_id = ${own} order by id
  `;
  expect(drafts.map(({ comparison }) => comparison)).toEqual(["previous_period", "previous_year", null]);
});

test("the doctor says so where heads can be kept nowhere outside the database", async () => {
  const file = join(folder, "no-folder");
  writeFileSync(file, "");
  const { stdout } = await runProgram(["doctor", "--json"], { ...environment, DATA_DIR: join(file, "data") });
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; message: string }[] };
  expect(checks.find(({ name }) => name === "report_witness")).toMatchObject({
    ok: false,
    message: expect.stringContaining("nowhere outside the database"),
  });
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
