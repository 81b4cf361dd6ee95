import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertKey } from "../../../service/features/keys/sql.ts";
import { findChainEnd } from "../../../service/features/reporting/integrity/sql.ts";
import { findStamp } from "../../../service/features/stamps/sql.ts";
import { timestampReply } from "../../../service/features/stamps/stamp-box.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { type Database, openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { createReportChain, rebuildChain, runStampLoop } from "../../support/report-chains.ts";
import { testKeyFile, testSeal } from "../../support/seal.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { createAuthority, serveAuthority } from "../../support/time-stamp-authority.ts";
import { createRequested, createWorkshop } from "../../support/workflow.ts";
import { runProgram, startServe } from "./run-program.ts";

const folder = mkdtempSync(join(tmpdir(), "prs-stamps-"));
const authority = await createAuthority();
const server = await serveAuthority((query) => authority.reply(query));
const file = (name: string) => join(folder, name);
let database: Database;
let sql: Sql;
let environment: Record<string, string>;
/** Has two reports, stamped. */
let agencyId: number;
let token: Buffer;

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  ({ sql } = database);
  environment = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, REPORT_SIGNING_KEY_FILE: testKeyFile() },
    ...{ TIMESTAMP_CA_FILE: authority.caFile, SECRET_KEY: "07".repeat(32) },
  };
  const chain = await createReportChain(sql, await testSeal(), 2);
  ({ agencyId } = chain);
  await stampAll();
  token = await tokenOf(agencyId, chain.reports[1]?.id ?? "");
  writeFileSync(file("stempel.tsr"), timestampReply(token));
  writeFileSync(file("token.der"), token);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  authority.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("report verify takes a kept answer, a token, GET /data, an agency's ZIP and a stamp that an operator had given by hand", async () => {
  const { key } = await insertKey(sql, agencyId, { name: "test", expiresAt: null });
  const serving = await startServe([], environment);
  const data = await fetch(`${serving.url}/api/reporting/v1/data`, {
    headers: { authorization: `Bearer ${key}` },
  });
  writeFileSync(file("data.json"), await data.text());
  await serving.stop("SIGTERM");
  const exported = ["agency", "export", "--agency", String(agencyId), file("agentur.zip")];
  expect((await runProgram(exported, environment)).exitCode).toBe(0);
  const head = (await findChainEnd(sql, agencyId))?.chainHash ?? "";
  writeFileSync(file("head.tsr"), await authority.stamp(["-digest", head, "-sha256"]));
  for (const [name, holding] of [
    ["stempel.tsr", 1],
    ["token.der", 1],
    ["data.json", 2],
    ["agentur.zip", 2],
    ["head.tsr", 1],
  ] as const) {
    const { stdout, stderr, exitCode } = await verify(["--stamp", file(name), "--json"]);
    expect([name, exitCode, stderr]).toEqual([name, 0, ""]);
    const { stamps } = JSON.parse(stdout);
    expect([name, stamps[0].kept]).toEqual([name, expect.objectContaining({ holding, unjudged: 0 })]);
  }
  const said = await verify(["--stamp", file("stempel.tsr")]);
  expect(said.stdout).toContain("Not checked: lists of revoked certificates");
  expect(said.stdout).toContain("Time stamps of reports: 2 hold");
});

