import { linkHash } from "../../floor/web/link-hash.ts";
import { isOwnPath, safeEmbedUrl, safeLinkUrl, urlLengthMax } from "../../floor/web/safe-url.ts";
import { isServicePage } from "../../floor/web/service-page.ts";
import { descriptionOf, foreignImage, type MarkdownToken } from "./markdown-parser.ts";
import type { TextTarget } from "./press-text.ts";
import { structureBlocks, turnIntoFigure } from "./structure-blocks.ts";
import { captionLengthMax, imagesMax, linksMax, nestingMax, type TextSize } from "./text-limits.ts";

type Reading = {
  found: { links: TextTarget[]; images: TextTarget[]; pageImages: Set<string>; foreignImages: Set<string> };
  size: Omit<TextSize, "tableCells">;
};

/** Where the address of a link will stand; a domain that can't exist (RFC 2606). */
const linkPlaceholder = "https://link.invalid/";

/**
 * Makes parsed tokens fit for a page: headings leveled, links given a placeholder for their address, pictures made safe, the
 * surplus over the limits made plain text. Returns what was found and how much of it.
 */
export function rewriteTokens(tokens: MarkdownToken[]): Reading {
  const reading: Reading = {
    found: { links: [], images: [], pageImages: new Set(), foreignImages: new Set() },
    size: { links: 0, images: 0, nesting: 0 },
  };
  structureBlocks(tokens);
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "inline" || token.children === null) continue;
    token.children = rewriteInline(token.children, reading);
    if (token.children.length === 1 && token.children[0]?.type === "image") {
      turnIntoFigure(tokens[index - 1], token.children[0], tokens[index + 1]);
    }
  }
  return reading;
}

function rewriteInline(children: MarkdownToken[], reading: Reading): MarkdownToken[] {
  const kept: MarkdownToken[] = [];
  let isLinkDropped = false;
  let isInLink = false;
  for (const [index, child] of children.entries()) {
    if (child.type === "link_open") {
      isLinkDropped = !rewriteLink(child, () => labelBehind(children, index), reading);
      if (isLinkDropped) continue;
      isInLink = true;
    }
    if (child.type === "link_close" && isLinkDropped) {
      isLinkDropped = false;
      continue;
    }
    if (child.type === "link_close") isInLink = false;
    if (child.type === "image") rewriteImage(child, isInLink, reading);
    flattenEmphasis(child, reading);
    kept.push(child);
  }
  return kept;
}

/** Sets `href` and `rel`; false when nobody may follow the link. Links of a release are editorial: no `nofollow`. */
function rewriteLink(token: MarkdownToken, label: () => string, { found, size }: Reading): boolean {
  const target = String(token.attrGet("href") ?? "");
  token.attrs = [];
  size.links += 1;
  if (size.links > linksMax) return false;
  if (isOwnPath(target)) {
    token.attrSet("href", target);
    return true;
  }
  const url = safeLinkUrl(target);
  if (url === null) return false;
  found.links.push({ url, label: label() || url });
  token.attrSet("href", linkPlaceholder);
  const isContact = url.startsWith("mailto:") || url.startsWith("tel:");
  if (!isContact) token.attrSet("rel", "noopener");
  return true;
}

/**
 * A picture that may not be loaded leaves its description behind. One of another server becomes a link to it: that server would
 * learn of everybody who reads the page.
 */
function rewriteImage(token: MarkdownToken, isInLink: boolean, reading: Reading): void {
  const { found, size } = reading;
  size.images += 1;
  const target = String(token.attrGet("src") ?? "");
  // Before the address is looked at: one definition of 50,000 characters, shown 12,000 times, took 7 s to parse.
  const isRead = size.images <= imagesMax && target.length <= urlLengthMax;
  const url = isRead ? safeEmbedUrl(target) : null;
  if (isRead && isServicePage(target)) found.pageImages.add(target);
  token.content = descriptionOf(token);
  if (url === null) {
    token.type = "text";
    return;
  }
  if (!isOwnPath(url)) {
    turnIntoLink(token, { url, isInLink }, reading);
    return;
  }
  found.images.push({ url, label: token.content || url });
  token.meta = { caption: null };
  const caption = token.attrGet("title");
  token.attrs = [
    ["src", url],
    ["alt", token.content],
    ["loading", "lazy"],
    ["decoding", "async"],
    ["referrerpolicy", "no-referrer"],
    // The name under which the engagement script reports that a picture was seen.
    ["data-target", linkHash(url)],
  ];
  if (caption !== null) token.meta = { caption: cutCaption(String(caption)) };
}

function turnIntoLink(
  token: MarkdownToken,
  { url, isInLink }: { url: string; isInLink: boolean },
  { found, size }: Reading,
): void {
  found.foreignImages.add(url);
  token.content ||= url;
  token.type = "text";
  // No link stands within another.
  if (isInLink || size.links >= linksMax) return;
  size.links += 1;
  found.links.push({ url, label: token.content });
  token.type = foreignImage;
  token.attrs = [
    ["href", linkPlaceholder],
    ["rel", "noopener"],
  ];
}

function cutCaption(caption: string): string {
  // A character is at most two units: what is behind these is cut off in any case.
  const characters = [...caption.slice(0, (captionLengthMax + 1) * 2)];
  if (characters.length <= captionLengthMax) return caption;
  return `${characters.slice(0, captionLengthMax - 1).join("")}…`;
}

/** Bold within italics within bold … deeper than the limit stands there with its marks. */
function flattenEmphasis(token: MarkdownToken, { size }: Reading): void {
  if (!/^(?:em|strong|s)_(?:open|close)$/.test(token.type)) return;
  const nesting = token.level + 1;
  size.nesting = Math.max(size.nesting, nesting);
  if (nesting <= nestingMax) return;
  token.type = "text";
  token.tag = "";
  token.nesting = 0;
  token.content = token.markup;
}

function labelBehind(children: MarkdownToken[], openIndex: number): string {
  const parts: string[] = [];
  for (let index = openIndex + 1; index < children.length; index += 1) {
    const child = children[index];
    if (child === undefined || child.type === "link_close") break;
    parts.push(child.type === "softbreak" ? " " : child.content);
  }
  return parts.join("").trim();
}
