import PdfKit from "pdfkit";
import { pageSize } from "../service/features/reporting/exports/pdf/theme.ts";
import { readReportFonts } from "../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer, type ReportFonts } from "../service/features/reporting/exports/render-pdf.ts";
import { sampleReport } from "../test/support/sample-report.ts";
import type { Figure, Report } from "./figure.ts";
import { type Colour, type PageContent, pageContents } from "./support/page-content.ts";
import { alternate } from "./support/rounds.ts";

const rounds = 5;
const msPerRound = 2_000;

/**
 * P7: a 30-day article report as PDF against pdfkit, which draws the same pages: each text at its place, each bar, rule and
 * link, in the same embedded fonts. pdfkit is handed the pages ready; ours lays them out from the report each time.
 */
export async function benchReportPdf(report: Report): Promise<Figure[]> {
  const fonts = await readReportFonts();
  const sample = sampleReport({ insights: 0 });
  const pages = pageContents(sample, fonts);
  const render = createPdfRenderer({ fonts });
  const own = await render(sample);
  const reference = await drawByPdfKit(pages, fonts);
  const sizes = `${pages.length} pages, ${Math.round(own.length / 1_000)} / ${Math.round(reference / 1_000)} KB`;
  report(sizes);
  const renderOwn = () => ratePerSecond(() => render(sample));
  const renderReference = () => ratePerSecond(() => drawByPdfKit(pages, fonts));
  // Both have their code compiled and their fonts' tables read before anything counts.
  await renderOwn();
  await renderReference();
  const { ratios, details } = await alternate({ rounds, own: renderOwn, reference: renderReference }, report);
  return [
    {
      id: "P7",
      what: `PDF of a 30-day article report, ${pages.length} pages`,
      reference: "the same page content by pdfkit",
      target: { atLeast: 2 },
      values: ratios,
      details: [`${details.at(-1)}, ${sizes}`],
    },
  ];
}

async function ratePerSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < msPerRound) {
    await work();
    done += 1;
  }
  return (done * 1_000) / (performance.now() - startedAt);
}

/** Returns the bytes of the file. */
async function drawByPdfKit(pages: readonly PageContent[], fonts: ReportFonts): Promise<number> {
  const size: [number, number] = [pageSize.width, pageSize.height];
  const document = new PdfKit({ size, margin: 0, autoFirstPage: false });
  let bytes = 0;
  document.on("data", (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
  });
  const ended = new Promise<void>((resolve) => document.on("end", () => resolve()));
  document.registerFont("F1", Buffer.from(fonts.regular));
  document.registerFont("F2", Buffer.from(fonts.semibold));
  for (const page of pages) {
    document.addPage();
    drawPage(document, page);
  }
  document.end();
  await ended;
  return bytes;
}

function drawPage(document: PDFKit.PDFDocument, { operations, links }: PageContent): void {
  const down = (y: number) => pageSize.height - y;
  for (const operation of operations) {
    const colour = shades(operation.colour);
    if (operation.kind === "text") {
      document.font(operation.font).fontSize(operation.size).fillColor(colour);
      const place = { lineBreak: false, baseline: "alphabetic" } as const;
      document.text(operation.text, operation.x, down(operation.baseline), place);
    } else if (operation.kind === "boxes") {
      for (const [x, y, width, height] of operation.boxes) document.rect(x, down(y + height), width, height);
      document.fill(colour);
    } else {
      document.lineWidth(operation.thickness).moveTo(operation.from[0], down(operation.from[1]));
      document.lineTo(operation.to[0], down(operation.to[1])).stroke(colour);
    }
  }
  for (const { url, left, bottom, right, top } of links) {
    document.link(left, down(top), right - left, top - bottom, url);
  }
}

function shades([red, green, blue]: Colour): [number, number, number] {
  return [red * 255, green * 255, blue * 255];
}
