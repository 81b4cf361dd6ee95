import { parentPort, workerData } from "node:worker_threads";
import type { ReleaseFile } from "../../newsroom/release-file.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { type ReportFontFiles, readReportFonts } from "./read-report-fonts.ts";
import { renderCsv } from "./render-csv.ts";
import { renderJson } from "./render-json.ts";
import type { RenderAnswer, RenderOrder, RenderQuestion } from "./render-messages.ts";
import type { RenderPdf } from "./render-pdf.ts";
import type { RenderReleasePdf } from "./render-release-pdf.ts";

/** A thread that draws one report at a time, away from the one that answers HTTP. */
const fontFiles = workerData as ReportFontFiles | null;
let chunks: AsyncIterator<Uint8Array> | null = null;
let renderPdf: Promise<RenderPdf> | null = null;
let renderReleasePdf: Promise<RenderReleasePdf> | null = null;

parentPort?.on("message", async (question: RenderQuestion) => {
  parentPort?.postMessage(await answerTo(question));
});

async function answerTo(question: RenderQuestion): Promise<RenderAnswer> {
  try {
    if (question.ask === "start") chunks = render(question.report, question.order);
    if (question.ask === "release") chunks = renderRelease(question.release);
    const next = await chunks?.next();
    if (next === undefined || next.done === true) return { answer: "end" };
    return { answer: "chunk", bytes: next.value };
  } catch (error) {
    return {
      answer: "failed",
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
}

async function* render(
  report: PublicationReport,
  { format, verifyUrl, pictures }: RenderOrder,
): AsyncGenerator<Uint8Array> {
  if (format === "csv") yield* renderCsv(report, verifyUrl);
  else if (format === "json") yield renderJson(report);
  else {
    renderPdf ??= loadPdfRenderer();
    yield await (await renderPdf)(report, { verifyUrl, ...(pictures === undefined ? {} : { pictures }) });
  }
}

async function* renderRelease(release: ReleaseFile): AsyncGenerator<Uint8Array> {
  renderReleasePdf ??= loadReleaseRenderer();
  yield await (await renderReleasePdf)(release);
}

async function loadReleaseRenderer(): Promise<RenderReleasePdf> {
  const { createReleasePdfRenderer } = await import("./render-release-pdf.ts");
  return createReleasePdfRenderer({ fonts: await readReportFonts(fontFiles) });
}

/** Loaded with the first PDF: the libraries and the parsed fonts take 40 MB, and are shared by all reports of this thread. */
async function loadPdfRenderer(): Promise<RenderPdf> {
  const { createPdfRenderer } = await import("./render-pdf.ts");
  return createPdfRenderer({ fonts: await readReportFonts(fontFiles) });
}
