import { createElement, createField } from "./create-element.ts";
import {
  describePicture,
  type Library,
  type LibraryPicture,
  listPictures,
  uploadPicture,
} from "./upload-picture.ts";

/** A picture that comes slower is put into the text without waiting for it. */
const loadMaxMs = 1_000;
const accepted = ".jpg,.jpeg,.png,.webp,.avif,.gif";

export type PictureDialog = {
  /**
   * Asks for a picture of the library or a new one, or begins with what is said of `chosen`; `remove` takes it out of the text that it
   * stands in. Null where it is closed.
   */
  ask: (chosen?: LibraryPicture, remove?: () => void) => Promise<LibraryPicture | null>;
};

/** A dialog over the page: the client's pictures to choose from, an upload beside them, and then what is said of the chosen one. */
export function createPictureDialog(library: Library): PictureDialog {
  const heading = createElement("h2", { id: "rich-picture-title" });
  const body = createElement("div", { className: "rich-dialog-body" });
  const problem = createElement("p", { className: "problem" });
  problem.setAttribute("role", "alert");
  const dialog = createElement("dialog", { className: "rich-dialog" }, [heading, problem, body]);
  dialog.setAttribute("aria-labelledby", heading.id);
  document.body.append(dialog);
  let finish: (picture: LibraryPicture | null) => void = () => {};
  let taken: LibraryPicture | null = null;
  // Only once it is closed: the next question opens it again.
  dialog.addEventListener("close", () => finish(taken));
  const show = (title: string, children: readonly Node[]) => {
    heading.textContent = title;
    problem.textContent = "";
    body.replaceChildren(...children);
  };
  const done = (picture: LibraryPicture) => {
    taken = picture;
    dialog.close();
  };
  const tell = (error: unknown) => {
    problem.textContent =
      error instanceof Error ? error.message : "Das ging schief. Bitte versuchen Sie es noch einmal.";
  };
  const cancel = () => dialog.close();
  const describe = (picture: LibraryPicture, remove?: () => void) => {
    const takeOut = () => {
      remove?.();
      cancel();
    };
    const rest = remove === undefined ? [] : [buttonOf("Aus dem Text nehmen", takeOut)];
    show(
      "Angaben zum Bild",
      detailsOf({ library, picture, done, tell, rest: [...rest, buttonOf("Abbrechen", cancel)] }),
    );
  };
  const choose = () => show("Bild einfügen", choiceOf({ library, choose: describe, tell, cancel }));
  return {
    ask: (chosen, remove) => {
      if (chosen === undefined) choose();
      else describe(chosen, remove);
      taken = null;
      dialog.showModal();
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  };
}

type Choice = {
  library: Library;
  choose: (picture: LibraryPicture) => void;
  tell: (error: unknown) => void;
  cancel: () => void;
};

function choiceOf({ library, choose, tell, cancel }: Choice): Node[] {
  const picker = createElement("input", { type: "file", accept: accepted });
  const state = createElement("p", { className: "facts" });
  state.setAttribute("role", "status");
  picker.addEventListener("change", async () => {
    const [file] = picker.files ?? [];
    if (file === undefined) return;
    picker.disabled = true;
    state.textContent = `${file.name} wird hochgeladen …`;
    try {
      const picture = await uploadPicture(library, file);
      // The dialog may be about another picture by now: it would lose what is being said of that one.
      if (picker.isConnected) choose(picture);
    } catch (error) {
      if (picker.isConnected) tell(error);
    }
    state.textContent = "";
    picker.disabled = false;
    picker.value = "";
  });
  const list = createElement("ul", { className: "rich-library" });
  list.setAttribute("aria-label", "Bilder des Kunden");
  const more = createElement("button", { type: "button", textContent: "Weitere Bilder", hidden: true });
  let cursor: string | null = null;
  const load = async () => {
    more.disabled = true;
    try {
      let page = await listPictures(library, cursor);
      // A page is of files, and none of them may be a picture.
      while (page.pictures.length === 0 && page.nextCursor !== null && list.isConnected)
        page = await listPictures(library, page.nextCursor);
      list.append(...page.pictures.map((picture) => thumbnailOf(picture, choose)));
      cursor = page.nextCursor;
      if (list.children.length === 0 && cursor === null)
        state.textContent =
          "In der Mediathek des Kunden liegt noch kein Bild, das sich im Text zeigen lässt.";
      more.hidden = cursor === null;
    } catch (error) {
      if (list.isConnected) tell(error);
    }
    more.disabled = false;
  };
  more.addEventListener("click", load);
  void load();
  return [
    createField("rich-file", "Neues Bild hochladen", picker),
    state,
    list,
    buttonsOf([more, buttonOf("Abbrechen", cancel)]),
  ];
}

function thumbnailOf(picture: LibraryPicture, choose: (picture: LibraryPicture) => void): HTMLElement {
  const image = createElement("img", { src: picture.thumbnail, alt: picture.alt ?? "", loading: "lazy" });
  const name = createElement("span", { textContent: picture.fileName });
  const button = createElement("button", { type: "button" }, [image, name]);
  button.addEventListener("click", () => choose(picture));
  return createElement("li", {}, [button]);
}

function detailsOf({
  library,
  picture,
  done,
  tell,
  rest,
}: {
  library: Library;
  picture: LibraryPicture;
  done: (picture: LibraryPicture) => void;
  tell: (error: unknown) => void;
  /** Beside the main button. */
  rest: readonly Node[];
}): Node[] {
  const alt = createElement("input", { type: "text", value: picture.alt ?? "", maxLength: 500 });
  const credit = createElement("input", { type: "text", value: picture.credit ?? "", maxLength: 200 });
  const caption = createElement("textarea", { value: picture.caption ?? "", maxLength: 1_000, rows: 2 });
  const take = createElement("button", {
    type: "submit",
    className: "primary",
    textContent: rest.length > 1 ? "Übernehmen" : "Einfügen",
  });
  const image = createElement("img", { src: picture.thumbnail, alt: "" });
  const form = createElement("form", { className: "form" }, [
    image,
    createElement("p", {
      className: "facts",
      textContent: "Alternativtext und Bildnachweis braucht es erst zur Veröffentlichung.",
    }),
    createField("rich-alt", "Alternativtext: Was ist zu sehen?", alt),
    createField("rich-credit", "Bildnachweis", credit),
    createField("rich-caption", "Bildunterschrift", caption),
    buttonsOf([take, ...rest]),
  ]);
  let { seenStamp } = picture;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = {
      alt: alt.value.trim() || null,
      credit: credit.value.trim() || null,
      caption: caption.value.trim() || null,
    };
    const isSame =
      said.alt === picture.alt && said.credit === picture.credit && said.caption === picture.caption;
    take.disabled = true;
    try {
      const stored = isSame
        ? { seenStamp }
        : await describePicture(library, { id: picture.id, ...said, seenStamp });
      seenStamp = stored.seenStamp;
      if (stored.problem !== undefined) throw new Error(stored.problem);
      await untilLoaded(image);
      if (form.isConnected) done({ ...picture, ...said, seenStamp });
    } catch (error) {
      if (form.isConnected) tell(error);
    }
    take.disabled = false;
  });
  return [form];
}

/** Its room in the text is known then: loaded later, it pushed the buttons below from under the pointer, and a click on them was lost. */
async function untilLoaded(image: HTMLImageElement): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, loadMaxMs));
  await Promise.race([image.decode().catch(() => undefined), tooLong]);
}

function buttonsOf(buttons: readonly Node[]): HTMLElement {
  return createElement("p", { className: "buttons" }, buttons);
}

function buttonOf(textContent: string, act: () => void): HTMLElement {
  const button = createElement("button", { type: "button", textContent });
  button.addEventListener("click", act);
  return button;
}
