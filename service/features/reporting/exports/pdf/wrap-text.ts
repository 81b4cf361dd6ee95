import type { FontUse } from "./font-use.ts";

/** Cuts a text into lines that fit into `width` points; breaks at spaces, after `/` and `-`, and inside words only as a last resort. */
export function wrapText(font: FontUse, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let lineWidth = 0;
  for (const word of breakable(text)) {
    const wordWidth = font.widthOf(word, size);
    if (line === "" || lineWidth + font.widthOf(word.trimEnd(), size) <= width) {
      line += word;
      lineWidth += wordWidth;
    } else {
      lines.push(line.trimEnd());
      line = word;
      lineWidth = wordWidth;
    }
    if (lineWidth > width && font.widthOf(line.trimEnd(), size) > width) {
      const pieces = cutWord(font, line.trimEnd(), size, width);
      line = `${pieces.pop() ?? ""}${line.endsWith(" ") ? " " : ""}`;
      lines.push(...pieces);
      lineWidth = font.widthOf(line, size);
    }
  }
  if (line.trimEnd() !== "" || lines.length === 0) {
    lines.push(line.trimEnd());
  }
  return lines;
}

/** The start of a text that fits, with an ellipsis where something is left out; for running heads only. */
export function shortenText(font: FontUse, text: string, size: number, width: number): string {
  if (font.widthOf(text, size) <= width) {
    return text;
  }
  const [start = ""] = cutWord(font, text, size, width - font.widthOf("…", size));
  return `${start.trimEnd()}…`;
}

/** A no-break space (U+00A0) is no place to break, an ordinary blank, a hyphen, a dash or a slash is. */
function breakable(text: string): string[] {
  return (
    text
      .replace(/[\t\n\v\f\r\u2028\u2029 ]+/g, " ")
      .match(/[^ \-/–—]*(?:[-/–—]+|$)? ?| /gu)
      ?.filter((word) => word !== "") ?? []
  );
}

function cutWord(font: FontUse, word: string, size: number, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let pieceWidth = 0;
  for (const character of word) {
    const characterWidth = font.widthOf(character, size);
    // A combining mark, such as an accent, stays on the line of the letter before it.
    if (piece !== "" && pieceWidth + characterWidth > width && !/^\p{Mark}/u.test(character)) {
      pieces.push(piece);
      piece = "";
      pieceWidth = 0;
    }
    piece += character;
    pieceWidth += characterWidth;
  }
  pieces.push(piece);
  return pieces;
}
