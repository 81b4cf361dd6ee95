/** `bun run report-image`: draws page 1 of an invented report for the README, after a change of how reports look. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { verifyReport } from "../../sdk/src/index.ts";
import { readReportFonts } from "../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../service/features/reporting/exports/render-pdf.ts";
import { runPdfTool } from "./pdf-tools.ts";
import { sampleReport } from "./sample-report.ts";

/** Sharp in the README, and small enough to be cloned without a thought. */
const dotsPerInch = 96;
const imageBytesMax = 150_000;

const folder = join(import.meta.dir, "../../docs/images");
const render = createPdfRenderer({ fonts: await readReportFonts() });
const sample = sampleReport({
  title: "Feldtest in 214 Altbauten: Wärmepumpe Heliora Terra senkt Heizkosten um 38 Prozent",
  client: "Heliora Wärmetechnik",
  agency: "Hafenblick Kommunikation",
});
if (sample.release === undefined) throw new Error("The sample is no report of a release.");
// Published on the first day of its figures; then the hash in the footer has to be made anew.
const comment =
  "Die Meldung hat vor allem **Fachmedien und Regionalpresse** erreicht. Zwei Drittel der Besuche kamen in den ersten fünf Tagen, danach trugen Suche und KI-Assistenten die Nachfrage.\n\n- Das Thema Altbau bleibt gefragt: ein zweiter Text mit Zahlen aus dem Winter lohnt sich.\n- Der Pressekontakt wurde oft angeklickt; wir fassen bei den Redaktionen nach.";
const changed = {
  ...sample,
  comment,
  release: { ...sample.release, publishedAt: "2026-10-22T06:30:00.000Z" },
};
const { expectedHash } = await verifyReport(changed);
const report = {
  ...changed,
  integrity: { ...sample.integrity, contentHash: expectedHash ?? sample.integrity.contentHash },
};
mkdirSync(folder, { recursive: true });
const page = ["-f", "1", "-l", "1", "-singlefile", "-png", "-r", String(dotsPerInch)];
runPdfTool("pdftoppm", await render(report), page, [join(folder, "report")]);
const { size } = statSync(join(folder, "report.png"));
if (size > imageBytesMax) throw new Error(`docs/images/report.png has ${size} bytes.`);
process.stdout.write(`docs/images/report.png is written: ${size} bytes.\n`);
