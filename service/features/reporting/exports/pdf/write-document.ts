import { PDFArray, PDFDocument, PDFHexString, type PDFImage, PDFName, type PDFRef, PDFString } from "pdf-lib";
import { escapeXml } from "../../../../floor/web/escape-xml.ts";
import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { clientNames, kindOfReport } from "../wording/report-words.ts";
import { writeBookmarks } from "./bookmarks.ts";
import type { Canvas, Link } from "./canvas.ts";
import type { Paper } from "./paper.ts";
import { plainText } from "./plain-text.ts";
import { numberPages, writeStructure } from "./structure.ts";
import { pageSize } from "./theme.ts";

/** A document without a page, for pictures to be put into before anything is laid out. */
export async function startDocument(): Promise<PDFDocument> {
  return await PDFDocument.create({ updateMetadata: false });
}

/** What a file says of itself; `id` has 32 hexadecimal digits. */
export type DocumentFacts = { title: string; subject: string; author: string; createdAt: Date; id: string };

/** What a report's file says of itself. */
export function factsOfReport({ words }: Paper, report: PublicationReport): DocumentFacts {
  const { window } = report.performance;
  const kind = kindOfReport(report, words);
  return {
    title: report.scope.title,
    subject: `${kind}, ${clientNames(report, words)}, ${words.formats.period(window.from, window.to)}`,
    author: report.agency.name,
    createdAt: new Date(report.createdAt),
    id: report.integrity.contentHash.slice(0, 32),
  };
}

/** Puts the drawn pages into a PDF file. Nothing in it depends on the clock or on chance: dates and id come from what it shows. */
export async function writeDocument(
  document: PDFDocument,
  paper: Paper,
  { facts, pictures }: { facts: DocumentFacts; pictures: ReadonlyMap<string, PDFImage> },
): Promise<Uint8Array> {
  writeMetadata(document, paper, facts);
  const { regular, semibold } = paper.fonts;
  const resources = document.context.register(
    document.context.obj({
      Font: {
        [regular.resourceName]: regular.write(document.context),
        [semibold.resourceName]: semibold.write(document.context),
      },
      ...(pictures.size === 0
        ? {}
        : { XObject: Object.fromEntries([...pictures].map(([name, image]) => [name, image.ref])) }),
    }),
  );
  writePages(document, paper, resources);
  writeBookmarks(document, paper.bookmarks);
  return await document.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}

function writePages(document: PDFDocument, paper: Paper, resources: PDFRef): void {
  const written = paper.pages.map((canvas) => writePage(document, { canvas, paper, resources }));
  numberPages(written);
  writeStructure(
    document,
    paper.root,
    written.map(({ ref, canvas, annotations }) => ({
      ref,
      canvas,
      annotations: annotations.map((annotation) => document.context.register(annotation)),
    })),
  );
  // The references exist only now: a page's list of links is the last thing that it gets.
  for (const { page, annotations } of written) {
    const refs = annotations.map((annotation) => document.context.getObjectRef(annotation));
    if (annotations.length > 0)
      page.set(PDFName.of("Annots"), document.context.obj(refs.filter((ref) => ref !== undefined)));
  }
}

function writeMetadata(document: PDFDocument, { words }: Paper, facts: DocumentFacts): void {
  const { createdAt } = facts;
  const [title, author] = [plainText(facts.title), plainText(facts.author)];
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setSubject(plainText(facts.subject));
  document.setAuthor(author);
  document.setCreator("pr-service");
  document.setProducer("pr-service");
  document.setCreationDate(createdAt);
  document.setModificationDate(createdAt);
  document.setLanguage(words.language);
  writeXmp(document, { title, author, language: words.language, createdAt });
  const fileId = PDFHexString.of(facts.id);
  const fileIds = PDFArray.withContext(document.context);
  fileIds.push(fileId);
  fileIds.push(fileId);
  document.context.trailerInfo.ID = fileIds;
}

/** The document's metadata as XMP (ISO 16684-1), with the mark of PDF/UA-1 (ISO 14289-1, 5). */
function writeXmp(
  document: PDFDocument,
  facts: { title: string; author: string; language: string; createdAt: Date },
): void {
  const { context } = document;
  const date = facts.createdAt.toISOString();
  const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(facts.title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(facts.author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${facts.language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<xmp:CreatorTool>pr-service</xmp:CreatorTool>
<pdf:Producer>pr-service</pdf:Producer>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
  // Not deflated: programs that know nothing of PDF find it by its first line.
  const stream = context.stream(new TextEncoder().encode(xmp), { Type: "Metadata", Subtype: "XML" });
  document.catalog.set(PDFName.of("Metadata"), context.register(stream));
}

function writePage(
  document: PDFDocument,
  { canvas, paper, resources }: { canvas: Canvas; paper: Paper; resources: PDFRef },
) {
  const { context } = document;
  const page = document.addPage([pageSize.width, pageSize.height]);
  page.node.set(PDFName.of("Resources"), resources);
  page.node.set(PDFName.of("Contents"), context.register(context.flateStream(canvas.operators.join("\n"))));
  page.node.set(PDFName.of("Tabs"), PDFName.of("S"));
  const annotations = canvas.links.map((link) => linkAnnotation(document, paper, link));
  return { ref: page.ref, page: page.node, canvas, annotations };
}

function linkAnnotation(document: PDFDocument, { words }: Paper, link: Link) {
  const dictionary = document.context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [link.left, link.bottom, link.right, link.top].map((value) => Math.round(value * 100) / 100),
    Border: [0, 0, 0],
    // Printed, never hidden (PDF 32000-1, 12.5.3).
    F: 4,
    A: { Type: "Action", S: "URI", URI: PDFString.of(escapeLiteral(link.url)) },
  });
  dictionary.set(
    PDFName.of("Contents"),
    PDFHexString.fromText(plainText(fill(words.texts.linkTo, link.label))),
  );
  return dictionary;
}

/** Brackets and backslashes end or change a literal string (PDF 32000-1, 7.3.4.2); pdf-lib writes it as it is. */
function escapeLiteral(text: string): string {
  return text.replace(/[\\()]/g, (character) => `\\${character}`);
}
