import { parentPort, workerData } from "node:worker_threads";
import { type ReportFontFiles, readReportFonts } from "./read-report-fonts.ts";
import { renderCsv } from "./render-csv.ts";
import { renderJson } from "./render-json.ts";
import type { RenderAnswer, RenderQuestion } from "./render-messages.ts";
import type { RenderPdf } from "./render-pdf.ts";

/** A thread that draws one report at a time, away from the one that answers HTTP. */
const fontFiles = workerData as ReportFontFiles | null;
let chunks: AsyncIterator<Uint8Array> | null = null;
let renderPdf: Promise<RenderPdf> | null = null;

parentPort?.on("message", async (question: RenderQuestion) => {
  parentPort?.postMessage(await answerTo(question));
});

async function answerTo(question: RenderQuestion): Promise<RenderAnswer> {
  try {
    if (question.ask === "start") chunks = render(question);
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

async function* render({
  report,
  format,
  pictures,
}: Extract<RenderQuestion, { ask: "start" }>): AsyncGenerator<Uint8Array> {
  if (format === "csv") yield* renderCsv(report);
  else if (format === "json") yield renderJson(report);
  else {
    renderPdf ??= loadPdfRenderer();
    yield await (await renderPdf)(report, pictures);
  }
}

/** Loaded with the first PDF: the libraries and the parsed fonts take 40 MB, and are shared by all reports of this thread. */
async function loadPdfRenderer(): Promise<RenderPdf> {
  const { createPdfRenderer } = await import("./render-pdf.ts");
  return createPdfRenderer({ fonts: await readReportFonts(fontFiles) });
}
