import type { MarkdownToken } from "./markdown-parser.ts";
import { countWords, type PressText } from "./press-text.ts";

/** The words of a parsed text without its marks: links by their label, pictures left out. Call it before tokens are rewritten. */
export function plainTextOf(
  tokens: readonly MarkdownToken[],
): Pick<PressText, "plain" | "lead" | "wordCount"> {
  const lines: string[] = [];
  const leadLines: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const line = lineOf(token).replace(/\s+/g, " ").trim();
    if (line === "") continue;
    lines.push(line);
    if (tokens[index - 1]?.type !== "heading_open") leadLines.push(line);
  }
  const plain = lines.join("\n");
  return { plain, lead: leadLines.join("\n") || plain, wordCount: countWords(plain) };
}

function lineOf(token: MarkdownToken): string {
  if (token.type === "fence" || token.type === "code_block") return token.content;
  return (token.children ?? []).map((child) => inlineText(child.type, child.content)).join("");
}

function inlineText(type: string, content: string): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
}
