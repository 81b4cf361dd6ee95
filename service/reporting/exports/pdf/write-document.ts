import { PDFArray, PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from "pdf-lib";
import type { PublicationReport } from "../../reports/schema.ts";
import { formatPeriod } from "../german-format.ts";
import { reportKindLabels } from "../labels.ts";
import { writeBookmarks } from "./bookmarks.ts";
import type { Canvas, Link } from "./canvas.ts";
import type { Paper } from "./paper.ts";
import { plainText } from "./plain-text.ts";
import { clientNames } from "./report-words.ts";
import { pageSize } from "./theme.ts";

/** Puts the drawn pages into a PDF file. Nothing in it depends on the clock or on chance: dates and id come from the report. */
export async function writeDocument(report: PublicationReport, paper: Paper): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  writeMetadata(document, report);
  const { regular, semibold } = paper.fonts;
  const regularRef = regular.write(document.context);
  const semiboldRef = semibold.write(document.context);
  const resources = document.context.register(
    document.context.obj({
      Font: { [regular.resourceName]: regularRef, [semibold.resourceName]: semiboldRef },
    }),
  );
  for (const page of paper.pages) {
    writePage(document, page, resources);
  }
  writeBookmarks(document, paper.bookmarks);
  return document.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}

function writeMetadata(document: PDFDocument, report: PublicationReport): void {
  const { window } = report.performance;
  const createdAt = new Date(report.createdAt);
  const client = clientNames(report);
  document.setTitle(plainText(report.scope.title), { showInWindowTitleBar: true });
  document.setSubject(
    plainText(`${reportKindLabels[report.scope.type]}, ${client}, ${formatPeriod(window.from, window.to)}`),
  );
  document.setAuthor(plainText(report.agency.name));
  document.setCreator("pr-service");
  document.setProducer("pr-service");
  document.setCreationDate(createdAt);
  document.setModificationDate(createdAt);
  document.setLanguage("de");
  const fileId = PDFHexString.of(report.integrity.contentHash.slice(0, 32));
  const fileIds = PDFArray.withContext(document.context);
  fileIds.push(fileId);
  fileIds.push(fileId);
  document.context.trailerInfo.ID = fileIds;
}

function writePage(document: PDFDocument, canvas: Canvas, resources: PDFRef): void {
  const { context } = document;
  const page = document.addPage([pageSize.width, pageSize.height]);
  page.node.set(PDFName.of("Resources"), resources);
  page.node.set(PDFName.of("Contents"), context.register(context.flateStream(canvas.operators.join("\n"))));
  page.node.set(PDFName.of("Tabs"), PDFName.of("S"));
  if (canvas.links.length > 0) {
    const annotations = canvas.links.map((link) => context.register(linkAnnotation(document, link)));
    page.node.set(PDFName.of("Annots"), context.obj(annotations));
  }
}

function linkAnnotation(document: PDFDocument, link: Link) {
  return document.context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [link.left, link.bottom, link.right, link.top].map((value) => Math.round(value * 100) / 100),
    Border: [0, 0, 0],
    A: { Type: "Action", S: "URI", URI: PDFString.of(escapeLiteral(link.url)) },
  });
}

/** Brackets and backslashes end or change a literal string (PDF 32000-1, 7.3.4.2); pdf-lib writes it as it is. */
function escapeLiteral(text: string): string {
  return text.replace(/[\\()]/g, (character) => `\\${character}`);
}
