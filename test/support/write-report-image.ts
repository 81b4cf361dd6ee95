/** `bun run report-image`: draws page 1 of an invented report for the README, after a change of how reports look. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { verifyReport } from "../../sdk/src/index.ts";
import { readReportFonts } from "../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../service/features/reporting/exports/render-pdf.ts";
import { runPdfTool } from "./pdf-tools.ts";
import { sampleMonth } from "./sample-month.ts";

/** Sharp in the README, and small enough to be cloned without a thought. */
const dotsPerInch = 96;
const imageBytesMax = 150_000;

const folder = join(import.meta.dir, "../../docs/images");
const render = createPdfRenderer({ fonts: await readReportFonts() });
// Without a picture: it would be most of the bytes.
const changed = sampleMonth();
const { integrity } = changed;
const { expectedHash } = await verifyReport(changed);
const report = {
  ...changed,
  integrity: { ...integrity, contentHash: expectedHash ?? integrity.contentHash },
};
mkdirSync(folder, { recursive: true });
const page = ["-f", "1", "-l", "1", "-singlefile", "-png", "-r", String(dotsPerInch)];
runPdfTool("pdftoppm", await render(report), page, [join(folder, "report")]);
const { size } = statSync(join(folder, "report.png"));
if (size > imageBytesMax) throw new Error(`docs/images/report.png has ${size} bytes.`);
process.stdout.write(`docs/images/report.png is written: ${size} bytes.\n`);
