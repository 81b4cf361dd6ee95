import type { Attrs, Mark, MarkType, Node } from "prosemirror-model";
import { headingLine } from "../../../press-text/heading-line.ts";
import { escapeLine, escapeText, isLetter } from "./escape-text.ts";
import { documentOf, UnheldTextError } from "./from-markdown.ts";
import { has, isDelimiting, isSpace, type Run, runsOf, sameMarks, tidyRuns, touches } from "./inline-runs.ts";
import { schema } from "./schema.ts";

type Style = { em: "*" | "_"; isGuarded: boolean };
type Where = "paragraph" | "heading" | "cell";

const { link, em, strong, code } = schema.marks;
/** Tried in turn until one is read back as it was meant; the first is what people write. */
const styles: readonly Style[] = [
  { em: "*", isGuarded: false },
  { em: "_", isGuarded: false },
  { em: "*", isGuarded: true },
  { em: "_", isGuarded: true },
];

/** Marks to give up, step by step, where no style is read back as it was meant: a writer sees a lost look, but no lost word or dead link. */
const lostLooks: readonly (readonly string[])[] = [[], ["em"], ["em", "strike"]];

/** What a block of words holds, as Markdown. */
export function inlineMarkdown(block: Node, where: Where): string {
  const meant = tidyRuns(runsOf(block));
  for (const lost of lostLooks) {
    const runs = without(meant, ({ name }) => lost.includes(name));
    if (!runs.some(({ marks }) => marks.some(({ type }) => isDelimiting(type)))) break;
    for (const style of styles) {
      const written = writeRuns(runs, where, style);
      if (isReadAs(written, runs, where)) return written;
    }
  }
  return writeRuns(without(meant, isDelimiting), where, { em: "*", isGuarded: false });
}

function without(runs: readonly Run[], isLost: (type: MarkType) => boolean): Run[] {
  return runs.map((run) => ({ ...run, marks: run.marks.filter(({ type }) => !isLost(type)) }));
}

/** A picture, alone or among words. */
export function pictureMarkdown({ src, alt, title }: Attrs): string {
  // One that is on its way to the library has no address yet.
  if (String(src).startsWith("wartet:")) return "";
  return `![${escapeText(String(alt), { before: "[", after: "]" })}](${targetMarkdown({ href: src, title })})`;
}

/** The Markdown of runs: each mark is opened before the first and closed behind the last run that it holds for. */
function writeRuns(runs: readonly Run[], where: Where, style: Style): string {
  const parts: string[] = [];
  let open: readonly Mark[] = [];
  for (const [index, run] of runs.entries()) {
    const wanted = run.marks.filter(({ type }) => type !== code);
    const atSpace = isSpace(run);
    const later = atSpace ? wordBehind(runs, index) : [];
    const kept = open.findIndex(
      (mark, at) =>
        !mark.isInSet(wanted) || (atSpace && isDelimiting(mark.type) && !areIn(open.slice(0, at), later)),
    );
    const staying = kept === -1 ? open : open.slice(0, kept);
    const opening = inOrder(
      // Where marks overlap, one ends early and begins anew: at the next word, never at a space.
      wanted.filter((mark) => !mark.isInSet(staying) && !(atSpace && isDelimiting(mark.type))),
      runs,
      index,
    );
    for (const mark of open.slice(staying.length).reverse()) parts.push(closing(mark, style));
    for (const mark of opening) parts.push(opened(mark, style));
    const isEdge = opening.length > 0 || staying.length < open.length;
    open = [...staying, ...opening];
    const next = runs[index + 1];
    const isBeforeEdge = next === undefined || !sameMarks(run.marks, next.marks);
    parts.push(
      content(run, {
        runs,
        index,
        where,
        // Only beside words: a mark beside a space is read without a guard, and a guarded letter of an address would break its link.
        guards: {
          start: style.isGuarded && isEdge && touches(runs[index - 1]),
          end: style.isGuarded && isBeforeEdge && touches(next),
        },
      }),
    );
  }
  for (const mark of [...open].reverse()) parts.push(closing(mark, style));
  return linesOf(parts.join(""), where);
}

/** The marks of the next run that is no space. */
function wordBehind(runs: readonly Run[], index: number): readonly Mark[] {
  return runs.find((run, at) => at > index && !isSpace(run))?.marks ?? [];
}

function areIn(marks: readonly Mark[], others: readonly Mark[]): boolean {
  return marks.every((mark) => mark.isInSet(others));
}

/** The one that holds longest lies around the others. */
function inOrder(marks: readonly Mark[], runs: readonly Run[], index: number): Mark[] {
  const lengthOf = (mark: Mark) => {
    const end = runs.findIndex((run, at) => at > index && !mark.isInSet(run.marks));
    return end === -1 ? runs.length : end;
  };
  return [...marks].sort((one, other) => lengthOf(other) - lengthOf(one));
}

