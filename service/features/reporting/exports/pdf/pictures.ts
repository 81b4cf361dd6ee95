import type { PDFDocument, PDFImage } from "pdf-lib";
import type { PublicationReport } from "../../reports/schema.ts";
import type { PictureFiles } from "../picture-files.ts";

/** Pictures that the document holds, by their names in its resources; those of releases by the releases' ids. */
export type PlacedPictures = {
  logo?: string;
  picture?: string;
  clientLogo?: string;
  releases: ReadonlyMap<number, string>;
};

/** Puts the pictures that a report names into its document, each under a name for its pages. */
export async function embedPictures(
  document: PDFDocument,
  { presentation = { language: "de" } }: Pick<PublicationReport, "presentation">,
  files: PictureFiles,
): Promise<{ placed: PlacedPictures; images: Map<string, PDFImage> }> {
  const images = new Map<string, PDFImage>();
  const place = async (name: string, picture: { sha256: string } | undefined): Promise<string | null> => {
    const file = files[picture?.sha256 ?? ""];
    if (file === undefined) return null;
    const isPng = file[0] === 0x89;
    const image = isPng ? await document.embedPng(file) : await document.embedJpg(file);
    await image.embed();
    images.set(name, image);
    return name;
  };
  const { logo, picture, clientLogo, releasePictures = [] } = presentation;
  const names = {
    logo: await place("Im1", logo),
    picture: await place("Im2", picture),
    clientLogo: await place("Im3", clientLogo),
  };
  const releases = new Map<number, string>();
  for (const [index, each] of releasePictures.entries()) {
    const name = await place(`Im${index + 4}`, each);
    if (name !== null) releases.set(each.releaseId, name);
  }
  const known = Object.entries(names).filter(([, name]) => name !== null);
  return { placed: { ...Object.fromEntries(known), releases }, images };
}
