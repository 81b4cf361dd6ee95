import type { PDFDocument, PDFImage } from "pdf-lib";
import type { PublicationReport } from "../../reports/schema.ts";
import type { PictureFiles } from "../picture-files.ts";
import type { PlacedPictures } from "./first-page.ts";

/** Puts the pictures that a report names into its document, each under a name for its pages. */
export async function embedPictures(
  document: PDFDocument,
  { presentation = { language: "de" } }: Pick<PublicationReport, "presentation">,
  files: PictureFiles,
): Promise<{ placed: PlacedPictures; images: Map<string, PDFImage> }> {
  const images = new Map<string, PDFImage>();
  const placed: PlacedPictures = {};
  for (const [role, name] of [
    ["logo", "Im1"],
    ["picture", "Im2"],
  ] as const) {
    const file = files[presentation[role]?.sha256 ?? ""];
    if (file === undefined) continue;
    const isPng = file[0] === 0x89;
    const image = isPng ? await document.embedPng(file) : await document.embedJpg(file);
    await image.embed();
    images.set(name, image);
    placed[role] = name;
  }
  return { placed, images };
}
