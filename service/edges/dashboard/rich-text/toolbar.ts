import { redo, undo } from "prosemirror-history";
import type { Command, EditorState } from "prosemirror-state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import {
  insertTable,
  isBlock,
  isMarked,
  isWithin,
  listAround,
  toggled,
  toggleHeading,
  toggleList,
  toggleQuotation,
} from "./commands.ts";
import { createElement } from "./create-element.ts";

type Tool = {
  label: string;
  /** Where there is little room. */
  short?: string;
  /** For those whose label is a letter or a sign. */
  name?: string;
  keys?: string;
  className?: string;
  command: Command;
  isOn?: (state: EditorState) => boolean;
  /** Shown there only. */
  isForTable?: true;
};

export type Toolbar = { element: HTMLElement; update: (state: EditorState) => void };

/** The tools above the text. One stop of the Tab key; the arrow keys lead from one to the next (WAI-ARIA, toolbar pattern). */
export function createToolbar(input: {
  view: () => EditorView;
  link: Command;
  picture: Command | null;
  switchButton: HTMLButtonElement;
}): Toolbar {
  const { view, switchButton } = input;
  const tools = toolsOf(input);
  const buttons = tools.map((tool) => {
    const button = createElement("button", {
      type: "button",
      className: tool.className ?? "",
      textContent: tool.label,
    });
    const name = tool.name ?? tool.label;
    if (tool.short !== undefined) {
      button.dataset.short = tool.short;
      button.replaceChildren(createElement("span", { textContent: tool.label }));
    }
    button.title = tool.keys === undefined ? name : `${name} (${tool.keys})`;
    if (name !== tool.label || tool.short !== undefined) button.setAttribute("aria-label", name);
    // Without this the text loses its selection before the command has it.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") === "true") return;
      view().focus();
      tool.command(view().state, view().dispatch, view());
    });
    return { tool, button };
  });
  const element = createElement("div", { className: "rich-bar" });
  element.setAttribute("role", "toolbar");
  element.setAttribute("aria-label", "Text gestalten");
  element.append(...buttons.map(({ button }) => button), switchButton);
  moveByArrows(element);
  return {
    element,
    update: (state) => {
      for (const { tool, button } of buttons) {
        if (tool.isOn !== undefined) mark(button, "aria-pressed", tool.isOn(state));
        button.hidden = tool.isForTable === true && !isInTable(state);
        mark(button, "aria-disabled", !tool.command(state));
      }
    },
  };
}

/** Only where it changes: each key asks all tools, and browsers look at the styles of what is set anew. */
function mark(button: HTMLElement, name: string, isSo: boolean): void {
  if (button.getAttribute(name) !== String(isSo)) button.setAttribute(name, String(isSo));
}

function toolsOf({ link, picture }: { link: Command; picture: Command | null }): Tool[] {
  const heading = (level: number) => ({
    keys: `Strg+Alt+${level}`,
    command: toggleHeading(level),
    isOn: (state: EditorState) => isBlock(state, "heading", { level }),
  });
  const wordMark = (name: string) => ({
    command: toggled(name),
    isOn: (state: EditorState) => isMarked(state, name),
  });
  const list = (name: "bullet_list" | "ordered_list") => ({
    command: toggleList(name),
    isOn: (state: EditorState) => listAround(state)?.name === name,
  });
  return [
    { label: "Zwischentitel", short: "Titel", ...heading(2) },
    { label: "Kleiner Titel", short: "Kleiner", ...heading(3) },
    { label: "F", name: "Fett", className: "bold", keys: "Strg+B", ...wordMark("strong") },
    { label: "K", name: "Kursiv", className: "italic", keys: "Strg+I", ...wordMark("em") },
    { label: "Link", keys: "Strg+K", command: link, isOn: (state) => isMarked(state, "link") },
    { label: "• Liste", name: "Liste, mit Punkten", keys: "Strg+Umschalt+8", ...list("bullet_list") },
    { label: "1. Liste", name: "1. Liste, mit Zahlen", keys: "Strg+Umschalt+7", ...list("ordered_list") },
    {
      label: "Zitat",
      keys: "Strg+Umschalt+9",
      command: toggleQuotation,
      isOn: (state) => isWithin(state, "blockquote"),
    },
    ...(picture === null ? [] : [{ label: "Bild", keys: "Strg+Alt+P", command: picture }]),
    { label: "Tabelle", command: insertTable },
    { label: "+ Zeile", name: "Zeile darunter einfügen", command: addRowAfter, isForTable: true },
    { label: "− Zeile", name: "Zeile löschen", command: deleteRow, isForTable: true },
    { label: "+ Spalte", name: "Spalte rechts einfügen", command: addColumnAfter, isForTable: true },
    { label: "− Spalte", name: "Spalte löschen", command: deleteColumn, isForTable: true },
    { label: "− Tabelle", name: "Tabelle löschen", command: deleteTable, isForTable: true },
    { label: "↶", name: "Rückgängig", keys: "Strg+Z", command: undo },
    { label: "↷", name: "Wiederholen", keys: "Strg+Y", command: redo },
  ];
}

function moveByArrows(bar: HTMLElement): void {
  const shown = () => [...bar.querySelectorAll("button")].filter((button) => !button.hidden);
  const makeStop = (stop: Element | undefined) => {
    for (const button of bar.querySelectorAll("button")) button.tabIndex = button === stop ? 0 : -1;
  };
  makeStop(shown()[0]);
  bar.addEventListener("focusin", ({ target }) =>
    makeStop(target instanceof HTMLButtonElement ? target : undefined),
  );
  bar.addEventListener("keydown", (event) => {
    const all = shown();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  });
}
