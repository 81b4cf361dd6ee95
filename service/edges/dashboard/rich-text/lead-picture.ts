import type { EditorView } from "prosemirror-view";
import { createElement } from "./create-element.ts";
import { pictureIdOf } from "./pictures.ts";
import { findPicture, type Library, type LibraryPicture } from "./upload-picture.ts";

/**
 * Beside the list of file names of "Bild über dem Text": the client's pictures as pictures with an upload, and the first one of the
 * text. The list stays the form's field, and gets what was uploaded since the page was opened.
 */
export function offerLeadPicture(input: {
  form: HTMLFormElement | null;
  view: EditorView;
  library: Library;
  ask: () => Promise<LibraryPicture | null>;
}): void {
  const { form, view, library, ask } = input;
  const select = form?.querySelector<HTMLSelectElement>("select[name=imageAssetId]");
  if (!select) return;
  const state = createElement("p", { className: "facts" });
  state.setAttribute("role", "status");
  const image = createElement("img", { className: "rich-lead", alt: "", hidden: select.value === "" });
  const show = () => {
    image.hidden = select.value === "";
    if (!image.hidden) image.src = `${library.path}/${select.value}/bild`;
  };
  const take = ({ id, fileName }: LibraryPicture) => {
    if (![...select.options].some(({ value }) => value === id)) select.append(new Option(fileName, id));
    select.value = id;
    state.textContent = "";
    show();
    select.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const choose = async () => {
    const picture = await ask();
    if (picture !== null) take(picture);
    open.focus();
  };
  const takeFirst = async () => {
    let first: string | null = null;
    view.state.doc.descendants((node) => {
      first ??= pictureIdOf(node);
    });
    if (first === null) {
      state.textContent = "Im Text steht kein Bild aus der Mediathek.";
      return;
    }
    try {
      take(await findPicture(library, first));
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : "";
    }
  };
  const open = buttonOf("Bild wählen oder hochladen …", choose);
  select.addEventListener("change", show);
  select.after(
    image,
    createElement("p", { className: "buttons" }, [open, buttonOf("Erstes Bild des Textes", takeFirst)]),
    state,
  );
  show();
}

function buttonOf(textContent: string, act: () => Promise<void>): HTMLButtonElement {
  const button = createElement("button", { type: "button", textContent });
  button.addEventListener("click", () => void act());
  return button;
}
