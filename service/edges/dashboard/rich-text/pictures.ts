import type { Node } from "prosemirror-model";
import { NodeSelection } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { nodeType } from "./commands.ts";
import { tidyAlt, waitingName } from "./paste/reading.ts";
import type { PictureAttrs } from "./schema.ts";
import { type Library, type LibraryPicture, uploadPicture } from "./upload-picture.ts";

const waiting = "wartet:";
/** What the clipboard's pictures and dropped files may have. */
const pictureTypes = /^image\/(?:png|jpeg|gif|webp|avif)$/;

/** A picture that is still on its way to the library, which no text is stored with. */
export function isWaiting(src: string): boolean {
  return src.startsWith(waiting);
}

export function hasWaiting(doc: Node): boolean {
  let isFound = false;
  doc.descendants((node) => {
    isFound ||= typeof node.attrs.src === "string" && isWaiting(node.attrs.src);
    return !isFound;
  });
  return isFound;
}

export function pictureFiles(files: FileList | undefined): File[] {
  return [...(files ?? [])].filter(({ type }) => pictureTypes.test(type));
}

/** How a picture of the library stands in a text: with its caption, and whose it is. */
export function attrsOf({ src, alt, caption, credit }: LibraryPicture): PictureAttrs {
  const title = [caption, credit].filter((text) => text !== null && text !== "").join(" ");
  return { src, alt: tidyAlt(alt ?? ""), title: title === "" ? null : title };
}

/** The id in the library of a picture of this service; null for any other, and for what is no picture. */
export function pictureIdOf({ attrs }: Pick<Node, "attrs">): string | null {
  return /^\/media\/([0-9a-f-]{36})\//.exec(String(attrs.src))?.[1] ?? null;
}

/** Puts a picture where the cursor stands, or in the place of the selected one. */
export function insertPicture(view: EditorView, attrs: PictureAttrs): void {
  const { state } = view;
  const { selection } = state;
  const isPicture = selection instanceof NodeSelection && /^(?:figure|image)$/.test(selection.node.type.name);
  if (isPicture) {
    view.dispatch(state.tr.setNodeMarkup(selection.from, null, attrs));
    return;
  }
  const name = isInTable(state) ? "image" : "figure";
  view.dispatch(state.tr.replaceSelectionWith(nodeType(name).create(attrs)).scrollIntoView());
}

/** Puts a picture where the cursor stands, but never in the place of another: several files come one behind the other. */
function insertBehind(view: EditorView, attrs: PictureAttrs): void {
  const { state } = view;
  const { selection } = state;
  if (!(selection instanceof NodeSelection)) {
    insertPicture(view, attrs);
    return;
  }
  const at = selection.to;
  const transaction = state.tr.insert(
    at,
    nodeType(selection.node.isInline ? "image" : "figure").create(attrs),
  );
  view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)).scrollIntoView());
}

/** Uploads files and shows them where the cursor stands; says what happens, also where one is refused. */
export async function insertFiles(
  view: EditorView,
  { files, library, tell }: { files: readonly File[]; library: Library; tell: (text: string) => void },
): Promise<LibraryPicture[]> {
  const all = files.map((file) => ({ file, name: waitingName() }));
  for (const { name } of all) insertBehind(view, { src: name, alt: "", title: null });
  return await uploadWaiting(view, { pictures: all, library, tell });
}

/** Uploads pictures that stand in the text already, one after the other. */
export async function uploadWaiting(
  view: EditorView,
  {
    pictures,
    library,
    tell,
  }: {
    pictures: readonly { file: File; name: string }[];
    library: Library;
    tell: (text: string) => void;
  },
): Promise<LibraryPicture[]> {
  const added: LibraryPicture[] = [];
  for (const [index, { file, name }] of pictures.entries()) {
    tell(`Bild ${index + 1} von ${pictures.length} wird hochgeladen …`);
    try {
      const picture = await uploadPicture(library, file);
      replaceWaiting(view, name, picture);
      added.push(picture);
    } catch (error) {
      replaceWaiting(view, name, null);
      tell(error instanceof Error ? `${file.name}: ${error.message}` : "Das Bild ließ sich nicht hochladen.");
      return added;
    }
  }
  tell(pictures.length === 1 ? "Das Bild ist hochgeladen." : `${added.length} Bilder sind hochgeladen.`);
  return added;
}

/** The upload is none of the steps that somebody wants to undo. */
function replaceWaiting(view: EditorView, name: string, picture: LibraryPicture | null): void {
  const found: { node: Node; at: number }[] = [];
  view.state.doc.descendants((node, at) => {
    if (node.attrs.src === name) found.push({ node, at });
  });
  const [first] = found;
  if (first === undefined) return;
  const { node, at } = first;
  const transaction = view.state.tr.setMeta("addToHistory", false);
  if (picture === null) transaction.delete(at, at + node.nodeSize);
  else {
    const attrs = attrsOf(picture);
    transaction.setNodeMarkup(at, null, { ...attrs, alt: attrs.alt || node.attrs.alt });
  }
  view.dispatch(transaction);
}

/** A picture of the clipboard's HTML as a file. The policy of the page lets nobody fetch a data: URL. */
export function fileOf(dataUrl: string, number: number): File | null {
  const [, type = "", base64 = ""] = /^data:(image\/[a-z]+);base64,(.*)$/is.exec(dataUrl) ?? [];
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (character) => character.charCodeAt(0));
    const ending = type.toLowerCase() === "image/jpeg" ? "jpg" : type.slice("image/".length).toLowerCase();
    return bytes.length === 0 ? null : new File([bytes], `eingefuegt-${number}.${ending}`, { type });
  } catch {
    return null;
  }
}
