import { blockTags } from "../block-tags.ts";
import { findUrlEnd } from "../markdown/find-url-end.ts";
import { raisedDigits } from "../raised-digits.ts";
import { safeAddress } from "../safe-address.ts";
import type { HtmlNode } from "./parse-html.ts";

/** A piece of a line that looks the same throughout. */
type Run = {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  href: string | null;
  isRaw: boolean;
};
type Look = Omit<Run, "text" | "isRaw">;

const plainLook: Look = { isBold: false, isItalic: false, isStruck: false, href: null };

const lineBreak = "\\\n";

/** One line of Markdown from the inline content of nodes: bold, italics, struck words, links and pictures; all else is its text. */
export function inlineMarkdown(nodes: readonly (HtmlNode | string)[], { isPlain = false } = {}): string {
  const runs = runsOf(nodes).map((run) =>
    run.text === lineBreak ? { ...run, text: " ", isRaw: false } : run,
  );
  return lineOf(isPlain ? runs.map((run) => ({ ...run, isBold: false, isItalic: false })) : runs);
}

/**
 * The same as paragraphs with their breaks, and the text of each without marks. Where lines are parted by an empty one, which is how many
 * write paragraphs, these are paragraphs; a break at the end of one would be shown as a backslash.
 */
export function paragraphsOf(nodes: readonly (HtmlNode | string)[]): { markdown: string; plain: string }[] {
  const paragraphs: Run[][] = [[]];
  let breaks: Run[] = [];
  for (const run of runsOf(nodes)) {
    const isEmpty = !run.isRaw && run.text.trim() === "";
    if (run.text === lineBreak || (isEmpty && breaks.length > 0)) breaks.push(run);
    else {
      if (breaks.filter(({ text }) => text === lineBreak).length > 1) paragraphs.push([run]);
      else paragraphs.at(-1)?.push(...breaks, run);
      breaks = [];
    }
  }
  return paragraphs.flatMap((runs) => {
    const from = runs.findIndex(({ text }) => text !== lineBreak && text.trim() !== "");
    const markdown = from === -1 ? "" : lineOf(runs.slice(from));
    const plain = runs.map(({ text, isRaw }) => (isRaw ? " " : text)).join("");
    return markdown === "" ? [] : [{ markdown, plain: plain.replace(/\s+/g, " ").trim() }];
  });
}

function runsOf(nodes: readonly (HtmlNode | string)[]): Run[] {
  const runs: Run[] = [];
  collect(nodes, plainLook, runs);
  return runs;
}

function lineOf(runs: readonly Run[]): string {
  const joined = joinRuns(runs);
  const parts: string[] = [];
  // All that a piece asks of what stands before it: a line of ten thousand pieces would be copied once for each.
  let end = "";
  for (const [index, run] of joined.entries()) {
    const next = joined[index + 1];
    const written = markdownOf(run, end, next?.text ?? "");
    // A picture instead of a link.
    const part = next?.href && written.endsWith("!") ? `${written.slice(0, -1)}\\!` : written;
    end = (end + part).slice(-2);
    parts.push(part);
  }
  return parts
    .join("")
    .trim()
    .split("\n")
    .map((each) => escapeStart(each.trimStart()))
    .join("\n");
}

/** The text of nodes without any marks. */
export function plainOf(nodes: readonly (HtmlNode | string)[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if (node.tag === "br") return " ";
      const words = plainOf(withRaised(node));
      return blockTags.has(node.tag) ? ` ${words} ` : words;
    })
    .join("")
    .replace(/\s+/g, " ");
}

function collect(nodes: readonly (HtmlNode | string)[], look: Look, runs: Run[]): void {
  for (const node of nodes) {
    if (typeof node === "string") runs.push({ text: node.replace(/[\t\r\n]+/g, " "), ...look, isRaw: false });
    else if (node.tag === "br") runs.push({ text: lineBreak, ...plainLook, isRaw: true });
    else if (node.tag === "img") runs.push({ text: pictureOf(node), ...plainLook, isRaw: true });
    else if (blockTags.has(node.tag)) {
      part(runs);
      collect(node.children, look, runs);
      part(runs);
    } else collect(withRaised(node), lookOf(node, look), runs);
  }
}

/** Words of two blocks that share a line, as in a cell, don't become one word. */
function part(runs: Run[]): void {
  const last = runs.at(-1);
  if (last !== undefined && !/\s$/.test(last.text)) runs.push({ text: " ", ...plainLook, isRaw: false });
}

/** What a node holds, with its digits above or below the line, also those that an element within it holds. */
function withRaised({ tag, children }: HtmlNode): (HtmlNode | string)[] {
  return tag === "sup" || tag === "sub" ? raised(children, tag) : [...children];
}

function raised(nodes: readonly (HtmlNode | string)[], where: "sup" | "sub"): (HtmlNode | string)[] {
  return nodes.map((node) =>
    typeof node === "string"
      ? raisedDigits(node, where)
      : { ...node, children: raised(node.children, where) },
  );
}

