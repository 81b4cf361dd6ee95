import type { Node } from "prosemirror-model";
import { NodeSelection } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { nodeType } from "./commands.ts";
import { tidyAlt } from "./paste/reading.ts";
import type { PictureAttrs } from "./schema.ts";
import type { LibraryPicture } from "./upload-picture.ts";

const waiting = "wartet:";
/** What the clipboard's pictures and dropped files may have. */
const pictureTypes = /^image\/(?:png|jpeg|gif|webp|avif)$/;

/** A picture that is still on its way to the library, which no text is stored with. */
export function isWaiting(src: string): boolean {
  return src.startsWith(waiting);
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
export function insertBehind(view: EditorView, attrs: PictureAttrs): void {
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
