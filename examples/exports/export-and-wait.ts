/**
 * Orders a report as a PDF, waits for it, and writes it to the working directory.
 * PR_SERVICE_URL=… PR_SERVICE_KEY=svc_key_… bun export-and-wait.ts 42
 */
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { createClient } from "@pr-service/sdk";

const scopeId = Number(process.argv[2]);
const client = createClient({
  baseUrl: process.env.PR_SERVICE_URL ?? "http://127.0.0.1:3000",
  apiKey: process.env.PR_SERVICE_KEY ?? "",
});
const { data: job } = await client.exports.createExport({ scopeType: "article", scopeId, format: "pdf" });
const { data: done } = await client.exports.waitForExport(job.id, {
  onProgress: ({ status }) => console.error(status),
});
const { data: file } = await client.exports.downloadExport(job.id);
await writeFile(file.fileName, file.stream);
console.log(JSON.stringify({ fileName: file.fileName, reportId: done.job.reportId }));
