import { DOMSerializer, type Node, Slice } from "prosemirror-model";
import { Plugin, Selection } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { documentOf, UnheldTextError } from "./from-markdown.ts";
import { cleanPaste } from "./paste/clean-paste.ts";
import { oneLine } from "./paste/one-line.ts";
import type { PastedPicture } from "./paste/reading.ts";
import { pictureFiles } from "./pictures.ts";
import { schema } from "./schema.ts";
import type { LibraryPicture } from "./upload-picture.ts";
import { insertFiles, type Uploads, uploadPasted } from "./uploads.ts";

/** Marks that say that a text without markup is Markdown: a title, a list, bold words, a link. */
const markdownPattern = /^(?:#{1,4} \S|[-*] \S|\d{1,3}\. \S|> \S)|\*\*\S|\]\(https?:/m;
/** A longer text of a clipboard is taken as plain lines. */
const markdownUnitsMax = 200_000;

const ownMark = "data-pr-text";
const ownPattern = new RegExp(`<[^>]+ ${ownMark}=`);

/** Marks what is copied here. */
function ownSerializer(): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema);
  const serializer = new DOMSerializer(nodes, marks);
  const serialize = serializer.serializeFragment.bind(serializer);
  serializer.serializeFragment = (fragment, options, target) => {
    const out = serialize(fragment, options, target);
    if (target === undefined) (out as DocumentFragment).firstElementChild?.setAttribute(ownMark, "");
    return out;
  };
  return serializer;
}

/** Takes in what is pasted and dropped: the structure of texts, and pictures as uploads. */
export function pastePlugin(input: {
  /** Null where the person may add none. */
  uploads: Uploads | null;
  tell: (text: string) => void;
  onAdded: (pictures: LibraryPicture[]) => void;
}): Plugin {
  const { uploads, tell, onAdded } = input;
  /** Pictures of the HTML that is about to be pasted or dropped. */
  let waiting: PastedPicture[] = [];
  /** Whether what is about to be pasted has cells of a table. */
  let hasCells = false;
  const takeFiles = (view: EditorView, files: readonly File[]) => {
    if (uploads === null || files.length === 0) return false;
    void insertFiles(view, files, uploads).then(onAdded);
    return true;
  };
  /** Uploads the waiting pictures, once their HTML is put into the text. */
  const takeWaiting = (view: EditorView) => {
    const pictures = waiting;
    waiting = [];
    if (uploads !== null && pictures.length > 0) void uploadPasted(view, pictures, uploads).then(onAdded);
  };
  return new Plugin({
    props: {
      clipboardSerializer: ownSerializer(),
      transformPastedHTML: (html) => {
        hasCells = /<t[dh][\s>]/i.test(html);
        // What was copied in this editor needs no cleaning, as its schema lets through only what it knows. `data-pm-slice` would not tell:
        // Confluence and Jira, whose editors are built on ProseMirror too, write it as well.
        if (ownPattern.test(html.slice(0, 2_000))) return html;
        const clean = cleanPaste(html);
        waiting = uploads === null ? [] : (clean?.pictures ?? []);
        if (clean === null) tell("Das ist zu viel auf einmal. Bitte fügen Sie den Text in Teilen ein.");
        hasCells = clean?.html.includes("<td>") === true;
        return clean?.html ?? "";
      },
      clipboardTextParser: (text, _context, isPlain) => {
        const doc = isPlain ? null : markdownDocument(text);
        hasCells = doc?.children.some(({ type }) => type === schema.nodes.table) === true;
        if (doc !== null) return Slice.maxOpen(doc.content);
        const lines = text.split(/(?:\r\n?|\n)+/).filter((line) => line !== "");
        const paragraphs = lines.map((line) => schema.node("paragraph", null, [schema.text(line)]));
        return Slice.maxOpen(
          schema.node("doc", null, paragraphs.length > 0 ? paragraphs : [schema.node("paragraph")]).content,
        );
      },
      handlePaste: (view, event, slice) => {
        const files = pictureFiles(event.clipboardData?.files);
        const pasted = waiting;
        waiting = [];
        const hasWords = slice.content.textBetween(0, slice.content.size, " ").trim() !== "";
        // A copied picture comes with an <img> of an address that this page can't read.
        if (files.length > 0 && !hasWords) return takeFiles(view, files);
        waiting = pasted;
        takeWaiting(view);
        if (hasCells || !isInTable(view.state)) return false;
        view.dispatch(view.state.tr.replaceSelection(oneLine(slice)).scrollIntoView().setMeta("paste", true));
        return true;
      },
      handleDrop: (view, event) => {
        const files = pictureFiles(event.dataTransfer?.files);
        if (files.length === 0) {
          takeWaiting(view);
          return false;
        }
        waiting = [];
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at !== null)
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
        return takeFiles(view, files);
      },
    },
  });
}

function markdownDocument(text: string): Node | null {
  if (text.length > markdownUnitsMax || !markdownPattern.test(text)) return null;
  try {
    return documentOf(text.replace(/\r\n?/g, "\n")).doc;
  } catch (error) {
    if (error instanceof UnheldTextError) return null;
    throw error;
  }
}
