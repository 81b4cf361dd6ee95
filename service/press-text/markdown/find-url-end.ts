/** What an address may consist of: the characters of RFC 3986 and, as people write them, letters of any script. */
const beginning = /\/\/[\p{L}\p{N}]/uy;
const run = /(?:[-\w.~:/?#@!$&'*+,;=%]|[^\p{ASCII}\p{Z}\p{P}\p{Cc}])+/uy;
/** What follows an address within a sentence, or marks it as bold, is none of it. */
const trailing = ".,:;!?'*_~";
const closing: Record<string, string | undefined> = { "(": ")", "[": "]" };
/** Open at once; Wikipedia's addresses have one. Without this bound each address would look at all that follow it. */
const openBracketsMax = 8;

/**
 * Where the address ends whose `//` stands at `start`, or `start` where there is none. A bracket that the address does not
 * open or close itself ends it. Each character is looked at a few times at most, because the library's own pattern took
 * quadratic time: 23 s for 16,000 characters.
 */
export function findUrlEnd(text: string, start: number): number {
  beginning.lastIndex = start;
  if (!beginning.test(text)) return start;
  let end = balancedEnd(text, start + "//".length);
  while (trailing.includes(text[end - 1] ?? " ")) end -= 1;
  return end;
}

/** Where the longest run of address characters ends whose brackets are all closed, each by its own kind. */
function balancedEnd(text: string, start: number): number {
  const open: { at: number; closedBy: string }[] = [];
  for (let at = start; ; at += 1) {
    run.lastIndex = at;
    if (run.test(text)) at = run.lastIndex;
    const bracket = text[at] ?? "";
    const closedBy = closing[bracket];
    if (closedBy !== undefined && open.length < openBracketsMax) open.push({ at, closedBy });
    else if (bracket !== "" && open.at(-1)?.closedBy === bracket) open.pop();
    else return open[0]?.at ?? at;
  }
}
