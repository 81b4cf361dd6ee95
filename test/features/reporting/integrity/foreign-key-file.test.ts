import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import { listNotedKeys } from "../../../../service/features/reporting/integrity/sql.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { createLog } from "../../../../service/log.ts";
import { readConfig } from "../../../../service/program/config.ts";
import { databaseScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testKeyFile, testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

const unfitMs = 300;
const { database, address } = databaseScene({ connectionsMax: 2 });
const silent = createLog("silent", () => {});

test("a replica whose key file was made anew is ready while no report is stored", async () => {
  const replica = await startReplica();
  expect(await ready(replica.url)).toEqual({ status: 200, body: { status: "ready" } });
  await replica.stop();
  expect(await listNotedKeys(database.sql)).toHaveLength(1);
  const second = await startReplica();
  expect((await ready(second.url)).status).toBe(200);
  await second.stop();
});

test("one that can't check the stored reports does not become ready, says what to do, and ends", async () => {
  await report(await testSeal());
  const before = await listNotedKeys(database.sql);
  const foreign = await startReplica();
  expect(await ready(foreign.url)).toEqual({
    status: 503,
    body: { status: "not_ready", reason: "report_keys_differ" },
  });
  expect((await fetch(`${foreign.url}/health`)).status).toBe(200);
  expect((await fetch(`${foreign.url}/api/reporting/v1/reports`)).status).toBe(503);
  expect((await foreign.mustEnd).message).toContain("REPORT_SIGNING_KEY_FILE");
  await foreign.stop();
  expect(foreign.logged.filter((line) => line.includes('"not_serving"'))).toHaveLength(1);
  // Its key is nobody's: those who can read the reports must not miss it at their next start.
  expect(await listNotedKeys(database.sql)).toEqual(before);
  const good = await startReplica(testKeyFile());
  expect((await ready(good.url)).status).toBe(200);
  await good.stop();
});

test("nor does a command on a machine without the key sign a report that nobody else could read", async () => {
  const own = await openReportSeal({
    reportSigningKeyFile: null,
    dataDirectory: emptyFolder(),
    log: silent,
  });
  await report(await testSeal());
  expect(await errorOf(report(own))).toMatchObject({ code: "service_unavailable" });
});

const emptyFolder = () => mkdtempSync(join(tmpdir(), "prs-foreign-"));

/** Starts a replica on the database; without `keyFile` it makes one of its own. */
async function startReplica(keyFile?: string) {
  const logged: string[] = [];
  const { startService } = await import("../../../../service/program/start-service.ts");
  const settings = { DATA_DIR: emptyFolder(), DATABASE_URL: address.databaseUrl, PORT: "0", LOOPS: "off" };
  const config = readConfig({ ...settings, REPORT_SIGNING_KEY_FILE: keyFile });
  const log = createLog("info", (line) => logged.push(line));
  const service = await startService(config, log, { migrates: true, unfitMs });
  return { ...service, logged, stop: () => service.stop({ leavingMs: 0 }) };
}

async function report(seal: Awaited<ReturnType<typeof testSeal>>) {
  const { agencyId } = await createTestAgency(database.sql);
  const { pressReleaseId } = await createTestRelease(database.sql, agencyId);
  const scope = { scopeType: "article", scopeId: pressReleaseId } as const;
  return await createPublicationReport(database.sql, agencyId, { ...scope, createdBy: "operator", seal });
}

const ready = async (url: string) => {
  const answer = await fetch(`${url}/ready`);
  return { status: answer.status, body: await answer.json() };
};
