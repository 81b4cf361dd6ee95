/** Checks a report file (the JSON export) against the issuer's public keys. `bun verify-report.ts report.json keys.json` */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { type ReportFault, type ReportKeys, verifyReport } from "@pr-service/sdk";

const [, , file = "report.json", keysFile] = process.argv;
const keys: ReportKeys | null = keysFile === undefined ? null : JSON.parse(await readFile(keysFile, "utf8"));
const text = await readFile(file, "utf8");
const options = keys === null ? {} : { keys };
const { isValid, reasons, contentHash, expectedHash } = await verifyReport(text, options);
/** The last three say nothing of a change: a genuine report is not to be called forged. */
const words: Record<ReportFault, string> = {
  content_changed: `CHANGED: states ${contentHash}, has ${expectedHash}`,
  duplicate_member: "CHANGED: a member is there twice",
  chain_hash_changed: "CHANGED: states another position in the chain than its hash has",
  signature_wrong: "CHANGED: the signature is not of this report",
  unknown_key: "not proven: none of these keys signed it. Fetch /.well-known/pr-service-keys.json anew",
  unsigned:
    "not proven: it has no signature of its own. The first signed report after it covers it: verifyReportChain",
  not_a_report: "no report: take the JSON file as it was downloaded",
};
if (isValid) console.log(`${keys === null ? "unchanged" : "unchanged and signed"}: ${contentHash}`);
else console.log(reasons.map((reason) => words[reason]).join("\n"));
process.exitCode = isValid ? 0 : 1;
