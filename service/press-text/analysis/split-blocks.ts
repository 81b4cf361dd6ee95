/**
 * What a part of a press text is for. `label` is "Pressemitteilung", a date line or an embargo;
 * `boilerplate` tells about the sender; `contact` says whom to ask.
 */
type BlockRole = "label" | "title" | "heading" | "body" | "boilerplate" | "contact";
export type Block = { role: BlockRole; text: string };

/** Longest line that can be a title, in characters; longer ones are a paragraph. Google shows about 60. */
const titleLengthMax = 200;
/** Longest subheading, in characters. */
const headingLengthMax = 120;
/** Widest line of a text that was wrapped by a mail program or editor, in characters. */
const wrappedLineMax = 100;
/** Narrowest full line of such a text, in characters; address lines and lists are shorter. */
const wrappedLineMin = 45;

const labelLine =
  /^(?:presse|medien)(?:mitteilung|information|meldung|info|text|notiz)\b|^(?:sperrfrist|zur sofortigen veröffentlichung|press release|embargo)\b|^(?:[\p{L}-]+,\s*)?(?:den\s+)?\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}+)\s?\d{2,4}$/iu;
const contactLine =
  /^(?:presse|medien|ihr |ihre )?-?(?:kontakt|ansprechpartner(?:in)?|rückfragen)\b|^(?:presse|medien)(?:kontakt|stelle|anfragen|ansprechpartner(?:in)?|büro)\b|^(?:weitere informationen|bei rückfragen|rückfragen|für rückfragen|kontakt)\b/iu;
const boilerplateLine =
  /^(?:[Üü]ber (?:uns|den|die|das|\p{Lu})|Unternehmensprofil|Firmenprofil|Kurzprofil|Hintergrund zum Unternehmen|About )/u;
const bullet = /^[-*•–·]\s+/;
const numberMark = /^(\d{1,2})[.)]\s+/;

/** Splits plain text into its blocks, in order, each with its role; at most one is the title. */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let mode: "head" | "body" | "boilerplate" | "contact" = "head";
  const paragraphs = splitParagraphs(text);
  for (const [index, paragraph] of paragraphs.entries()) {
    const isLast = index === paragraphs.length - 1;
    const mark = listMark(paragraphs, index);
    if (mode !== "head" || blocks.some((block) => block.role === "title")) mode = endMode(paragraph) ?? mode;
    if (mode === "contact" || mode === "boilerplate") {
      blocks.push({ role: mode, text: paragraph });
    } else if (
      mode === "head" &&
      labelLine.test(paragraph) &&
      paragraph.length <= headingLengthMax &&
      !isLast
    ) {
      blocks.push({ role: "label", text: paragraph });
    } else if (mode === "head" && !isLast && mark === "" && isTitle(paragraph)) {
      blocks.push({ role: "title", text: paragraph });
      mode = "body";
    } else {
      mode = "body";
      blocks.push({
        role: !isLast && mark === "" && isHeading(paragraph) ? "heading" : "body",
        text: paragraph.slice(mark.length),
      });
    }
  }
  return blocks;
}

/** Paragraphs are parted by empty lines, or by line ends unless the text was wrapped at a fixed width. */
function splitParagraphs(text: string): string[] {
  const paragraphs: string[] = [];
  for (const part of text.split(/\n[^\S\n]*(?=\n)/)) {
    const lines = part
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    if (isWrapped(lines)) paragraphs.push(lines.join(" "));
    else paragraphs.push(...lines);
  }
  return paragraphs;
}

function isWrapped(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  return lines.every(
    (line, index) =>
      line.length <= wrappedLineMax &&
      listMark(lines, index) === "" &&
      (index === lines.length - 1 ||
        (line.length >= wrappedLineMin &&
          !(index === 0 && isTitle(line) && /^\p{Lu}/u.test(lines[1] ?? "")))),
  );
}

/**
 * What makes a line the item of a list, or "". A number does so beside its neighbour in counting alone: "25. Jubiläum",
 * "1. FC Köln" and "12. Mai 2026" begin titles and sentences.
 */
function listMark(lines: readonly string[], index: number): string {
  const line = lines[index] ?? "";
  const [mark = "", number] = bullet.exec(line) ?? numberMark.exec(line) ?? [];
  if (number === undefined) return mark;
  const isCounted = [lines[index - 1], lines[index + 1]].some((other) => {
    const next = numberMark.exec(other ?? "")?.[1];
    return next !== undefined && Math.abs(Number(next) - Number(number)) <= 1;
  });
  return isCounted ? mark : "";
}

/** A heading starts the contact or the boilerplate part; "Kontakt: name, number" in one line does as well. */
function endMode(paragraph: string): "boilerplate" | "contact" | undefined {
  const head = paragraph.slice(0, headingLengthMax);
  if (contactLine.test(head) && (paragraph.length <= headingLengthMax || hasContactData(paragraph)))
    return "contact";
  if (boilerplateLine.test(head) && paragraph.length <= headingLengthMax && !/[.!?]$/.test(paragraph))
    return "boilerplate";
  return undefined;
}

/** Whether a text names a mail address or a telephone number. */
function hasContactData(text: string): boolean {
  return hasMailAddress(text) || hasTelephone(text);
}

export function hasMailAddress(text: string): boolean {
  return /[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(text);
}

export function hasTelephone(text: string): boolean {
  return /(?:\+\d{2}|\b0)[\s()/–-]{0,3}\d{2,5}[\s()/–-]{0,3}\d{3,}/.test(text);
}

function isTitle(line: string): boolean {
  if (line.length > titleLengthMax) return false;
  return (
    !/[.:…]["“”»«]?$/.test(line) ||
    (line.length <= headingLengthMax && !/\. \p{Lu}/u.test(line) && !line.endsWith(":"))
  );
}

function isHeading(line: string): boolean {
  return (
    line.length <= headingLengthMax && !/[.!?:…]["“”»«]?$/.test(line) && /^["„»]?[\p{Lu}\p{N}]/u.test(line)
  );
}