test("what can't be judged ends with 2 and accuses nobody; a file of another agency is refused", async () => {
  const own = await createAuthority();
  writeFileSync(file("own.tsr"), await own.stamp(["-digest", "ab".repeat(32), "-sha256"]));
  own.remove();
  const unknown = await verify(["--stamp", file("own.tsr")]);
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("could not be judged")]);
  expect(unknown.stdout).toContain("unknown_authority");
  const unread = await runProgram(
    ["report", "verify", "--agency", String(agencyId), "--stamp", file("stempel.tsr")],
    { ...environment, TIMESTAMP_CA_FILE: "" },
  );
  expect([unread.exitCode, unread.stdout]).toEqual([
    2,
    expect.stringContaining("Who signed it was not checked"),
  ]);
  expect(unread.stdout).toContain("Time stamps of reports: 2 unchecked");
  const { agencyId: other } = await createReportChain(sql, await testSeal(), 1);
  const foreign = ["report", "verify", "--agency", String(other), "--stamp", file("agentur.zip")];
  expect(await runProgram(foreign, environment)).toMatchObject({
    ...{ exitCode: 2, stderr: expect.stringContaining(`is of agency ${agencyId}`) },
  });
  for (const [name, text] of [
    ["empty", ""],
    ["noise", "0".repeat(100)],
    ["cut.tsr", token.subarray(0, 300)],
    ["data-without.json", '{"timeStamps":[]}'],
    ["half.zip", "PK\x03\x04 and no more"],
  ] as const) {
    writeFileSync(file(name), text);
    const { exitCode, stderr } = await verify(["--stamp", file(name)]);
    expect([name, exitCode, stderr]).toEqual([name, 2, expect.stringContaining("no time stamp")]);
  }
});

test("--all looks at agencies that have no report: a decision that was changed there is found", async () => {
  const workshop = await createWorkshop(sql);
  const { approvalId, token: link } = await createRequested(sql, workshop);
  await decideApproval(sql, link, { status: "approved", comment: null });
  await stampAll();
  const good = await runProgram(["report", "verify", "--all"], environment);
  expect(good.exitCode).toBe(0);
  expect(good.stdout).toContain("Time stamps of decisions on approvals: 1 hold");
  await sql`
    update approval set decided_at = decided_at - interval '1 day'
    where agency_id = ${workshop.agencyId} and id = ${approvalId}
  `;
  const changed = await runProgram(["report", "verify", "--all"], environment);
  expect([changed.exitCode, changed.stderr]).toEqual([1, expect.stringContaining(approvalId)]);
  await sql`
    update approval set decided_at = decided_at + interval '1 day'
    where agency_id = ${workshop.agencyId} and id = ${approvalId}
  `;
});

test("whoever deletes their reporting data is not accused by stamps of before, and whoever rebuilds a chain with the key is, by any of them", async () => {
  const { agencyId: gone, reports } = await createReportChain(sql, await testSeal(), 1);
  await stampAll();
  writeFileSync(file("gone.tsr"), timestampReply(await tokenOf(gone, reports[0]?.id ?? "")));
  const { key } = await insertKey(sql, gone, { name: "test", expiresAt: null });
  const serving = await startServe([], environment);
  const deleted = await fetch(`${serving.url}/api/reporting/v1/data`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}`, "x-service-confirm": "DELETE REPORTING DATA" },
  });
  expect(deleted.status).toBe(200);
  await serving.stop("SIGTERM");
  const kept = ["report", "verify", "--agency", String(gone), "--stamp", file("gone.tsr")];
  expect(await runProgram(kept, environment)).toMatchObject({
    ...{ exitCode: 2, stdout: expect.stringContaining("had its reporting data deleted") },
  });
  // An entry that nobody signed excuses nothing.
  await sql`update operator_log set details = jsonb_set(details, '{reportChain,lastNumber}', '9') where agency_id = ${gone}`;
  expect((await runProgram(kept, environment)).exitCode).toBe(1);

  await rebuildChain(sql, await testSeal(), agencyId);
  await sql`delete from time_stamp where agency_id = ${agencyId}`;
  const rebuilt = await verify([]);
  expect(rebuilt.stdout).toContain("2 reports have no stamp of their own");
  for (const name of ["stempel.tsr", "token.der", "data.json", "agentur.zip", "head.tsr"]) {
    const { exitCode, stdout } = await verify(["--stamp", file(name)]);
    expect([name, exitCode]).toEqual([name, 1]);
    expect(stdout).toContain("the chain was replaced");
  }
});

function verify(more: string[]) {
  return runProgram(["report", "verify", "--agency", String(agencyId), ...more], environment);
}

function stampAll(): Promise<void> {
  return runStampLoop(sql, "stamps", { urls: [server.url], authority });
}

async function tokenOf(of: number, id: string): Promise<Buffer> {
  const stamp = await findStamp(sql, of, { type: "report", id });
  if (!stamp?.token) throw new Error(`There is no stamp of report ${id}.`);
  return stamp.token;
}
