import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReportSeal, type ReportSeal } from "../../service/features/reporting/integrity/report-seal.ts";
import { createLog } from "../../service/log.ts";

let path: string | null = null;

/** The key file that the services of a test process sign with: the test itself can sign and check as they do. */
export function testKeyFile(): string {
  if (path === null) {
    path = join(tmpdir(), `prs-test-signing-${process.pid}.key`);
    writeFileSync(path, `${"1f".repeat(32)}\n`, { mode: 0o600 });
  }
  return path;
}

let opened: Promise<ReportSeal> | null = null;

export function testSeal(): Promise<ReportSeal> {
  opened ??= openReportSeal({
    reportSigningKeyFile: testKeyFile(),
    dataDirectory: tmpdir(),
    log: createLog("silent", () => {}),
  });
  return opened;
}
