import sanitizeHtml from "sanitize-html";
import {
  type MarkdownEnvironment,
  type MarkdownToken,
  parseMarkdown,
  renderTokens,
} from "./markdown-parser.ts";
import { isOwnPath, safeEmbedUrl, safeLinkUrl } from "./safe-url.ts";

type MarkdownLink = { index: number; url: string; label: string };

export type MarkdownOptions = {
  /** The `href` for a link to another site; without it the target itself. */
  linkUrl?: (target: string, label: string) => string;
  /** The `href` for a `mailto:` or `tel:` link; without it the target itself. */
  contactUrl?: (target: string, label: string) => string;
  /** The name under which the engagement script reports that a picture was seen; without it pictures are not watched. */
  imageTarget?: (target: string) => string;
};

export type FoundLinks = { links: MarkdownLink[]; images: MarkdownLink[] };
export type RenderedMarkdown = FoundLinks & { html: string };

/**
 * Renders a text from outside as HTML that never runs a script and never loads one.
 * HTML in the text is shown as text; links go only to http(s), mailto, tel and paths of this service, pictures only come by https;
 * what else was linked keeps its label. Headings start at level 2, because the page's title is level 1.
 * `links` and `images` hold the normalised targets in the order of the text (links within the service are not listed).
 * Throws `invalid_body` above `markdownLengthMax` characters.
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const { tokens, environment, found } = readMarkdown(markdown, options);
  return { html: sanitizeHtml(renderTokens(tokens, environment), sanitizing), ...found };
}

/** The `links` and `images` of `renderMarkdown` without the work of rendering. */
export function markdownLinks(markdown: string): FoundLinks {
  return readMarkdown(markdown, {}).found;
}

/** What may be left after rendering: a second wall, which holds even if the parser or a rule above has a defect. */
const sanitizing: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      "h2",
      "h3",
      "h4",
      "p",
      "br",
      "hr",
      "strong",
      "em",
      "s",
      "code",
      "pre",
      "blockquote",
      "ul",
      "ol",
      "li",
    ],
    ...["a", "img", "figure", "figcaption", "div", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "loading", "decoding", "referrerpolicy", "data-target"],
    ol: ["start"],
    div: ["role", "aria-label", "tabindex"],
  },
  allowedClasses: { div: ["table"], th: ["right", "center"], td: ["right", "center"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
};

function readMarkdown(markdown: string, options: MarkdownOptions) {
  const environment: MarkdownEnvironment = {};
  const found: FoundLinks = { links: [], images: [] };
  const tokens = parseMarkdown(markdown, environment);
  levelHeadings(tokens);
  for (const [index, token] of tokens.entries()) {
    if (token.type === "th_open" || token.type === "td_open") alignByClass(token);
    if (token.type === "th_open" && tokens[index + 1]?.content === "")
      demoteEmptyHead(token, tokens[index + 2]);
    if (token.type !== "inline" || token.children === null) continue;
    token.children = rewriteInline(token.children, options, found);
    if (token.children.length === 1 && token.children[0]?.type === "image") {
      turnIntoFigure(tokens[index - 1], token.children[0], tokens[index + 1]);
    }
  }
  return { tokens, environment, found };
}

function rewriteInline(
  children: MarkdownToken[],
  options: MarkdownOptions,
  found: FoundLinks,
): MarkdownToken[] {
  const kept: MarkdownToken[] = [];
  let isLinkDropped = false;
  for (const [index, child] of children.entries()) {
    if (child.type === "link_open") {
      isLinkDropped = !rewriteLink(child, labelBehind(children, index), options, found);
      if (isLinkDropped) continue;
    }
    if (child.type === "link_close" && isLinkDropped) {
      isLinkDropped = false;
      continue;
    }
    if (child.type === "image") rewriteImage(child, options, found);
    kept.push(child);
  }
  return kept;
}

/** Sets `href` and `rel`; false when nobody may follow the link. Links of a release are editorial: no `nofollow`. */
function rewriteLink(
  token: MarkdownToken,
  label: string,
  options: MarkdownOptions,
  found: FoundLinks,
): boolean {
  const target = String(token.attrGet("href") ?? "");
  token.attrs = [];
  if (isOwnPath(target)) {
    token.attrSet("href", target);
    return true;
  }
  const url = safeLinkUrl(target);
  if (url === null) return false;
  found.links.push({ index: found.links.length, url, label: label || url });
  const isContact = url.startsWith("mailto:") || url.startsWith("tel:");
  const rewrite = isContact ? options.contactUrl : options.linkUrl;
  token.attrSet("href", rewrite?.(url, label || url) ?? url);
  if (!isContact) token.attrSet("rel", "noopener");
  return true;
}

/** A picture that may not be loaded leaves its description behind. */
function rewriteImage(token: MarkdownToken, options: MarkdownOptions, found: FoundLinks): void {
  const url = safeEmbedUrl(String(token.attrGet("src") ?? ""));
  if (url === null) {
    token.type = "text";
    return;
  }
  found.images.push({ index: found.images.length, url, label: token.content || url });
  token.meta = { caption: null };
  const caption = token.attrGet("title");
  token.attrs = [
    ["src", url],
    ["alt", token.content],
    ["loading", "lazy"],
    ["decoding", "async"],
    ["referrerpolicy", "no-referrer"],
  ];
  if (options.imageTarget !== undefined) token.attrSet("data-target", options.imageTarget(url));
  if (caption !== null) token.meta = { caption: String(caption) };
}

/** A picture that stands alone in its paragraph becomes a figure, its title the caption. */
function turnIntoFigure(
  open: MarkdownToken | undefined,
  image: MarkdownToken,
  close: MarkdownToken | undefined,
): void {
  if (open?.type !== "paragraph_open" || close === undefined || open.hidden) {
    image.meta = { caption: null };
    return;
  }
  open.tag = "figure";
  close.tag = "figure";
}

/** Level 2 and below, never skipping one (WCAG 1.3.1): authors choose marks by size, not by structure. */
function levelHeadings(tokens: MarkdownToken[]): void {
  const shift = tokens.some((token) => token.tag === "h1") ? 1 : 0;
  let previous = 1;
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const level = Math.min(previous + 1, Math.max(2, Number(token.tag.slice(1)) + shift), 4);
    const close = tokens[index + 2];
    token.tag = `h${level}`;
    if (close !== undefined) close.tag = token.tag;
    previous = level;
  }
}

/** The parser aligns cells by `style`, which the pages' Content-Security-Policy refuses. */
function alignByClass(cell: MarkdownToken): void {
  const alignment = /right|center/.exec(String(cell.attrGet("style") ?? ""))?.[0];
  cell.attrs = alignment === undefined ? null : [["class", alignment]];
}

/** The empty corner of a table heads nothing: as a plain cell it is not read out as a heading. */
function demoteEmptyHead(open: MarkdownToken, close: MarkdownToken | undefined): void {
  if (close?.type !== "th_close") return;
  open.tag = "td";
  close.tag = "td";
}

function labelBehind(children: MarkdownToken[], openIndex: number): string {
  const closeIndex = children.findIndex((child, index) => index > openIndex && child.type === "link_close");
  return children
    .slice(openIndex + 1, closeIndex)
    .map((child) => (child.type === "softbreak" ? " " : child.content))
    .join("")
    .trim();
}
