import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import type { Node } from "prosemirror-model";
import { EditorState, type Plugin } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import { createElement } from "./create-element.ts";
import { keyPlugins, typedMarks } from "./keys.ts";
import { offerLeadPicture } from "./lead-picture.ts";
import { createLinkPanel } from "./link-panel.ts";
import { type OpenedText, openText } from "./open-text.ts";
import { pastePlugin } from "./paste-plugin.ts";
import { createPictureTools } from "./picture-tools.ts";
import { pictureViews } from "./picture-view.ts";
import { remarksPlugins } from "./remarks.ts";
import { createToolbar } from "./toolbar.ts";
import type { Library } from "./upload-picture.ts";
import { createUploads, settlePlugin, type Uploads } from "./uploads.ts";
import { createWriter } from "./write-back.ts";

/** Puts the editor over the text area, which stays the form's field: what is written comes back into it as Markdown. */
export function mountEditor(area: HTMLTextAreaElement, library: Library | null): void {
  const note = createElement("p", { className: "facts rich-note" });
  note.setAttribute("role", "status");
  const tell = (text: string) => {
    note.textContent = text;
  };
  const switchButton = createElement("button", { type: "button", className: "rich-switch" });
  const link = createLinkPanel(() => view);
  const uploads = library === null ? null : createUploads(library, tell);
  const pictures = createPictureTools({ view: () => view, library, tell });
  const toolbar = createToolbar({
    view: () => view,
    link: link.open,
    picture: library === null ? null : pictures.insert,
    switchButton,
  });
  const place = createElement("div", { className: "rich-text" });
  const keys = keysNote(`${area.id}-tasten`);
  const root = createElement("div", { className: "rich" }, [
    toolbar.element,
    link.element,
    place,
    keys,
    note,
  ]);
  area.before(root);
  const plugins = pluginsOf({ pictures, link, uploads, tell });
  const writer = createWriter(area);
  const stateOf = (doc: Node) => EditorState.create({ doc, plugins });
  const empty: OpenedText = openText("") as OpenedText;
  const attributes = textboxAttributes(area, keys.id);
  const view: EditorView = new EditorView(place, {
    state: stateOf(empty.doc),
    nodeViews: pictureViews(library),
    attributes: () => ({ ...attributes, lang: languageOf(area) }),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      toolbar.update(view.state);
      if (transaction.docChanged) writer.later(view.state.doc);
    },
  });
  const showText = (isFocused: boolean) => {
    const opened = openText(area.value);
    const isHeld = "doc" in opened;
    if (isHeld) {
      writer.open(opened);
      view.updateState(stateOf(opened.doc));
      toolbar.update(view.state);
    }
    tell(isHeld ? "" : `${opened.reason} Er steht deshalb hier als Markdown.`);
    showAs(isHeld, { area, root, switchButton });
    if (isFocused) (isHeld ? view : area).focus();
  };
  switchButton.addEventListener("click", () => {
    if (area.hidden === false) return showText(true);
    writer.flush();
    writer.close();
    tell("");
    showAs(false, { area, root, switchButton });
    area.focus();
  });
  if (library !== null) offerLeadPicture({ form: area.form, view, library, ask: pictures.choose });
  leadFocus(area, view);
  // Screen readers and spell checkers go by the language that the text is in.
  area.form?.addEventListener("change", () => view.setProps({}));
  keepUploads({ area, switchButton }, () => (uploads?.underWay.size ?? 0) > 0, tell);
  showText(false);
}

function pluginsOf(input: {
  pictures: ReturnType<typeof createPictureTools>;
  link: ReturnType<typeof createLinkPanel>;
  uploads: Uploads | null;
  tell: (text: string) => void;
}): Plugin[] {
  const { pictures, link, uploads, tell } = input;
  return [
    typedMarks(),
    pictures.plugin,
    ...keyPlugins({ link: link.open, picture: pictures.insert }),
    history(),
    gapCursor(),
    // Before that of tables, which would put several paragraphs into one cell.
    pastePlugin({ uploads, tell, onAdded: pictures.describe }),
    tableEditing(),
    ...remarksPlugins(),
    settlePlugin(uploads ?? { underWay: new Set(), finished: new Map() }),
  ];
}

/** How to get out of the field by the keyboard, for who hears the page. */
function keysNote(id: string): HTMLElement {
  const textContent =
    "In Listen rückt die Tabulatortaste ein, in Tabellen geht sie zur nächsten Zelle. Drücken Sie vorher Escape, verlässt sie das Textfeld.";
  return createElement("p", { id, className: "unseen", textContent });
}

/** A text that is sent while a picture is on its way would be stored without it, and one that becomes Markdown would never get it. */
function keepUploads(
  { area, switchButton }: Pick<Parts, "area" | "switchButton">,
  isUploading: () => boolean,
  tell: (text: string) => void,
): void {
  const holdBack = (event: Event) => {
    if (!area.hidden || !isUploading()) return;
    event.preventDefault();
    // Before the others that hear of it: nothing has been sent.
    event.stopImmediatePropagation();
    tell(
      "Ein Bild wird noch hochgeladen. Bitte warten Sie einen Augenblick, und versuchen Sie es dann noch einmal.",
    );
  };
  area.form?.addEventListener("submit", holdBack, { capture: true });
  switchButton.addEventListener("click", holdBack, { capture: true });
}

/** Label and notes of the field lead to the editor where the field itself is not shown. */
function leadFocus(area: HTMLTextAreaElement, view: EditorView): void {
  for (const target of document.querySelectorAll(`#${CSS.escape(`${area.id}-label`)}, a[href="#${area.id}"]`))
    target.addEventListener("click", (event) => {
      if (!area.hidden) return;
      event.preventDefault();
      view.focus();
    });
}

type Parts = { area: HTMLTextAreaElement; root: HTMLElement; switchButton: HTMLButtonElement };

function showAs(isText: boolean, { area, root, switchButton }: Parts): void {
  area.hidden = isText;
  // One field with this label at a time, for whoever finds it by its name.
  const label = document.querySelector(`#${CSS.escape(`${area.id}-label`)}`);
  if (isText) label?.removeAttribute("for");
  else label?.setAttribute("for", area.id);
  root.classList.toggle("is-markdown", !isText);
  switchButton.textContent = isText ? "Markdown" : "Textfeld";
  switchButton.title = isText ? "Den Text mit seinen Zeichen zeigen" : "Den Text so zeigen, wie er aussieht";
  for (const tool of root.querySelectorAll<HTMLButtonElement>(".rich-bar button"))
    if (tool !== switchButton) tool.toggleAttribute("disabled", !isText);
  if (!isText) switchButton.tabIndex = 0;
}

/** The language that the form has for its text. */
function languageOf({ form }: HTMLTextAreaElement): string {
  const field = form?.elements.namedItem("language");
  return (field instanceof HTMLSelectElement && field.value) || "de";
}

/** What the label and the notes of the field say holds for the editor too. */
function textboxAttributes(area: HTMLTextAreaElement, keysId: string): Record<string, string> {
  const label = document.querySelector(`label[for="${area.id}"]`);
  if (label !== null) label.id ||= `${area.id}-label`;
  const described = area.getAttribute("aria-describedby");
  return {
    role: "textbox",
    "aria-multiline": "true",
    ...(label !== null && { "aria-labelledby": label.id }),
    "aria-describedby": described === null ? keysId : `${described} ${keysId}`,
    ...(area.getAttribute("aria-invalid") === "true" && { "aria-invalid": "true" }),
    spellcheck: "true",
  };
}
