/** `bun run report-image`: draws the pages of an invented report for the README, after a change of how reports look. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { verifyReport } from "../../sdk/src/index.ts";
import { readReportFonts } from "../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../service/features/reporting/exports/render-pdf.ts";
import { runPdfTool } from "./pdf-tools.ts";
import { sampleMonth } from "./sample-month.ts";

/** Sharp in the README, and small enough to be cloned without a thought. */
const dotsPerInch = 96;
const imageBytesMax = 200_000;
/** What the invented month takes. */
const pages = 6;

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
const pdf = await render(report);
for (let page = 1; page <= pages; page += 1) {
  const name = page === 1 ? "report" : `report-${page}`;
  const only = ["-f", String(page), "-l", String(page), "-singlefile", "-png", "-r", String(dotsPerInch)];
  runPdfTool("pdftoppm", pdf, only, [join(folder, name)]);
  const { size } = statSync(join(folder, `${name}.png`));
  if (size > imageBytesMax) throw new Error(`docs/images/${name}.png has ${size} bytes.`);
  process.stdout.write(`docs/images/${name}.png is written: ${size} bytes.\n`);
}
