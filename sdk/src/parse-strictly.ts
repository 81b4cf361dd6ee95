export class DuplicateMemberError extends Error {}

/**
 * Parses JSON and refuses an object that has a name twice: readers disagree about which of the two counts, so one text
 * could show one figure and prove another. Throws SyntaxError for what is no JSON.
 */
export function parseStrictly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const open: Set<string>[] = [];
  // The text is JSON, so a string before a colon is a name, and braces outside of strings are objects.
  for (const [token, name, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (name !== undefined && colon !== undefined) {
      // As parsed: "a" and "\u0061" are one name.
      const spelt: string = JSON.parse(name);
      const names = open.at(-1);
      if (names?.has(spelt)) throw new DuplicateMemberError(`The text has ${name} twice in one object.`);
      names?.add(spelt);
    }
  }
  return value;
}