type Surroundings = {
  runs: readonly Run[];
  index: number;
  where: Where;
  guards: { start: boolean; end: boolean };
};

function content(run: Run, { runs, index, where, guards }: Surroundings): string {
  const { node, text, marks, written } = run;
  if (written !== undefined) return written;
  if (node.type === schema.nodes.soft_break) return where === "paragraph" ? "\n" : " ";
  if (node.type === schema.nodes.hard_break) return where === "paragraph" ? "\\\n" : " ";
  if (node.type === schema.nodes.image) return inCell(pictureMarkdown(node.attrs), where);
  if (has(marks, code)) return inCell(codeSpan(text), where);
  const before = index === 0 ? "" : (runs[index - 1]?.text.at(-1) ?? "");
  const next = runs[index + 1];
  const beginsLink = next !== undefined && has(next.marks, link) && !has(marks, link);
  const after = beginsLink ? "[" : (next?.text[0] ?? "");
  return inCell(guarded(text, { before, after, ...guards }), where);
}

function inCell(written: string, where: Where): string {
  return where === "cell" ? written.replaceAll("|", "\\|") : written;
}

/** Letters beside a mark written as numbers: the mark then stands beside punctuation, where it always opens or closes. */
function guarded(
  text: string,
  { before, after, start, end }: { before: string; after: string; start: boolean; end: boolean },
): string {
  const characters = [...text];
  const first = start && isLetter(characters[0] ?? "") ? characters.shift() : undefined;
  const last = end && isLetter(characters.at(-1) ?? "") ? characters.pop() : undefined;
  const middle = escapeText(characters.join(""), {
    before: first === undefined ? before : ";",
    after: last === undefined ? after : "&",
  });
  return `${asNumber(first)}${middle}${asNumber(last)}`;
}

function asNumber(character: string | undefined): string {
  return character === undefined ? "" : `&#${character.codePointAt(0)};`;
}

function codeSpan(text: string): string {
  const line = text.replaceAll("\n", " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const needsSpace = /^`|`$/.test(line) || (/^ .* $/.test(line) && line.trim() !== "");
  return needsSpace ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

function opened(mark: Mark, style: Style): string {
  if (mark.type !== link) return delimiter(mark, style);
  return "[";
}

function closing(mark: Mark, style: Style): string {
  return mark.type === link ? `](${targetMarkdown(mark.attrs)})` : delimiter(mark, style);
}

function delimiter({ type }: Mark, style: Style): string {
  if (type === em) return style.em;
  return type === strong ? "**" : "~~";
}

function targetMarkdown({ href, title }: Attrs): string {
  const target = String(href).replace(/[\n\r]/g, "");
  const isPlain = target !== "" && !/[\s()<>\\]|&#?\w{1,32};/.test(target);
  const address = isPlain ? target : `<${target.replace(/[<>\\]|&(?=#?\w{1,32};)/g, "\\$&")}>`;
  return title === null
    ? address
    : `${address} "${String(title).replace(/[\\"]/g, "\\$&").replace(/\n\s*/g, "\n")}"`;
}

function linesOf(written: string, where: Where): string {
  if (where === "cell") return written.trim();
  if (where === "heading") return headingLine(written.trim());
  return written
    .split("\n")
    .map((line) => escapeLine(line))
    .join("\n");
}

/** A line as the only one of a text, where it means what it will mean in its own. */
const alone: Record<Where, (written: string) => string> = {
  paragraph: (written) => written,
  heading: (written) => `# ${written}`,
  cell: (written) => `| ${written} |\n| --- |`,
};

/** Whether the renderer finds the same words under the same marks. */
function isReadAs(written: string, runs: readonly Run[], where: Where): boolean {
  try {
    let block = documentOf(alone[where](written)).doc.firstChild;
    while (block?.firstChild?.isBlock === true) block = block.firstChild;
    return block !== null && shapeOf(tidyRuns(runsOf(block)), where) === shapeOf(runs, where);
  } catch (error) {
    if (error instanceof UnheldTextError) return false;
    throw error;
  }
}

function shapeOf(runs: readonly Run[], where: Where): string {
  const pieces: [string, string][] = [];
  for (const run of runs) {
    const { node, text, marks } = run;
    const isBreak = !node.isText && node.type !== schema.nodes.image;
    const words = node.isText
      ? text.replace(/\s+/g, " ")
      : isBreak && where !== "paragraph"
        ? " "
        : node.type.name;
    const key = JSON.stringify(marks.filter(({ type }) => type !== link).map(({ type }) => type.name));
    const last = pieces.at(-1);
    // Marks of a space are seen by nobody.
    if (last !== undefined && (last[1] === key || isSpace(run))) last[0] += words;
    else pieces.push([words, key]);
  }
  return JSON.stringify(pieces).replace(/\s+/g, " ");
}
