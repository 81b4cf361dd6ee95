import { type PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFRef } from "pdf-lib";
import type { Bookmark } from "./paper.ts";

type Entry = { bookmark: Bookmark; ref: PDFRef; children: Entry[] };

/** The outline (PDF 32000-1, 12.3.3): parts with their sections, shown by the reader beside the pages. */
export function writeBookmarks(document: PDFDocument, bookmarks: readonly Bookmark[]): void {
  const { context } = document;
  const roots: Entry[] = [];
  for (const bookmark of bookmarks) {
    const entry: Entry = { bookmark, ref: context.nextRef(), children: [] };
    const parent = bookmark.depth === 0 ? undefined : roots.at(-1);
    (parent?.children ?? roots).push(entry);
  }
  if (roots.length === 0) {
    return;
  }
  const outlines = context.nextRef();
  const pageRefs = document.getPages().map((page) => page.ref);
  writeSiblings(document, roots, outlines, pageRefs);
  context.assign(
    outlines,
    context.obj({
      Type: "Outlines",
      ...ends(roots),
      Count: roots.reduce((sum, entry) => sum + 1 + entry.children.length, 0),
    }),
  );
  document.catalog.set(PDFName.of("Outlines"), outlines);
  document.catalog.set(PDFName.of("PageMode"), PDFName.of("UseOutlines"));
}

function writeSiblings(
  document: PDFDocument,
  entries: readonly Entry[],
  parent: PDFRef,
  pageRefs: readonly PDFRef[],
): void {
  const { context } = document;
  entries.forEach((entry, index) => {
    const previous = entries[index - 1];
    const next = entries[index + 1];
    const page = pageRefs[entry.bookmark.page];
    const destination = context.obj([]);
    if (page !== undefined) {
      destination.push(page);
      destination.push(PDFName.of("XYZ"));
      destination.push(context.obj(null));
      // Fifteen points of air above the heading; zoom 0 keeps the reader's own.
      destination.push(PDFNumber.of(Math.round(entry.bookmark.top + 15)));
      destination.push(PDFNumber.of(0));
    }
    context.assign(
      entry.ref,
      context.obj({
        Title: PDFHexString.fromText(entry.bookmark.title),
        Parent: parent,
        Dest: destination,
        ...(previous === undefined ? {} : { Prev: previous.ref }),
        ...(next === undefined ? {} : { Next: next.ref }),
        ...(entry.children.length === 0 ? {} : { ...ends(entry.children), Count: entry.children.length }),
      }),
    );
    writeSiblings(document, entry.children, entry.ref, pageRefs);
  });
}

function ends(entries: readonly Entry[]): { First: PDFRef; Last: PDFRef } | Record<string, never> {
  const first = entries[0];
  const last = entries.at(-1);
  return first === undefined || last === undefined ? {} : { First: first.ref, Last: last.ref };
}
