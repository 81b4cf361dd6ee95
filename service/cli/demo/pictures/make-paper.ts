import { PDFDocument, StandardFonts } from "pdf-lib";

/** A page of paper with a headline and a sentence: a file to download, with nothing in it that anybody needs. */
export async function makePaper(title: string, clientName: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const [bold, plain] = await Promise.all(
    [StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((name) => document.embedFont(name)),
  );
  const page = document.addPage();
  const { height } = page.getSize();
  if (bold === undefined || plain === undefined) throw new Error("The standard fonts are missing.");
  page.drawText(title, { x: 60, y: height - 100, size: 22, font: bold });
  const note = `${clientName} ist erfunden, und diese Seite ist es auch.`;
  page.drawText(note, { x: 60, y: height - 135, size: 11, font: plain });
  return await document.save();
}
