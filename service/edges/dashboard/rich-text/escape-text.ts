/** Words as Markdown that means just them. What stands around them decides about some marks, so it is handed over. */
export function escapeText(text: string, { before, after }: { before: string; after: string }): string {
  const characters = [...text.replaceAll("\n", " ")];
  return characters
    .map((character, index) => {
      const previous = characters[index - 1] ?? before;
      const next = characters[index + 1] ?? after;
      return isMark(character, { previous, next, rest: characters, index }) ? `\\${character}` : character;
    })
    .join("");
}

type Position = { previous: string; next: string; rest: readonly string[]; index: number };

function isMark(character: string, { previous, next, rest, index }: Position): boolean {
  if (/[\\`*[\]]/.test(character)) return true;
  // Within a word it is one of its letters.
  if (character === "_") return !(isLetter(previous) && isLetter(next));
  if (character === "~") return previous === "~" || next === "~" || previous === "" || next === "";
  if (character === "<") return /[a-z/!?]/i.test(next);
  // A picture instead of a link.
  if (character === "!") return next === "[";
  if (character !== "&") return false;
  return /^&#?\w{1,32};/.test(rest.slice(index, index + entityLengthMax).join(""));
}

/** Of the longest name of a character, with `&` and `;`. */
const entityLengthMax = 34;

/** A line of a paragraph, so that its first characters begin no list, heading or quotation, and its last no line break. */
export function escapeLine(line: string): string {
  const text = line.replace(/^[ \t]+|[ \t]+$/g, "");
  const number = /^(\d{1,9})([.)])(?=\s|$)/.exec(text);
  if (number !== null) return `${number[1]}\\${text.slice(number[1]?.length)}`;
  const isBlock =
    /^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|>|~~~|=+$)/.test(text) ||
    // Underlines a heading, heads a table, or is a line across the page.
    /^[-:|][-:| ]*$/.test(text);
  return isBlock ? `\\${text}` : text;
}

export function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
