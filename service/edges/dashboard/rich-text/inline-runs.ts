import type { Mark, MarkType, Node } from "prosemirror-model";
import { findUrlEnd } from "../../../press-text/markdown/find-url-end.ts";
import { escapeText } from "./escape-text.ts";
import { schema } from "./schema.ts";

/** A piece of a line: its words or its one thing, and the marks that hold for it. */
export type Run = { node: Node; text: string; marks: readonly Mark[]; written?: string };

const { link, em, strong, strike, code } = schema.marks;

/** Whether a mark is written by signs around its words, which have to stand at words. */
export function isDelimiting(type: MarkType): boolean {
  return type === em || type === strong || type === strike;
}

export function runsOf(block: Node): Run[] {
  const runs: Run[] = [];
  block.forEach((node) => {
    runs.push({ node, text: node.text ?? "", marks: node.marks });
  });
  return runs;
}

/** Marks begin and end at words: Markdown knows none that begin or end at a space. */
export function tidyRuns(runs: readonly Run[]): Run[] {
  const split = runs.flatMap((run): Run[] => {
    const words = run.text.trim();
    if (words === "" || has(run.marks, code)) return [run];
    const at = run.text.indexOf(words);
    const start = run.text.slice(0, at);
    const end = run.text.slice(at + words.length);
    return [start, words, end].filter((text) => text !== "").map((text) => ({ ...run, text }));
  });
  const first = split.findIndex((run) => !isSpace(run));
  const last = split.findLastIndex((run) => !isSpace(run));
  const inner = first === -1 ? [] : split.slice(first, last + 1);
  return withAddresses(
    inner.flatMap((run, index) => writtenOut(run, inner[index - 1], inner[index + 1])),
  ).map((run, index, all) => {
    if (!isSpace(run)) return run;
    const held = (step: number) => marksBeside(all, index, step);
    const [before, after] = [held(-1), held(1)];
    const stays = (mark: Mark) => !isDelimiting(mark.type) || (mark.isInSet(before) && mark.isInSet(after));
    return { ...run, marks: run.marks.filter(stays) };
  });
}

/**
 * Readers get a written-out address as a link: one with a sign of Markdown in it stands in angle brackets, where it means itself. So does
 * one that touches another run: the marks between the two became a part of the address, and its link was dead.
 */
function writtenOut(run: Run, before: Run | undefined, after: Run | undefined): Run[] {
  if (has(run.marks, link) || has(run.marks, code)) return [run];
  const pieces: Run[] = [];
  // What stands behind the last space touches the next run: an address there would go on into it, full stops between them or not.
  const lastFree = touches(after) ? run.text.search(/\s\S*$/) : run.text.length;
  let done = 0;
  let seen = 0;
  for (const { 0: scheme, index } of run.text.matchAll(/(?<![a-z0-9])https?:(?=\/\/)/giu)) {
    // Within another address: each would be gone through to the end, 94 s for a line of 20,000.
    if (index < seen) continue;
    const start = index + scheme.length;
    const end = findUrlEnd(run.text, start);
    seen = end;
    const address = run.text.slice(index, end);
    if (end === start) continue;
    const isApart = end <= lastFree && (index > 0 || !touches(before));
    if (isApart && escapeText(address, { before: " ", after: " " }) === address) continue;
    if (index > done) pieces.push({ ...run, text: run.text.slice(done, index) });
    pieces.push({ ...run, text: address, written: `<${address}>` });
    done = end;
  }
  return done === 0
    ? [run]
    : [...pieces, { ...run, text: run.text.slice(done) }].filter(({ text }) => text !== "");
}

/** A link whose words are its address is the address in angle brackets. */
function withAddresses(runs: readonly Run[]): Run[] {
  return runs.map((run, index) => {
    const mark = run.marks.find(({ type }) => type === link);
    if (mark === undefined || mark.attrs.title !== null || has(run.marks, code)) return run;
    const isShared = [runs[index - 1], runs[index + 1]].some((beside) => mark.isInSet(beside?.marks ?? []));
    const isAddress = run.text === mark.attrs.href && /^https?:\/\/[^\s<>]+$/.test(run.text);
    const isMail = `mailto:${run.text}` === mark.attrs.href && /^[\w.+-]+@[\w.-]+$/.test(run.text);
    if (isShared || !(isAddress || isMail)) return run;
    return { ...run, marks: run.marks.filter(({ type }) => type !== link), written: `<${run.text}>` };
  });
}

/** The marks that hold from here to the next words on one side; none at the end of the block. */
function marksBeside(runs: readonly Run[], index: number, step: number): readonly Mark[] {
  let held = runs[index]?.marks ?? [];
  for (let at = index + step; at >= 0 && at < runs.length; at += step) {
    const run = runs[at];
    if (run === undefined) break;
    held = held.filter((mark) => mark.isInSet(run.marks));
    if (!isSpace(run)) return held;
  }
  return [];
}

/** Whether the neighbour of a run stands close to it; there is none at the end of a block. */
export function touches(neighbour: Run | undefined): boolean {
  return neighbour !== undefined && !isSpace(neighbour);
}

export function isSpace({ node, text, marks }: Run): boolean {
  if (has(marks, code)) return false;
  if (node.isText) return /^\s*$/.test(text);
  return node.type === schema.nodes.soft_break || node.type === schema.nodes.hard_break;
}

export function has(marks: readonly Mark[], type: Mark["type"] | undefined): boolean {
  return marks.some((mark) => mark.type === type);
}

export function sameMarks(one: readonly Mark[], other: readonly Mark[]): boolean {
  return one.length === other.length && one.every((mark) => mark.isInSet(other));
}
