/** Reports and a release as PDF in programs of others than Poppler: qpdf checks the structure, MuPDF draws each page, grey as printed. */
import { expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readReportFonts } from "../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../service/features/reporting/exports/render-pdf.ts";
import { serviceScene } from "../support/cast.ts";
import { runPdfTool } from "../support/pdf-tools.ts";
import { sampleMonth } from "../support/sample-month.ts";
import { sampleReport } from "../support/sample-report.ts";
import { createFolder } from "../support/server-process.ts";
import { createTestRelease } from "../support/service.ts";

const { service, agency } = serviceScene("embedded", { LOOPS: "on" });
const verifyUrl = "https://presse.example.com/pruefen";
const render = createPdfRenderer({ fonts: await readReportFonts() });

const files: [string, () => Promise<Uint8Array>][] = [
  ["a client's month", () => render(sampleMonth(), { pictures: {}, verifyUrl })],
  ["a report of one release in the old layout", () => render(sampleReport(), { pictures: {}, verifyUrl })],
  ["a release", releaseAsPdf],
];

test.each(files)(
  "%s is whole, has its fonts within, and every page shows something in grey",
  async (_name, make) => {
    const pdf = await make();
    const folder = createFolder("prs-pdf-");
    const path = join(folder, "file.pdf");
    writeFileSync(path, pdf);
    const checked = spawnSync("qpdf", ["--check", path], { encoding: "utf8" });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
    const fonts = runPdfTool("pdffonts", pdf).trim().split("\n").slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    // The columns from the right: object, generation, unicode map, subset, embedded.
    for (const font of fonts) expect(font).toMatch(/ yes +yes +yes +\d+ +\d+$/);
    execFileSync("mutool", ["draw", "-q", "-c", "gray", "-r", "50", "-o", join(folder, "page-%d.pnm"), path]);
    const pages = Number(/Pages:\s+(\d+)/.exec(runPdfTool("pdfinfo", pdf))?.[1]);
    for (let page = 1; page <= pages; page += 1) {
      const { darkShare, darkest } = inkOf(readFileSync(join(folder, `page-${page}.pnm`)));
      expect([page, darkShare > 0.001, darkest < 100]).toEqual([page, true, true]);
    }
  },
);

test("a broken file is found: this test can fail", () => {
  const path = join(createFolder("prs-pdf-"), "file.pdf");
  writeFileSync(path, "%PDF-1.7\nnothing\n%%EOF\n");
  expect(spawnSync("qpdf", ["--check", path]).status).not.toBe(0);
});

async function releaseAsPdf(): Promise<Uint8Array> {
  const { path } = await createTestRelease(service.sql, agency.agencyId);
  const answer = await fetch(`${service.url}${path}/text.pdf`);
  expect(answer.status).toBe(200);
  return await answer.bytes();
}

/** Of a grey picture (PGM, binary): which share of its points is darker than paper, and how dark the darkest is. */
function inkOf(pgm: Buffer): { darkShare: number; darkest: number } {
  const header = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString("latin1", 0, 100));
  if (header === null) throw new Error("MuPDF wrote no grey picture.");
  const points = pgm.subarray(header[0].length);
  let dark = 0;
  let darkest = 255;
  for (const point of points) {
    if (point < 200) dark += 1;
    if (point < darkest) darkest = point;
  }
  return { darkShare: dark / points.length, darkest };
}
