import { Parser } from "htmlparser2";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { plainOf } from "../../../press-text/docx/inline-markdown.ts";
import type { HtmlNode } from "../../../press-text/docx/parse-html.ts";
import { quotationMarks } from "../../../press-text/quotation-marks.ts";

/** As a Word document's; the text of what lies deeper joins the level above. */
const depthMax = 60;
const sameTags: Readonly<Record<string, string>> = {
  ...{ b: "strong", i: "em", cite: "em" },
  ...{ strike: "s", del: "s" },
};
const emptyTags = new Set(["br", "img", "hr"]);
/** Nothing in them is text. */
const droppedTags = new Set(
  "script style noscript iframe object embed form button select textarea svg math template head".split(" "),
);
/** What WordPress and its page builders replace before a page is shown. */
const shortcodes =
  /\[\/?(?:gallery|embed|audio|video|playlist|vc_\w{1,40}|et_pb_\w{1,40}|fusion_\w{1,40})(?:\s[^\]]{0,2000})?\]/g;

/**
 * The tree of a text of HTML from anywhere, in one pass and however it is nested. With `hasBareLines` an empty line ends a paragraph and
 * a line break counts, as in posts that WordPress's first editor wrote.
 */
export function treeOf(html: string, { hasBareLines = false } = {}): HtmlNode {
  const root: HtmlNode = { tag: "body", attributes: {}, children: [] };
  const open: HtmlNode[] = [root];
  let dropped = 0;
  let tooDeep = 0;
  const top = () => open.at(-1) ?? root;
  const isPreformatted = () => open.some(({ tag }) => tag === "pre");
  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped > 0 || droppedTags.has(name)) {
        dropped += 1;
        return;
      }
      const node: HtmlNode = { tag: sameTags[name] ?? name, attributes, children: [] };
      if (emptyTags.has(name)) top().children.push(node);
      else if (open.length >= depthMax) tooDeep += 1;
      else {
        top().children.push(node);
        open.push(node);
      }
    },
    ontext(text) {
      if (dropped > 0) return;
      if (hasBareLines && open.length === 1) pushLines(root, text);
      else top().children.push(isPreformatted() ? text : text.replace(/\s+/g, " "));
    },
    onclosetag(name) {
      if (dropped > 0) dropped -= 1;
      else if (emptyTags.has(name)) return;
      else if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) {
        const ended = open.pop();
        if (ended?.tag === "q") addMarks(ended, open);
      }
    },
  });
  parser.end(
    html
      .replace(/\[caption(?:\s[^\]]{0,2000})?\]/g, "<figure>")
      .replaceAll("[/caption]", "</figure>")
      .replace(shortcodes, " "),
  );
  return root;
}

function addMarks(quotation: HtmlNode, around: readonly HtmlNode[]): void {
  const isWithin = around.some(({ tag }) => tag === "q");
  const [before, after] = quotationMarks(plainOf(quotation.children), { isWithin });
  quotation.children.unshift(before);
  quotation.children.push(after);
}

function pushLines(root: HtmlNode, text: string): void {
  for (const [index, paragraph] of text.split(/\n[^\S\n]*\n\s*/).entries()) {
    if (index > 0) root.children.push({ tag: "hr", attributes: {}, children: [] });
    const last = root.children.at(-1);
    // A break that was written out is followed by a new line in many texts: that is one break.
    const isBroken = typeof last === "object" && last.tag === "br";
    for (const [line, words] of paragraph
      .replace(isBroken ? /^[^\S\n]*\n/ : "", "")
      .split("\n")
      .entries()) {
      if (line > 0) root.children.push({ tag: "br", attributes: {}, children: [] });
      root.children.push(words.replace(/\s+/g, " "));
    }
  }
}

/** The text of a line of HTML, such as a title. */
export function plainLine(html: string): string {
  return plainOf(treeOf(html).children).trim();
}

/**
 * The tree with its pictures as `take` names them, and without those for which it returns null. The words of a figure are its picture's
 * caption and no text; addresses of links become whole.
 */
export function withPictures(
  node: HtmlNode,
  base: string,
  take: (picture: { src: string; alt: string; caption: string; id: string | null }) => string | null,
  caption = "",
): HtmlNode {
  const children = node.children.flatMap((child): (HtmlNode | string)[] => {
    if (typeof child === "string") return [child];
    const { tag, attributes } = child;
    if (tag === "img") {
      const src = [attributes.src, attributes["data-src"], attributes["data-lazy-src"]]
        .map((each) => (each ? (parseUrl(each, base)?.href ?? "") : ""))
        .find((each) => /^https?:/.test(each));
      const alt = attributes.alt ?? "";
      const id = /\bwp-image-(\d{1,12})\b/.exec(attributes.class ?? "")?.[1] ?? null;
      const taken = src === undefined ? null : take({ src, alt, caption, id });
      return taken === null ? [] : [{ tag, attributes: { src: taken, alt }, children: [] }];
    }
    if (tag === "figure" && hasTag(child, "img") && !hasTag(child, "table") && !hasTag(child, "figure")) {
      const words = plainOf(child.children).trim();
      const pictures = withPictures({ ...child, children: tagsIn(child, "img") }, base, take, words).children;
      return [{ tag: "p", attributes: {}, children: pictures }];
    }
    const href = tag === "a" ? parseUrl(attributes.href ?? "", base)?.href : undefined;
    const inner = withPictures(child, base, take, caption);
    return [href === undefined ? inner : { ...inner, attributes: { ...attributes, href } }];
  });
  return { ...node, children };
}

function tagsIn(node: HtmlNode, tag: string): HtmlNode[] {
  return node.children.flatMap((child) =>
    typeof child === "string" ? [] : child.tag === tag ? [child] : tagsIn(child, tag),
  );
}

function hasTag(node: HtmlNode, tag: string): boolean {
  return tagsIn(node, tag).length > 0;
}
