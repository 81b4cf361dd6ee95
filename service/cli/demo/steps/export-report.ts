import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { demoFilesFolder } from "../data-directory.ts";
import type { Demo, DemoStep } from "../demo.ts";
import { textTable } from "../text-table.ts";
import { mostReadRelease, reportDays } from "./show-article-report.ts";

const formats = ["pdf", "csv", "json"] as const;

type ExportedFile = { format: (typeof formats)[number]; path: string; bytes: number; reportId: string };

/** Has a report frozen and made into files, and checks offline that the report is what was issued. */
export const exportReport: DemoStep = {
  name: "exports",
  title: "Freeze a report and export it as PDF, CSV and JSON",
  async run(demo) {
    const folder = join(demo.dataDirectory, demoFilesFolder);
    await mkdir(folder, { recursive: true });
    const files = await Promise.all(formats.map((format) => exportAs(demo, folder, format)));
    const reportId = files.find(({ format }) => format === "json")?.reportId ?? "";
    const { data } = await demo.client.reports.getPublicationReport(reportId);
    const { report } = data;
    const check = await verifyReport(report);
    if (!check.isValid)
      throw new Error(`The report ${reportId} is not what was issued: ${JSON.stringify(check)}.`);
    return {
      lines: [
        ...textTable([
          ["format", "file", "bytes"],
          ...files.map(({ format, path, bytes }) => [format, path, bytes]),
        ]),
        `report ${reportId} verified offline: sha256 ${report.integrity.contentHash}`,
      ],
      result: { files, contentHash: report.integrity.contentHash, verified: check.isValid },
    };
  },
};

async function exportAs(demo: Demo, folder: string, format: ExportedFile["format"]): Promise<ExportedFile> {
  const { exports } = demo.client;
  const scopeId = mostReadRelease(demo).pressReleaseId;
  const { data: created } = await exports.createExport({
    scopeType: "article",
    scopeId,
    days: reportDays,
    format,
  });
  const { data: done } = await exports.waitForExport(created.id);
  const { data: file } = await exports.downloadExport(created.id);
  const path = join(folder, file.fileName);
  await pipeline(Readable.from(file.stream), createWriteStream(path));
  return { format, path, bytes: (await stat(path)).size, reportId: done.job.reportId ?? "" };
}
