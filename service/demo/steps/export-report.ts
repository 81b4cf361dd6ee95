import { createWriteStream } from "node:fs";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ReportKeys, verifyReport } from "../../../sdk/src/index.ts";
import { type Demo, type DemoStep, demoFilesFolder } from "../demo.ts";
import { textTable } from "../text-table.ts";
import { mostReadRelease, reportDays } from "./show-article-report.ts";

const formats = ["pdf", "csv", "json"] as const;

type ExportedFile = { format: (typeof formats)[number]; path: string; bytes: number; reportId: string };

/** Has a report frozen and made into files, and checks offline that the report is what was issued. */
export const exportReport: DemoStep = {
  name: "exports",
  title: "Freeze a report and export it as PDF, CSV and JSON",
  async run(demo) {
    const [pdf, ...others] = formats;
    const scopeId = mostReadRelease(demo).pressReleaseId;
    // The first file freezes the report; the others are made of it.
    const first = await exportAs(demo, { scopeType: "article", scopeId, days: reportDays, format: pdf });
    const { reportId } = first;
    const made = await Promise.all(others.map((format) => exportAs(demo, { reportId, format })));
    const files = [first, ...made];
    const { data } = await demo.client.reports.getPublicationReport(reportId);
    const { report } = data;
    const keys: ReportKeys = await (
      await fetch(`${demo.service.url}/.well-known/pr-service-keys.json`)
    ).json();
    const texts = await Promise.all(files.map(({ path }) => readFile(path, "utf8")));
    const [, csv = "", json = ""] = texts;
    const check = await verifyReport(json, { keys });
    if (
      !check.isValid ||
      !csv.includes(report.integrity.contentHash) ||
      files.some((file) => file.reportId !== reportId)
    )
      throw new Error(`The report ${reportId} is not what was issued: ${JSON.stringify(check)}.`);
    return {
      lines: [
        ...textTable([
          ["format", "file", "bytes"],
          ...files.map(({ format, path, bytes }) => [format, path, bytes]),
        ]),
        `one report in three files: ${reportId}, sha256 ${report.integrity.contentHash}`,
        "the JSON file verified offline: content, position in the chain, and signature",
      ],
      result: { files, contentHash: report.integrity.contentHash, verified: check.isValid },
    };
  },
};

type AskedExport = Parameters<Demo["client"]["exports"]["createExport"]>[0] & Pick<ExportedFile, "format">;

/** Has a file made over HTTP, and writes it for the reader. */
export async function exportAs(demo: Demo, asked: AskedExport): Promise<ExportedFile> {
  const folder = join(demo.dataDirectory, demoFilesFolder);
  await mkdir(folder, { recursive: true });
  const { exports } = demo.client;
  const { data: created } = await exports.createExport(asked);
  const { data: done } = await exports.waitForExport(created.id);
  const { data: file } = await exports.downloadExport(created.id);
  const path = join(folder, file.fileName);
  await pipeline(Readable.from(file.stream), createWriteStream(path));
  return { format: asked.format, path, bytes: (await stat(path)).size, reportId: done.job.reportId ?? "" };
}
