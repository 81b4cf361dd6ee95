import { type EditorState, Plugin, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { nodeType } from "./commands.ts";
import { type PastedPicture, waitingName } from "./paste/reading.ts";
import { attrsOf, fileOf, insertBehind, isWaiting } from "./pictures.ts";
import { type Library, type LibraryPicture, uploadPicture } from "./upload-picture.ts";

/** What one editor sends to the library: by the names under which pictures stand in the text meanwhile. */
export type Uploads = {
  library: Library;
  tell: (text: string) => void;
  underWay: Set<string>;
  /** As many as somebody adds while the page is open; undo and redo bring a name back long after its upload. */
  finished: Map<string, LibraryPicture>;
};

type WaitingFile = { file: File; name: string };

export function createUploads(library: Library, tell: (text: string) => void): Uploads {
  return { library, tell, underWay: new Set(), finished: new Map() };
}

/** Uploads files and shows them where the cursor stands; says what happens, also where one is refused. */
export async function insertFiles(
  view: EditorView,
  files: readonly File[],
  uploads: Uploads,
): Promise<LibraryPicture[]> {
  const all = files.map((file) => ({ file, name: waitingName() }));
  for (const { name } of all) uploads.underWay.add(name);
  for (const { name } of all) insertBehind(view, { src: name, alt: "", title: null });
  return await uploadAll(view, all, uploads);
}

/** Uploads what stands in a clipboard's HTML as data, once it stands in the text. */
export async function uploadPasted(
  view: EditorView,
  pasted: readonly PastedPicture[],
  uploads: Uploads,
): Promise<LibraryPicture[]> {
  const all = pasted.flatMap(({ name, url }, index): WaitingFile[] => {
    const file = fileOf(url, index + 1);
    return file === null ? [] : [{ name, file }];
  });
  for (const { name } of all) uploads.underWay.add(name);
  await Promise.resolve();
  const added = await uploadAll(view, all, uploads);
  const unread = pasted.length - all.length;
  if (unread > 0)
    uploads.tell(
      `${unread === 1 ? "Ein Bild" : `${unread} Bilder`} ließ${unread === 1 ? "" : "en"} sich nicht lesen. Bitte einzeln einfügen.`,
    );
  return added;
}

/** One after the other; one that is refused leaves the text, and the others go on. */
async function uploadAll(
  view: EditorView,
  files: readonly WaitingFile[],
  { library, tell, underWay, finished }: Uploads,
): Promise<LibraryPicture[]> {
  const added: LibraryPicture[] = [];
  const refused: string[] = [];
  for (const [index, { file, name }] of files.entries()) {
    tell(`Bild ${index + 1} von ${files.length} wird hochgeladen …`);
    try {
      const picture = await uploadPicture(library, file);
      finished.set(name, picture);
      added.push(picture);
    } catch (error) {
      refused.push(`${file.name}: ${error instanceof Error ? error.message : "nicht hochgeladen."}`);
    }
    underWay.delete(name);
    // Not one of the steps that somebody wants to undo.
    const settled = settle(view.state, { underWay, finished });
    if (settled !== null) view.dispatch(settled);
  }
  const done = added.length === 1 ? "Das Bild ist hochgeladen." : `${added.length} Bilder sind hochgeladen.`;
  if (files.length > 0) tell([...(added.length > 0 ? [done] : []), ...refused].join(" "));
  return added;
}

/** Holds each picture of the text to what has become of its upload: undo, redo and copies bring names back that nobody sends any more. */
export function settlePlugin(uploads: Pick<Uploads, "underWay" | "finished">): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some(({ docChanged }) => docChanged) ? settle(state, uploads) : null,
  });
}

function settle(
  state: EditorState,
  { underWay, finished }: Pick<Uploads, "underWay" | "finished">,
): Transaction | null {
  const transaction = state.tr.setMeta("addToHistory", false);
  state.doc.descendants((node, from) => {
    const src = String(node.attrs.src ?? "");
    if (!isWaiting(src) || underWay.has(src)) return;
    const at = transaction.mapping.map(from);
    const picture = finished.get(src);
    if (picture !== undefined) {
      const attrs = attrsOf(picture);
      transaction.setNodeMarkup(at, null, { ...attrs, alt: attrs.alt || node.attrs.alt });
    } else if (node.isInline) transaction.delete(at, at + node.nodeSize);
    // A text or a cell can't be without any block.
    else transaction.replaceWith(at, at + node.nodeSize, nodeType("paragraph").create());
  });
  return transaction.docChanged ? transaction : null;
}