function lookOf({ tag, attributes }: HtmlNode, look: Look): Look {
  if (tag === "strong") return { ...look, isBold: true };
  if (tag === "em") return { ...look, isItalic: true };
  if (tag === "s") return { ...look, isStruck: true };
  return tag === "a" ? { ...look, href: safeHref(attributes.href ?? "") ?? look.href } : look;
}

function safeHref(text: string): string | null {
  return safeAddress(text)?.replaceAll("(", "%28").replaceAll(")", "%29") ?? null;
}

function pictureOf({ attributes }: HtmlNode): string {
  const alt = (attributes.alt ?? "").replace(/\s+/g, " ").trim();
  return `![${escapeSigns(alt)}](${attributes.src ?? ""})`;
}

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isSame =
      last !== undefined &&
      !run.isRaw &&
      !last.isRaw &&
      last.isBold === run.isBold &&
      last.isItalic === run.isItalic &&
      last.isStruck === run.isStruck &&
      last.href === run.href;
    if (isSame) joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}

/**
 * A run as Markdown. A mark is read as one only where its inner side touches no blank; and where that side touches punctuation, its outer
 * side may touch no word (CommonMark 6.2).
 */
function markdownOf(run: Run, before: string, after: string): string {
  const { text, isBold, isItalic, isStruck, href, isRaw } = run;
  if (isRaw) return text;
  const core = text.trim();
  if (core === "") return text;
  // Not by one expression for the three: it would try a long run of blanks anew from each of its blanks.
  const lead = text.slice(0, text.length - text.trimStart().length);
  const trail = text.slice(text.trimEnd().length);
  const isAfterWord = lead === "" && wordEnd.test(before);
  const isBeforeWord = trail === "" && wordStart.test(after);
  // Two kinds of marks beside a word: the outer one would touch the inner one, no word, and be shown as typed. Only the strike is written
  // then, because without it the words say something else.
  const isStruckAlone = isStruck && (isAfterWord || isBeforeWord);
  const marks = [
    isStruck ? "~~" : "",
    isBold && !isStruckAlone ? "**" : "",
    isItalic && !isStruckAlone ? "*" : "",
  ];
  const mark = marks.join("");
  const endMark = marks.reverse().join("");
  const isTouched = trail === "" && /^\S/.test(after);
  const collides = lead === "" && mark !== "" && before.at(-1) === mark[0];
  if (href !== null) {
    const label = escapeSigns(core);
    const target = href.replace(/\\|&(?=#?\w{1,32};)/g, "\\$&");
    // Beside a word, a mark in front of the bracket would be shown as asterisks.
    return collides || isAfterWord || isBeforeWord
      ? `${lead}[${mark}${label}${endMark}](${target})${trail}`
      : `${lead}${mark}[${label}](${target})${endMark}${trail}`;
  }
  const unmarked = () => lead + escapeText(core, { before: lead === "" ? before : "", isTouched }) + trail;
  if (mark === "" || collides) return unmarked();
  const front = isAfterWord ? (/^[^\p{L}\p{N}]+/u.exec(core)?.[0] ?? "") : "";
  const rest = core.slice(front.length);
  const back = isBeforeWord ? (/[^\p{L}\p{N}]{1,20}$/u.exec(rest)?.[0] ?? "") : "";
  const inner = rest.slice(0, rest.length - back.length);
  if (inner === "") return unmarked();
  const written = escapeText(inner, { isTouched: isTouched || back !== "" });
  // An address in angle brackets beside a word: no mark opens or closes there.
  const isOpen =
    (isAfterWord && written.startsWith("<")) || (isBeforeWord && !wordEnd.test(written.slice(-2)));
  const marked = isOpen ? written : `${mark}${written}${endMark}`;
  return `${lead}${escapeText(front)}${marked}${escapeText(back)}${trail}`;
}

const wordEnd = /[\p{L}\p{N}]$/u;
const wordStart = /^[\p{L}\p{N}]/u;

/**
 * Words as Markdown, in which a written-out address stays a link. Where more touches the words, the last address stands in angle brackets:
 * it went on into the marks behind it.
 */
function escapeText(text: string, { before = "", isTouched = false } = {}): string {
  const lastFree = isTouched ? text.search(/\s\S*$/) : text.length;
  let written = "";
  let done = 0;
  for (const { 0: scheme, index } of text.matchAll(/(?<![a-z0-9.+-])https?:(?=\/\/)/gi)) {
    const start = index + scheme.length;
    const isWithinWord = index === 0 && /[a-z0-9.+-]$/i.test(before);
    const end = index < done || isWithinWord ? start : findUrlEnd(text, start);
    if (end === start) continue;
    const address = text.slice(index, end);
    written += escapeSigns(text.slice(done, index)) + (end > lastFree ? `<${address}>` : address);
    done = end;
  }
  return written + escapeSigns(text.slice(done));
}

function escapeSigns(text: string): string {
  return text
    .replace(/[\\*[\]`<~]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/&(?=#?\w{1,32};)/g, "\\&");
}

/** What would begin a heading, a list or a quotation. */
function escapeStart(line: string): string {
  return line
    .replace(/^(#{1,6}(?=\s|$)|>|[-+=](?=\s|$|[-=]))/, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}
