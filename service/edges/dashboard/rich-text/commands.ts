import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import type { Attrs, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, TextSelection } from "prosemirror-state";
import { addRowAfter, goToNextCell, isInTable } from "prosemirror-tables";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

/** What of the schema is there for certain; a missing name is a mistake of ours and shows at the first start. */
export function nodeType(name: string): NodeType {
  const type = nodes[name];
  if (type === undefined) throw new Error(`The schema has no ${name}.`);
  return type;
}

export function toggled(name: string): Command {
  const type = marks[name];
  if (type === undefined) throw new Error(`The schema has no mark ${name}.`);
  return toggleMark(type);
}

export function isMarked({ selection, storedMarks, doc }: EditorState, name: string): boolean {
  const type = marks[name];
  if (type === undefined) return false;
  if (selection.empty) return type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
  return doc.rangeHasMark(selection.from, selection.to, type);
}

/** A heading, or a paragraph where it is that heading already. */
export function toggleHeading(level: number): Command {
  return (state, dispatch, view) => {
    const type = isBlock(state, "heading", { level }) ? nodeType("paragraph") : nodeType("heading");
    return setBlockType(type, type.name === "heading" ? { level } : null)(state, dispatch, view);
  };
}

export const makeParagraph: Command = setBlockType(nodeType("paragraph"));

export function isBlock({ selection }: EditorState, name: string, attrs: Attrs = {}): boolean {
  const { parent } = selection.$from;
  return (
    parent.type.name === name && Object.entries(attrs).every(([key, value]) => parent.attrs[key] === value)
  );
}

/** Makes the block a list of this kind, takes it out of one of this kind, and changes the kind of any other list. */
export function toggleList(name: "bullet_list" | "ordered_list"): Command {
  return (state, dispatch, view) => {
    const around = listAround(state);
    if (around === null) return wrapInList(nodeType(name))(state, dispatch);
    if (around.name === name) return liftListItem(nodeType("list_item"))(state, dispatch, view);
    dispatch?.(state.tr.setNodeMarkup(around.at, nodeType(name), { tight: around.isTight }));
    return true;
  };
}

/** The innermost list that the selection begins in. */
export function listAround({
  selection,
}: EditorState): { name: string; at: number; isTight: boolean } | null {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name.endsWith("_list"))
      return { name: node.type.name, at: $from.before(depth), isTight: node.attrs.tight === true };
  }
  return null;
}

export const toggleQuotation: Command = (state, dispatch, view) =>
  isWithin(state, "blockquote")
    ? lift(state, dispatch, view)
    : wrapIn(nodeType("blockquote"))(state, dispatch, view);

export function isWithin({ selection }: EditorState, name: string): boolean {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true;
  return false;
}

/** Rows and columns of a new table; one line of headings, two of figures. */
const tableSize = { rows: 3, columns: 3 };

export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const cells = (name: string) =>
    Array.from({ length: tableSize.columns }, () => nodeType(name).createAndFill()).filter(
      (cell) => cell !== null,
    );
  const rows = Array.from({ length: tableSize.rows }, (_, index) =>
    nodeType("table_row").create(null, cells(index === 0 ? "table_header" : "table_cell")),
  );
  const table = nodeType("table").create(null, rows);
  const { $from } = state.selection;
  const at = $from.depth === 0 ? $from.pos : $from.after(1);
  const transaction = state.tr.insert(at, table);
  // Behind the table, its first row and its first cell.
  dispatch?.(transaction.setSelection(TextSelection.near(transaction.doc.resolve(at + 4))).scrollIntoView());
  return true;
};

/** The next cell; behind the last one a new row, as in word processors. A cell of Markdown is one line, so Enter does the same. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch, view) || dispatch === undefined || view === undefined) return true;
  addRowAfter(state, dispatch);
  return goToNextCell(1)(view.state, view.dispatch, view);
};

export const insertBreak: Command = (state, dispatch) => {
  if (isInTable(state) || !state.selection.$from.parent.inlineContent) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodeType("hard_break").create()).scrollIntoView());
  return true;
};
