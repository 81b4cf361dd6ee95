import { parseMarkdown } from "./markdown-parser.ts";

/** Longest summary in characters: what search engines and link previews show of a description. */
const summaryLengthMax = 200;

/** The words of a Markdown text without its marks: one line a block, links by their label, pictures left out. */
export function plainText(markdown: string): string {
  return parseMarkdown(markdown)
    .map((token) => {
      if (token.type === "fence" || token.type === "code_block") return token.content;
      return (token.children ?? []).map((child) => inlineText(child.type, child.content)).join("");
    })
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** The beginning of a Markdown text as one line, cut at a word with an ellipsis; headings are left out where text follows. */
export function summarise(markdown: string, charactersMax: number = summaryLengthMax): string {
  const withoutHeadings = markdown.replace(/^ {0,3}#{1,6}\s.*$/gm, "");
  const text = (plainText(withoutHeadings) || plainText(markdown)).replaceAll("\n", " ");
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const cut = characters.slice(0, charactersMax - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:–-]+$/, "")}…`;
}

/** The number of words in a Markdown text: runs of letters and digits, hyphenated ones counted once. */
export function countWords(markdown: string): number {
  return plainText(markdown).match(/[\p{L}\p{N}]+(?:[-'’.,/][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

function inlineText(type: string, content: string): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
}
