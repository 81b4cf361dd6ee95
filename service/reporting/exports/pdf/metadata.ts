import { type PDFDocument, PDFName } from "pdf-lib";
import { escapeXml } from "../../../web/escape-xml.ts";

/** The document's metadata as XMP (ISO 16684-1), with the mark of PDF/UA-1 (ISO 14289-1, 5). */
export function writeXmp(
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
