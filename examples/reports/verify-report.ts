/** Checks a report file (the JSON export) offline: no service, no key. `bun verify-report.ts report.json` */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { verifyReport } from "@pr-service/sdk";

const report: unknown = JSON.parse(await readFile(process.argv[2] ?? "report.json", "utf8"));
const { isValid, contentHash, expectedHash } = await verifyReport(report);
console.log(isValid ? `unchanged: ${contentHash}` : `CHANGED: states ${contentHash}, has ${expectedHash}`);
process.exitCode = isValid ? 0 : 1;
