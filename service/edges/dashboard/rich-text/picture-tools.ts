import type { Node } from "prosemirror-model";
import { type Command, NodeSelection, Plugin, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { nodeType } from "./commands.ts";
import { createPictureDialog } from "./picture-dialog.ts";
import { attrsOf, insertPicture, pictureIdOf } from "./pictures.ts";
import { findPicture, type Library, type LibraryPicture } from "./upload-picture.ts";

/** What asks about pictures: for a new one, for one that was just uploaded, and again for one that is clicked or entered. */
export function createPictureTools(input: {
  view: () => EditorView;
  library: Library | null;
  tell: (text: string) => void;
}) {
  const { view, library, tell } = input;
  const dialog = library === null ? null : createPictureDialog(library);
  const ask = async (chosen?: LibraryPicture, remove?: () => void) => {
    const { doc, selection } = view().state;
    const picture = await dialog?.ask(chosen, remove);
    // Firefox moves the selection when the dialog gives the focus back.
    const { state } = view();
    const at = state.doc === doc || chosen === undefined ? null : positionOf(state.doc, chosen);
    if (state.doc === doc) view().dispatch(state.tr.setSelection(selection));
    else if (at !== null) select(at);
    if (picture) {
      insertPicture(view(), attrsOf(picture));
      goBehind(view());
    }
    view().focus();
    return picture ?? null;
  };
  const inTurn = createTurns();
  /** Opens the dialog for one picture after the other until somebody closes it. A picture that was deleted from the text is skipped. */
  const askEach = async (pictures: readonly LibraryPicture[]) => {
    for (const picture of pictures) {
      const { doc } = view().state;
      const at = positionOf(doc, picture);
      const node = at === null ? null : doc.nodeAt(at);
      if (at === null || node === null) continue;
      select(at);
      if ((await ask(saidOf(node, picture))) !== null) continue;
      // Typing would replace the selected picture.
      goBehind(view());
      return;
    }
  };
  const select = (at: number) =>
    view().dispatch(view().state.tr.setSelection(NodeSelection.create(view().state.doc, at)));
  const insert: Command = (_state, dispatch) => {
    if (dispatch !== undefined) void inTurn(() => ask());
    return dialog !== null;
  };
  /** The dialog shows what the text says of the picture, which somebody may have changed by hand. */
  const reopen = (node: Node, at: number): boolean => {
    const id = pictureIdOf(node);
    if (id === null || library === null) return false;
    select(at);
    findPicture(library, id).then(
      (picture) =>
        void inTurn(async () => {
          // Writing has moved it meanwhile: something else stands there now.
          if (view().state.doc.nodeAt(at) !== node) return;
          select(at);
          await ask(saidOf(node, picture), () => view().dispatch(view().state.tr.deleteSelection()));
        }),
      (error: unknown) => tell(error instanceof Error ? error.message : ""),
    );
    return true;
  };
  const plugin = new Plugin({
    props: {
      handleClickOn: (_view, _at, node, nodeAt, _event, isDirect) => isDirect && reopen(node, nodeAt),
      handleKeyDown: ({ state: { selection } }, { key }) =>
        key === "Enter" && selection instanceof NodeSelection && reopen(selection.node, selection.from),
    },
  });
  return {
    insert,
    plugin,
    /** Lets somebody choose a picture without putting it into the text, such as the leading one. */
    choose: async (): Promise<LibraryPicture | null> => (await inTurn(async () => dialog?.ask())) ?? null,
    /** Asks for the description of pictures that were just added, once no other picture is asked about. */
    describe: (pictures: readonly LibraryPicture[]) => void inTurn(() => askEach(pictures)),
  };
}

/** One question after the other: a picture that was just uploaded would take the dialog from the one that somebody describes. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(act);
    last = answer.catch(() => undefined);
    return answer;
  };
}

function positionOf(doc: Node, { src }: LibraryPicture): number | null {
  let found: number | null = null;
  doc.descendants((node, at) => {
    if (node.attrs.src === src) found = at;
  });
  return found;
}

/** Puts the cursor into the paragraph behind the picture, and makes one where there is none. */
function goBehind(view: EditorView): void {
  const { selection, doc, tr } = view.state;
  if (!(selection instanceof NodeSelection) || selection.node.isInline) return;
  const at = selection.to;
  const transaction =
    doc.resolve(at).nodeAfter?.isTextblock === true ? tr : tr.insert(at, nodeType("paragraph").create());
  view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, at + 1)).scrollIntoView());
}

function saidOf({ attrs }: Node, picture: LibraryPicture): LibraryPicture {
  const { alt, title } = attrs;
  const isAsStored = title === null || title === attrsOf(picture).title;
  const { credit } = picture;
  const words = String(title);
  const caption = credit !== null && words.endsWith(credit) ? words.slice(0, -credit.length).trim() : words;
  return { ...picture, alt: alt || picture.alt, caption: isAsStored ? picture.caption : caption };
}
