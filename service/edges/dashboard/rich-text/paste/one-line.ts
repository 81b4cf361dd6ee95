import { Fragment, type Node, Slice } from "prosemirror-model";
import { schema } from "../schema.ts";

/**
 * What is pasted into a cell of a table, as the one line that a cell of Markdown is. ProseMirror makes a cell of each further paragraph,
 * which would take the place of the cells beside this one.
 */
export function oneLine(slice: Slice): Slice {
  if (slice.content.firstChild?.isInline !== false) return slice;
  const line: Node[] = [];
  const add = (nodes: readonly Node[]) => {
    if (nodes.length > 0) line.push(...(line.length > 0 ? [schema.text(" ")] : []), ...nodes);
  };
  slice.content.descendants((node) => {
    if (node.type === schema.nodes.figure) add([schema.node("image", node.attrs)]);
    if (!node.isTextblock) return true;
    add(node.children.map((child) => (child.type.name.endsWith("_break") ? schema.text(" ") : child)));
    return false;
  });
  return new Slice(Fragment.from(schema.node("paragraph", null, line)), 1, 1);
}
