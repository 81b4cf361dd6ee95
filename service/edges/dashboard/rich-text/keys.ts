import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { MarkType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, Plugin } from "prosemirror-state";
import { goToNextCell } from "prosemirror-tables";
import {
  insertBreak,
  makeParagraph,
  nextCell,
  nodeType,
  toggled,
  toggleHeading,
  toggleList,
  toggleQuotation,
} from "./commands.ts";
import { schema } from "./schema.ts";

/** The keys of word processors. `link` and `picture` open what asks for more. */
export function keyPlugins({ link, picture }: { link: Command; picture: Command }): Plugin[] {
  const item = nodeType("list_item");
  let isLeaving = false;
  const staying =
    (command: Command): Command =>
    (state, dispatch, view) =>
      !isLeaving && command(state, dispatch, view);
  return [
    new Plugin({
      props: {
        handleKeyDown: (_view, { key }) => {
          // Shift comes before a Tab that leads back.
          if (key !== "Tab" && key !== "Shift") isLeaving = key === "Escape";
          return false;
        },
        handleDOMEvents: {
          focus: () => {
            isLeaving = false;
            return false;
          },
        },
      },
    }),
    keymap({
      "Mod-b": toggled("strong"),
      "Mod-i": toggled("em"),
      "Mod-k": link,
      "Mod-Alt-p": picture,
      "Mod-Alt-0": makeParagraph,
      "Mod-Alt-2": toggleHeading(2),
      "Mod-Alt-3": toggleHeading(3),
      "Mod-Alt-4": toggleHeading(4),
      "Mod-Shift-7": toggleList("ordered_list"),
      "Mod-Shift-8": toggleList("bullet_list"),
      "Mod-Shift-9": toggleQuotation,
      "Mod-z": undo,
      "Mod-y": redo,
      "Mod-Shift-z": redo,
      Backspace: undoInputRule,
      Enter: chainCommands(nextCell, splitListItem(item)),
      "Shift-Enter": chainCommands(exitCode, insertBreak),
      // Elsewhere Tab leads out of the field, as everybody who uses the keyboard needs it; there it does after Escape.
      Tab: staying(chainCommands(nextCell, sinkListItem(item))),
      "Shift-Tab": staying(chainCommands(goToNextCell(-1), liftListItem(item))),
      "Mod-]": sinkListItem(item),
      "Mod-[": liftListItem(item),
    }),
    keymap(baseKeymap),
  ];
}

/** Markdown that is typed becomes what it means at once; Backspace takes that back. */
export function typedMarks(): Plugin {
  const { strong, em, strike, code } = schema.marks;
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,4})\s$/, nodeType("heading"), (match) => ({
        level: Math.max(2, match[1]?.length ?? 2),
      })),
      wrappingInputRule(/^\s*>\s$/, nodeType("blockquote")),
      wrappingInputRule(/^\s*[-*+]\s$/, nodeType("bullet_list")),
      wrappingInputRule(
        /^(\d{1,3})[.)]\s$/,
        nodeType("ordered_list"),
        (match) => ({ order: Number(match[1]) }),
        (match, list) => list.childCount + Number(list.attrs.order) === Number(match[1]),
      ),
      ...markRule(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, strong),
      ...markRule(/(?<![*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, em),
      ...markRule(/(?<![_\p{L}\p{N}])_([^_\s](?:[^_]*[^_\s])?)_$/u, em),
      ...markRule(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, strike),
      ...markRule(/`([^`]+)`$/, code),
    ],
  });
}

function markRule(pattern: RegExp, type: MarkType | undefined): InputRule[] {
  if (type === undefined) return [];
  const rule = new InputRule(pattern, (state, match, start, end) => {
    const words = match[1] ?? "";
    const from = start + match[0].indexOf(words);
    // The last mark is just being typed: it is not in the document yet.
    return state.tr
      .delete(from + words.length, end)
      .delete(start, from)
      .addMark(start, start + words.length, type.create())
      .removeStoredMark(type);
  });
  return [rule];
}
