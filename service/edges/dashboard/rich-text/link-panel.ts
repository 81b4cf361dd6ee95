import type { Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { safeAddress } from "../../../press-text/safe-address.ts";
import { isMarked } from "./commands.ts";
import { createElement, createField } from "./create-element.ts";
import { schema } from "./schema.ts";

/** The line below the tools that asks where a link leads. */
export function createLinkPanel(view: () => EditorView): { element: HTMLElement; open: Command } {
  const address = createElement("input", {
    type: "text",
    inputMode: "url",
    autocomplete: "off",
    placeholder: "https://…",
  });
  const problem = createElement("p", { className: "problem", hidden: true });
  problem.setAttribute("role", "alert");
  const take = createElement("button", { type: "button", textContent: "Übernehmen" });
  const remove = createElement("button", { type: "button", textContent: "Link entfernen" });
  const cancel = createElement("button", { type: "button", textContent: "Abbrechen" });
  const element = createElement("div", { className: "rich-panel", hidden: true }, [
    createField("rich-link", "Wohin führt der Link?", address),
    problem,
    createElement("p", { className: "buttons" }, [take, remove, cancel]),
  ]);
  const close = () => {
    element.hidden = true;
    view().focus();
  };
  const apply = () => {
    const href = typedAddress(address.value);
    problem.hidden = href !== null;
    problem.textContent = "Bitte geben Sie eine Adresse mit https:// oder eine Mailadresse an.";
    if (href === null) return address.focus();
    setLink(view(), href);
    close();
  };
  take.addEventListener("click", apply);
  remove.addEventListener("click", () => {
    setLink(view(), null);
    close();
  });
  cancel.addEventListener("click", close);
  // What is typed here is none of the form's: neither preview nor warning have to know.
  element.addEventListener("input", (event) => event.stopPropagation());
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key !== "Enter" || event.target !== address) return;
    event.preventDefault();
    apply();
  });
  const open: Command = (state, dispatch) => {
    if (!state.selection.$from.parent.inlineContent || state.selection.$from.parent.type.spec.code === true)
      return false;
    if (dispatch === undefined) return true;
    element.hidden = false;
    problem.hidden = true;
    const mark = schema.marks.link?.isInSet(state.selection.$from.marks()) ?? null;
    address.value = mark === null || mark === undefined ? "" : String(mark.attrs.href);
    remove.hidden = !isMarked(state, "link");
    address.focus();
    address.select();
    return true;
  };
  return { element, open };
}

/** Links the selected words, or the whole link that the cursor stands in; without either the address itself is put there. */
function setLink(view: EditorView, href: string | null): void {
  const { link } = schema.marks;
  const { state } = view;
  if (link === undefined) return;
  const range = state.selection.empty ? linkRange(view) : state.selection;
  if (range === null) {
    if (href === null) return;
    const words = href.replace(/^(?:mailto|tel):/, "");
    view.dispatch(state.tr.replaceSelectionWith(schema.text(words, [link.create({ href })]), false));
    return;
  }
  const transaction = state.tr.removeMark(range.from, range.to, link);
  view.dispatch(
    href === null ? transaction : transaction.addMark(range.from, range.to, link.create({ href })),
  );
}

function linkRange({ state }: EditorView): { from: number; to: number } | null {
  const { $from } = state.selection;
  const mark = schema.marks.link?.isInSet($from.marks());
  if (mark === undefined) return null;
  let range: { from: number; to: number } | null = null;
  $from.parent.forEach((node, offset) => {
    const from = $from.start() + offset;
    const to = from + node.nodeSize;
    if (!mark.isInSet(node.marks)) return;
    if (range !== null && range.to === from && range.from <= $from.pos) range.to = to;
    else if (range === null || range.to < $from.pos) range = { from, to };
  });
  return range;
}

/** What somebody typed as the target of a link, as an address; null where it is none that readers may follow. */
function typedAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\/(?![/\\])/.test(text)) return text;
  const isBare = /^(?:www\.|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:]|$))/iu.test(text);
  return safeAddress(isBare ? `https://${text}` : text);
}
