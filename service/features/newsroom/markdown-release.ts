import { etagOf, type SentPage } from "../../floor/web/page-response.ts";
import type { ReleaseFile } from "./release-file.ts";

/** A release's address gives two kinds of page, in several encodings each. */
export const negotiated = "accept, accept-encoding";

/** A release as Markdown, ready to be sent. Search engines are led to the page. */
export function markdownPage(file: ReleaseFile, updatedAt: Date): SentPage & { body: string } {
  const body = markdownRelease(file);
  const etag = etagOf(body);
  const headers = new Headers({
    "content-type": "text/markdown; charset=utf-8",
    "content-language": file.languageTag,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    "last-modified": updatedAt.toUTCString(),
    link: `<${file.url}>; rel="canonical"`,
    vary: negotiated,
    etag,
  });
  return { body, headers, etag };
}

/** Front matter, headline, text, who is behind it and whom to call. */
export function markdownRelease(file: ReleaseFile): string {
  const { origin } = new URL(file.url);
  const text = withWholeAddresses(file.markdown, origin);
  const parts = [
    frontMatter(file),
    `# ${escapedLine(file.title)}`,
    file.subtitle === null || file.subtitle === "" ? null : `**${escapedLine(file.subtitle)}**`,
    file.correction === null ? null : `> ${escapedLine(file.correction)}`,
    file.dateline === null ? text : withDateline(escapedLine(file.dateline), text),
    file.about === null
      ? null
      : `## ${escapedLine(file.about.title)}\n\n${withWholeAddresses(file.about.markdown, origin)}`,
    file.contact === null
      ? null
      : `## ${file.contact.title}\n\n${file.contact.lines.map((line) => `- ${escapedLine(line)}`).join("\n")}`,
  ];
  return `${parts.filter((part) => part !== null).join("\n\n")}\n`;
}

/** In the first line, unless that begins a heading, list, quotation, table or picture, which it would make a line of words. */
function withDateline(dateline: string, text: string): string {
  const isBlock = /^(?:[#>|`~!+-]|\*\s|\d{1,9}[.)]\s|\s)/.test(text) || /^[^\n]*\n\s*[|:=-]/.test(text);
  return `**${dateline}**${isBlock ? "\n\n" : " – "}${text}`;
}

/**
 * People's words in a line of Markdown: they can't open a link, a tag, a heading, a line of their own or words in italics, as
 * "Kolleg*innen und Leser*innen" did.
 */
export function escapedLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[[\]<>\\`*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&");
}

/** A JSON string is a YAML string, so that no title ends the front matter or adds a key (YAML 1.2.2, 1.2). */
function frontMatter(file: ReleaseFile): string {
  const facts = {
    title: file.title,
    subtitle: file.subtitle,
    kind: file.kicker,
    client: file.clientName,
    language: file.languageTag,
    published: file.publishedAt,
    correction: file.correction,
    url: file.url,
  };
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [`${name}: ${quoted(value)}`],
  );
  return ["---", ...lines, "---"].join("\n");
}

/** JSON leaves some characters as they are that YAML takes for the end of a line, or does not take at all. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Pictures of a text are named by their path, which says nothing outside of the page. */
function withWholeAddresses(markdown: string, origin: string): string {
  return markdown.trim().replaceAll("](/media/", () => `](${origin}/media/`);
}
