import {
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObject,
  type PDFRef,
} from "pdf-lib";

/** Standard structure types (PDF 32000-1, 14.8.4); `KeyFigure` is ours, and mapped to one. */
export type Role =
  | "Document"
  | "Sect"
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "KeyFigure"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "BlockQuote"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Link";

/** A node of the structure tree: what a part of the document is, in the order of reading. */
export type Element = {
  role: Role;
  kids: Kid[];
  /** What a picture or chart shows, in words. */
  alt?: string;
  /** Where a picture or chart lies: left, bottom, right, top. */
  box?: [number, number, number, number];
};

type Kid = Element | { page: number; mark: number } | { page: number; annotation: number };

/** What the structure needs of a page: drawing marks it, and leaves who owns each mark and link. */
type MarkedCanvas = { operators: string[]; owners: Element[]; links: { owner: Element }[] };

export function newElement(role: Role): Element {
  return { role, kids: [] };
}

/** Marks what `draw` puts on a page as the content of an element; `draw` must stay on that page. */
export function markContent(
  target: { canvas: MarkedCanvas; page: number; owner: Element },
  draw: () => void,
): void {
  const { canvas, page, owner } = target;
  const mark = canvas.owners.length;
  const start = canvas.operators.length;
  canvas.operators.push(`/${owner.role} <</MCID ${mark}>> BDC`);
  draw();
  if (canvas.operators.length === start + 1) {
    canvas.operators.pop();
    return;
  }
  canvas.operators.push("EMC");
  canvas.owners.push(owner);
  owner.kids.push({ page, mark });
}

/** What the tree needs to know of the pages: their objects, and those of their links. */
export type TaggedPage = { ref: PDFRef; canvas: MarkedCanvas; annotations: PDFRef[] };

/**
 * Writes the structure tree of a tagged PDF (PDF 32000-1, 14.7; PDF/UA-1). Its nodes are put together as text: there is one
 * for each cell of each table, and the library's dictionaries would take half of the time of a report.
 */
export function writeStructure(document: PDFDocument, root: Element, pages: readonly TaggedPage[]): void {
  const { context } = document;
  const refs = new Map<Element, PDFRef>();
  const tree = context.nextRef();
  writeElement(root, tree);
  context.assign(tree, new RawObject(treeText()));
  document.catalog.set(PDFName.of("StructTreeRoot"), tree);
  document.catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));

  function writeElement(element: Element, parent: PDFRef): PDFRef {
    const ref = context.nextRef();
    refs.set(element, ref);
    const page = element.kids.find((kid) => "mark" in kid)?.page;
    const kids = element.kids.map((kid) => {
      if ("role" in kid) return String(writeElement(kid, ref));
      if ("annotation" in kid) return `<</Type/OBJR/Pg ${pageRef(kid.page)}/Obj ${annotationRef(kid)}>>`;
      return kid.page === page ? String(kid.mark) : `<</Type/MCR/Pg ${pageRef(kid.page)}/MCID ${kid.mark}>>`;
    });
    const facts = [
      `/Type/StructElem/S/${element.role}/P ${parent}`,
      page === undefined ? "" : `/Pg ${pageRef(page)}`,
      element.alt === undefined ? "" : `/Alt ${PDFHexString.fromText(element.alt)}`,
      element.role === "TH" ? "/A<</O/Table/Scope/Column>>" : "",
      element.box === undefined
        ? ""
        : `/A<</O/Layout/Placement/Block/BBox[${element.box.map(round).join(" ")}]>>`,
      kids.length === 0 ? "" : `/K[${kids.join(" ")}]`,
    ];
    context.assign(ref, new RawObject(`<<${facts.join("")}>>`));
    return ref;
  }

  function treeText(): string {
    const rows = pages.map(({ canvas }, index) => `${index}[${canvas.owners.map(refOf).join(" ")}]`);
    let next = pages.length;
    const linkRows = pages.flatMap(({ canvas }) =>
      canvas.links.map(({ owner }) => {
        const row = `${next} ${refOf(owner)}`;
        next += 1;
        return row;
      }),
    );
    const parents = `/ParentTree<</Nums[${[...rows, ...linkRows].join(" ")}]>>/ParentTreeNextKey ${next}`;
    return `<</Type/StructTreeRoot/K ${refOf(root)}/RoleMap<</KeyFigure/P>>${parents}>>`;
  }

  function refOf(element: Element): string {
    return String(refs.get(element));
  }

  function pageRef(page: number): string {
    return String(pages[page]?.ref);
  }

  function annotationRef({ page, annotation }: { page: number; annotation: number }): string {
    return String(pages[page]?.annotations[annotation]);
  }
}

/** Numbers under which the pages and links find their elements: pages first, in their order, then all links. */
export function numberPages(pages: readonly { page: PDFDict; annotations: readonly PDFDict[] }[]): void {
  let next = pages.length;
  pages.forEach(({ page, annotations }, index) => {
    page.set(PDFName.of("StructParents"), PDFNumber.of(index));
    for (const annotation of annotations) {
      annotation.set(PDFName.of("StructParent"), PDFNumber.of(next));
      next += 1;
    }
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** An object whose text is finished; ASCII only. */
class RawObject extends PDFObject {
  private readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override clone(): PDFObject {
    return new RawObject(this.text);
  }

  override toString(): string {
    return this.text;
  }

  override sizeInBytes(): number {
    return this.text.length;
  }

  override copyBytesInto(buffer: Uint8Array, offset: number): number {
    for (let index = 0; index < this.text.length; index += 1)
      buffer[offset + index] = this.text.charCodeAt(index);
    return this.text.length;
  }
}
