import { inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from "pdf-lib";

/** A node of a PDF's structure tree, as a parser of ours finds it. */
export type Tag = {
  role: string;
  alt: string | null;
  kids: Tag[];
  marks: { page: number; mark: number }[];
  links: number;
  ref: string;
};

export type TaggedDocument = {
  root: Tag;
  /** Operators outside every marked piece, by page; none in a tagged document. */
  unmarked: string[];
  /** Numbers of the marked pieces of each page. */
  marksOfPages: number[][];
  /** What the parent tree says: for each page the element of each mark. */
  parents: string[][];
  annotations: { contents: string | null; parentRole: string | null }[];
  catalog: PDFDict;
  xmp: string;
};

/** Reads the structure of a PDF by its objects alone: nothing of the program that wrote it is used. */
export async function readTags(bytes: Uint8Array): Promise<TaggedDocument> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context, catalog } = document;
  const pages = document.getPages();
  const pageNumbers = new Map(pages.map((page, index) => [page.ref.tag, index]));
  const look = (object: PDFObject | undefined) =>
    object instanceof PDFRef ? context.lookup(object) : object;
  const tree = context.lookup(catalog.get(PDFName.of("StructTreeRoot")), PDFDict);
  const roles = new Map<string, string>();

  const readTag = (ref: PDFObject | undefined): Tag => {
    if (!(ref instanceof PDFRef)) throw new Error("An element is no object of its own.");
    const dictionary = context.lookup(ref, PDFDict);
    const alt = look(dictionary.get(PDFName.of("Alt")));
    const tag: Tag = {
      role: String(dictionary.get(PDFName.of("S"))).slice(1),
      alt: alt instanceof PDFHexString ? alt.decodeText() : null,
      kids: [],
      marks: [],
      links: 0,
      ref: ref.tag,
    };
    roles.set(ref.tag, tag.role);
    const own = pageNumbers.get(String(dictionary.get(PDFName.of("Pg")))) ?? -1;
    const kids = look(dictionary.get(PDFName.of("K")));
    for (const kid of kids instanceof PDFArray ? kids.asArray() : []) {
      if (kid instanceof PDFNumber) tag.marks.push({ page: own, mark: kid.asNumber() });
      else if (kid instanceof PDFDict && String(kid.get(PDFName.of("Type"))) === "/OBJR") tag.links += 1;
      else if (kid instanceof PDFDict)
        tag.marks.push({
          page: pageNumbers.get(String(kid.get(PDFName.of("Pg")))) ?? -1,
          mark: Number(String(kid.get(PDFName.of("MCID")))),
        });
      else tag.kids.push(readTag(kid));
    }
    return tag;
  };

  const root = readTag(tree.get(PDFName.of("K")));
  const numbers = context.lookup(
    context.lookup(tree.get(PDFName.of("ParentTree")), PDFDict).get(PDFName.of("Nums")),
    PDFArray,
  );
  const parentOf = new Map<number, PDFObject>();
  for (let index = 0; index < numbers.size(); index += 2)
    parentOf.set(Number(String(numbers.get(index))), numbers.get(index + 1));
  const unmarked: string[] = [];
  const marksOfPages: number[][] = [];
  const parents: string[][] = [];
  const annotations: TaggedDocument["annotations"] = [];
  for (const page of pages) {
    const content = look(page.node.get(PDFName.of("Contents")));
    if (!(content instanceof PDFRawStream)) throw new Error("A page has no content stream.");
    const lines = inflateSync(content.getContents()).toString("latin1").split("\n");
    const marks: number[] = [];
    let isMarked = false;
    for (const line of lines) {
      if (line.endsWith(" BDC")) {
        if (isMarked) unmarked.push(`nested: ${line}`);
        isMarked = true;
        const mark = /<<\/MCID (\d+)>> BDC$/.exec(line)?.[1];
        if (mark !== undefined) marks.push(Number(mark));
      } else if (line === "EMC") isMarked = false;
      else if (!isMarked && line !== "") unmarked.push(line);
    }
    marksOfPages.push(marks);
    const own = look(parentOf.get(Number(String(page.node.get(PDFName.of("StructParents"))))));
    parents.push(own instanceof PDFArray ? own.asArray().map((each) => String(each)) : []);
    for (const annotation of page.node.Annots()?.asArray() ?? []) {
      const dictionary = context.lookup(annotation, PDFDict);
      const contents = dictionary.get(PDFName.of("Contents"));
      const parent = parentOf.get(Number(String(dictionary.get(PDFName.of("StructParent")))));
      annotations.push({
        contents: contents instanceof PDFHexString ? contents.decodeText() : null,
        parentRole: roles.get(String(parent)) ?? null,
      });
    }
  }
  const metadata = look(catalog.get(PDFName.of("Metadata")));
  const xmp = metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString("utf8") : "";
  return { root, unmarked, marksOfPages, parents, annotations, catalog, xmp };
}

/** All nodes in the order of reading. */
export function* walk(tag: Tag): Generator<Tag> {
  yield tag;
  for (const kid of tag.kids) yield* walk(kid);
}
