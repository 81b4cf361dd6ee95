import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What one of poppler's tools (pdftotext, pdfinfo, pdffonts …) prints about a PDF; throws when it complains. */
export function runPdfTool(
  tool: string,
  pdf: Uint8Array,
  before: string[] = [],
  after: string[] = [],
): string {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  try {
    const path = join(folder, "report.pdf");
    writeFileSync(path, pdf);
    const { status, stdout, stderr } = spawnSync(tool, [...before, path, ...after], { encoding: "utf8" });
    if (status !== 0 || stderr !== "") {
      throw new Error(`${tool} failed with ${status}: ${stderr}`);
    }
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The words of a PDF on one line, as copy and paste would give them. */
export function pdfText(pdf: Uint8Array): string {
  return runPdfTool("pdftotext", pdf, ["-layout"], ["-"]).replace(/\s+/g, " ");
}
