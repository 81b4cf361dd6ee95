/** Checks a report file (the JSON export) against the issuer's public keys. `bun verify-report.ts report.json keys.json` */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { type ReportKeys, verifyReport } from "@pr-service/sdk";

const [, , file = "report.json", keysFile] = process.argv;
const keys: ReportKeys | null = keysFile === undefined ? null : JSON.parse(await readFile(keysFile, "utf8"));
const text = await readFile(file, "utf8");
const options = keys === null ? {} : { keys };
const { isValid, reasons, contentHash, expectedHash } = await verifyReport(text, options);
if (isValid) console.log(`${keys === null ? "unchanged" : "unchanged and signed"}: ${contentHash}`);
else console.log(`CHANGED: states ${contentHash}, has ${expectedHash} (${reasons.join(", ")})`);
process.exitCode = isValid ? 0 : 1;
