/** Longest run that is taken for one HTML tag, in characters; longer ones are prose with a stray `<`. */
const tagLengthMax = 300;

const entities: Record<string, string> = {
  "&nbsp;": " ",
  "&amp;": "&",
  "&quot;": '"',
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&auml;": "ä",
  "&ouml;": "ö",
  "&uuml;": "ü",
  "&Auml;": "Ä",
  "&Ouml;": "Ö",
  "&Uuml;": "Ü",
  "&szlig;": "ß",
  "&ndash;": "–",
  "&bdquo;": "„",
  "&ldquo;": "“",
  "&rdquo;": "”",
};

const blockTag = /^<\/?(?:p|div|br|h[1-6]|li|ul|ol|tr|table|section|article|header|footer|blockquote|hr)\b/i;

/**
 * Returns the text a reader would see: without HTML tags, scripts and Markdown marks, with `\n` line ends.
 * For counting words only; it is not a sanitiser and its result must still be escaped where it is shown.
 */
export function plainText(text: string): string {
  const lines = text
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(/[\u00a0\u202f\t]/g, " ")
    .replace(/[\u00ad\u200b\u2060]/g, "");
  return withoutMarkdown(withoutTags(lines)).replace(
    /&[a-zA-Z]{2,6};/g,
    (entity) => entities[entity] ?? entity,
  );
}

function withoutTags(text: string): string {
  if (!text.includes("<")) return text;
  // Known once, so that many <script> without an end are not each searched for one.
  const lastClose = text.lastIndexOf("</s");
  let result = "";
  let from = 0;
  while (from < text.length) {
    const start = text.indexOf("<", from);
    if (start === -1) break;
    const end = text.indexOf(">", start);
    if (end === -1) break;
    const tag = text.slice(start, Math.min(end + 1, start + tagLengthMax + 1));
    if (!/^<[/!]?[a-zA-Z-][^<>]*>$/.test(tag)) {
      result += text.slice(from, start + 1);
      from = start + 1;
      // A second "<" before this ">" is looked at again, so each ">" is searched from many "<": skip to the nearest.
      const nearest = text.lastIndexOf("<", end);
      if (nearest > from) {
        result += text.slice(from, nearest);
        from = nearest;
      }
      continue;
    }
    result += text.slice(from, start) + (blockTag.test(tag) ? "\n\n" : "");
    from = end > lastClose ? end + 1 : afterHiddenElement(text, tag, end + 1);
  }
  return result + text.slice(from);
}

/** Script and style have no readable content; without a closing tag only the tag itself is dropped. */
function afterHiddenElement(text: string, tag: string, from: number): number {
  const name = /^<(script|style)\b/i.exec(tag)?.[1];
  if (name === undefined) return from;
  const close = text.indexOf(`</${name}`, from);
  if (close === -1) return from;
  const end = text.indexOf(">", close);
  return end === -1 ? from : end + 1;
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]{1,200})\]\([^()\s]{1,500}\)/g, "$1")
    .replace(/^ {0,3}#{1,6} +/gm, "")
    .replace(/^ {0,3}> ?/gm, "")
    .replace(/\*\*|__/g, "");
}
