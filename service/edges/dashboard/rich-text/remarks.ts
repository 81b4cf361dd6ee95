import type { Node } from "prosemirror-model";
import { Plugin, PluginKey, TextSelection } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { createElement } from "./create-element.ts";
import { findWords } from "./find-words.ts";

/** Between two comments of the margin, in CSS pixels. */
const gap = 12;
const key = new PluginKey<DecorationSet>("remarks");

/**
 * The client's comments that the page lists, each beside the words that it means: marked in the text, and at their height where there is
 * a margin. None for a page without comments.
 */
export function remarksPlugins(): Plugin[] {
  const section = document.querySelector<HTMLElement>("[data-remarks]");
  if (section === null) return [];
  const items = [...section.querySelectorAll<HTMLElement>("[data-remark]")];
  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) =>
        DecorationSet.create(
          doc,
          items.flatMap((item) => markOf(doc, item)),
        ),
      apply: (transaction, marks) => {
        const done: Decoration | undefined = transaction.getMeta(key);
        const left = done === undefined ? marks : marks.remove([done]);
        return transaction.docChanged ? left.map(transaction.mapping, transaction.doc) : left;
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => showBeside(view, section, items),
  });
  return [plugin];
}

function markOf(doc: Node, item: HTMLElement): Decoration[] {
  const { remark, words = "", at } = item.dataset;
  const range = remark === "body" ? findWords(doc, words, Number(at)) : null;
  return range === null
    ? []
    : [Decoration.inline(range.from, range.to, { class: "rich-remarked" }, { item })];
}

function markAt(view: EditorView, item: HTMLElement): Decoration | undefined {
  return key.getState(view.state)?.find(undefined, undefined, (spec) => spec.item === item)[0];
}

function showBeside(view: EditorView, section: HTMLElement, items: HTMLElement[]) {
  let isDue = false;
  const arrange = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      arrangeItems(view, section, items);
    });
  };
  for (const item of items) {
    addWayToWords(view, item);
    takeDone(view, { section, items, item });
  }
  const observer = new ResizeObserver(arrange);
  for (const each of [view.dom, section, ...items]) observer.observe(each);
  return {
    update: () => {
      arrange();
      const { from } = view.state.selection;
      for (const item of items) {
        const mark = markAt(view, item);
        item.classList.toggle("is-current", mark !== undefined && mark.from <= from && from <= mark.to);
      }
    },
    destroy: () => observer.disconnect(),
  };
}

/** Moves each comment in the margin to the height of its words, or below the one before. A list without a margin stays as it is. */
function arrangeItems(view: EditorView, section: HTMLElement, items: readonly HTMLElement[]): void {
  const text = section.previousElementSibling?.getBoundingClientRect();
  const isBeside = text !== undefined && section.getBoundingClientRect().left >= text.right;
  section.classList.toggle("is-beside", isBeside);
  const list = section.querySelector("ul");
  if (list === null) return;
  const { top } = list.getBoundingClientRect();
  let free = 0;
  const shown = items.filter((item) => item.isConnected);
  const wanted = new Map(shown.map((item) => [item, isBeside ? heightOf(view, item) - top : 0]));
  // Two heights of minus infinity differ by NaN, which is no order.
  for (const item of shown.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0) || 0)) {
    const at = Math.max(free, wanted.get(item) ?? 0);
    item.style.top = isBeside ? `${at}px` : "";
    free = at + item.offsetHeight + gap;
  }
  list.style.minHeight = isBeside ? `${free}px` : "";
}

/** The height of its words in the window. A comment about the whole text, or about words that are gone, comes first. */
function heightOf(view: EditorView, item: HTMLElement): number {
  const mark = markAt(view, item);
  const isShown = view.dom.offsetParent !== null;
  if (isShown && mark !== undefined) return view.coordsAtPos(mark.from).top;
  return fieldOf(item)?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;
}

function fieldOf({ dataset }: HTMLElement): HTMLElement | null {
  return /^(?:sub)?title$/.test(dataset.remark ?? "")
    ? document.querySelector<HTMLElement>(`.editor [name=${dataset.remark}]`)
    : null;
}

/** Adds the button that leads to the words; replaces the one of a text that was open before. */
function addWayToWords(view: EditorView, item: HTMLElement): void {
  item.querySelector("[data-way]")?.remove();
  if (item.dataset.remark === "whole") return;
  if (markAt(view, item) === undefined && fieldOf(item) === null) {
    const gone = createElement("p", {
      className: "facts",
      textContent: "Die Worte stehen so nicht mehr im Text.",
    });
    gone.dataset.way = "";
    item.querySelector(".buttons")?.before(gone);
    return;
  }
  const button = createElement("button", { type: "button", textContent: "Zur Stelle" });
  button.dataset.way = "";
  button.addEventListener("click", () => {
    const now = markAt(view, item);
    if (now === undefined) return fieldOf(item)?.focus();
    const selection = TextSelection.create(view.state.doc, now.from, now.to);
    view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
    view.focus();
  });
  item.querySelector(".buttons")?.append(button);
}

/** "Erledigt" without leaving the page, on which something may be typed that nobody has saved. */
function takeDone(
  view: EditorView,
  { section, items, item }: { section: HTMLElement; items: readonly HTMLElement[]; item: HTMLElement },
): void {
  const button = item.querySelector<HTMLButtonElement>("button[form]");
  const form = button?.form;
  if (!button || !form || form.dataset.taken === "") return;
  form.dataset.taken = "";
  const say = (text: string) => {
    const state = section.querySelector("[data-remarks-state]");
    if (state !== null) state.textContent = text;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    button.disabled = false;
    if (answer?.ok !== true) {
      button.focus();
      return say("Das ließ sich nicht vermerken. Bitte versuchen Sie es noch einmal.");
    }
    const next = items.slice(items.indexOf(item)).find((each) => each !== item && each.isConnected);
    item.remove();
    const mark = markAt(view, item);
    view.dispatch(mark === undefined ? view.state.tr : view.state.tr.setMeta(key, mark));
    say(
      items.some((each) => each.isConnected) ? "Als erledigt vermerkt." : "Alle Anmerkungen sind erledigt.",
    );
    if (next === undefined) view.focus();
    else next.querySelector("button")?.focus();
  });
}
