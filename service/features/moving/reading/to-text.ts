import { createHash } from "node:crypto";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { languageCode } from "../../../floor/strings/language-code.ts";
import { blocksOf, joinBlocks } from "../../../press-text/docx/html-to-markdown.ts";
import { levelled } from "../../../press-text/docx/read-docx.ts";
import { readText } from "../../../press-text/markdown/read-text.ts";
import { textCharactersMax } from "../../../press-text/markdown/text-limits.ts";
import { decoded } from "../rules.ts";
import {
  type FoundPicture,
  type FoundText,
  type LeftReason,
  picturesPerTextMax,
  type TextContent,
} from "../schema.ts";
import { treeOf, withPictures } from "./html-tree.ts";
import { type Attachments, creditOf, type RawText } from "./read-entry.ts";

/** Four characters of HTML for each of Markdown; whoever has more sends no text. */
const htmlCharactersMax = 4 * textCharactersMax;
/** What the address of a picture takes at most in place of its mark. */
const addressCharacters = 120;
const lengths = { guid: 500, title: 300, subtitle: 500, url: 1_000, alt: 500, caption: 1_000, credit: 200 };
const [topicsMax, topicCharactersMax] = [5, 60];
const [keywordsMax, keywordCharactersMax] = [30, 60];
/** Where a feed gives the beginning of a text alone, this is how it ends. */
const summaryEnd = /(?:\[…\]|\[\.\.\.\]|\\\[…\\\]|\\\[\.\.\.\\\])\s*$/;
/** What WordPress adds to each entry of its feeds. */
const feedEnd =
  /\n\n(?:Der Beitrag|The post) [^\n]{1,1000}(?:erschien zuerst auf|appeared first on)[^\n]{1,1000}$/;

/** A text as the newsroom will have it, or why it can't. It may take long, so it runs in a thread. */
export function toText(
  raw: RawText,
  { site, attachments, language }: { site: string; attachments: Attachments; language: string | null },
): FoundText {
  const guid = raw.guid.length <= lengths.guid ? raw.guid : hashOf(raw.guid);
  const title = cut(raw.title, lengths.title);
  const url = raw.url !== null && raw.url.length <= lengths.url ? raw.url : null;
  const known = { guid: stored(guid) || hashOf(raw.title), title, url, publishedAt: raw.publishedAt };
  const left = (problem: LeftReason): FoundText => ({ ...known, problem, content: null });
  if (raw.problem !== null) return left(raw.problem);
  if (title === "") return left("no_title");
  if (raw.publishedAt === null) return left("no_date");
  if (raw.language !== null && languageCode(raw.language) === null) return left("no_language");
  if (raw.html.length > htmlCharactersMax) return left("too_long");
  const content = contentOf(raw, { base: url ?? `https://${site}/`, attachments, language });
  if (content.markdown === "") return left("no_text");
  if (summaryEnd.test(content.markdown)) return left("only_summary");
  const marks = content.pictures.length * addressCharacters;
  if ([...content.markdown].length + marks > textCharactersMax) return left("too_long");
  if (readText(content.markdown).excess !== null) return left("too_many_parts");
  return { ...known, problem: null, content };
}

function contentOf(
  raw: RawText,
  { base, attachments, language }: { base: string; attachments: Attachments; language: string | null },
): TextContent {
  const pictures: FoundPicture[] = raw.pictures.slice(0, picturesPerTextMax).map(tidy);
  const leading = pictures.length > 0 ? 0 : null;
  const tree = withPictures(treeOf(raw.html, raw), base, ({ src, alt, caption, id }) => {
    // In a text stands a smaller copy; the export names the original.
    const whole = src.replace(/-\d{2,5}x\d{2,5}(?=\.\w{3,4}$)/, "");
    const said = attachments.byId.get(id ?? "") ?? attachments.byUrl.get(src) ?? attachments.byUrl.get(whole);
    const picture = tidy({
      url: said?.url ?? src,
      alt: alt || (said?.alt ?? null),
      caption: caption || (said?.caption ?? null),
      credit: creditOf(caption) ?? said?.credit ?? null,
    });
    const at = pictures.findIndex((each) => each.url === picture.url);
    if (at === -1 && pictures.length >= picturesPerTextMax) return null;
    return `moved-picture:${at === -1 ? pictures.push(picture) - 1 : at}`;
  });
  const markdown = stored(joinBlocks(levelled(blocksOf(tree.children)))).replace(feedEnd, "");
  return {
    markdown: markdown.trim(),
    subtitle: cut(raw.subtitle ?? "", lengths.subtitle) || null,
    slug: cut(raw.slug === null ? (lastSegment(raw.url) ?? "") : decoded(raw.slug), lengths.title) || null,
    // What a feed says of itself as a whole is often what its program came with.
    language: languageCode(raw.language ?? language ?? "") ?? "de",
    topics: unique(raw.topics, topicCharactersMax).slice(0, topicsMax),
    keywords: unique(raw.keywords, keywordCharactersMax).slice(0, keywordsMax),
    pictures,
    leading,
  };
}

function tidy({ url, alt, caption, credit }: FoundPicture): FoundPicture {
  return {
    url: stored(url.slice(0, lengths.url)),
    alt: cut(alt ?? "", lengths.alt) || null,
    caption: cut(caption ?? "", lengths.caption) || null,
    credit: cut(credit ?? "", lengths.credit) || null,
  };
}

/** The word of an old address, so that the new one is like it. */
function lastSegment(url: string | null): string | null {
  const path = url === null ? "" : new URL(url).pathname;
  const word = decoded(path.split("/").findLast((part) => part !== "") ?? "");
  return /\p{L}{3}/u.test(word) ? word.replace(/\.\w{2,5}$/, "") : null;
}

function unique(names: readonly string[], charactersMax: number): string[] {
  return [...new Set(names.map((name) => cut(name, charactersMax)).filter((name) => name !== ""))];
}

/** In one line, as PostgreSQL can store it and counts it. */
function cut(text: string, charactersMax: number): string {
  return firstCharacters(stored(text).replace(/\s+/g, " ").trim(), charactersMax).trim();
}

function stored(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
