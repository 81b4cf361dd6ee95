import { quotationMarks } from "../../../../press-text/quotation-marks.ts";
import { raisedDigits } from "../../../../press-text/raised-digits.ts";
import { safeAddress } from "../../../../press-text/safe-address.ts";
import { escapeMarkup, isDropped, pictureMarkup, type Reading, styleOf } from "./reading.ts";

type Marks = {
  strong: boolean;
  em: boolean;
  strike: boolean;
  code: boolean;
  isInLink: boolean;
  isInQuote: boolean;
  raised: "sup" | "sub" | null;
};

const none: Marks = {
  ...{ strong: false, em: false, strike: false, code: false },
  ...{ isInLink: false, isInQuote: false, raised: null },
};

/** The words of nodes with bold, italics and links; spaces as a browser would show them. */
export function inlineOf(nodes: readonly Node[], reading: Reading, { isPlain = false } = {}): string {
  const markup = nodes.map((node) => inlineMarkup(node, none, reading)).join("");
  const tidy = markup
    // Word writes tabs and runs of spaces with non-breaking ones among them.
    .replace(/[ \t\r\n\f\u00a0]{2,}|[\t\r\n\f]/g, " ")
    .replace(/ ?<br> ?/g, "<br>")
    .replace(/^(?: |<br>)+|(?: |<br>)+$/g, "");
  return isPlain ? tidy.replace(/<\/?(?:strong|em)>/g, "").replaceAll("<br>", " ") : tidy;
}

function inlineMarkup(node: Node, marks: Marks, reading: Reading): string {
  if (node.nodeType === Node.TEXT_NODE) return marked(node.nodeValue ?? "", marks);
  if (!(node instanceof Element) || isDropped(node)) return "";
  const tag = node.localName;
  if (tag === "br") return marks.isInLink ? " " : "<br>";
  if (tag === "img") return pictureMarkup(node, reading);
  const inner = marksOf(node, marks);
  const within = (held: Marks) =>
    [...node.childNodes].map((child) => inlineMarkup(child, held, reading)).join("");
  if (tag === "q") {
    const [open, close] = quotationMarks(node.textContent ?? "", { isWithin: marks.isInQuote });
    return open + within({ ...inner, isInQuote: true }) + close;
  }
  const href = tag === "a" && !marks.isInLink ? safeAddress(node.getAttribute("href") ?? "") : null;
  if (href === null) return within(inner) + (spacedTags.has(tag) ? " " : "");
  const words = within({ ...inner, isInLink: true });
  return words.trim() === "" ? words : `<a href="${escapeMarkup(href)}">${words}</a>`;
}

/** Between the blocks of a cell of a table stands a space at least. */
const spacedTags = new Set("p div li tr td th h1 h2 h3 h4 h5 h6 blockquote".split(" "));

/** By element or by style: Google Docs and Word for the web know only spans. A bold element may be set to normal by its style. */
function marksOf(element: Element, marks: Marks): Marks {
  const style = styleOf(element);
  const tag = element.localName;
  const weight = /(?:^|;)\s*font-weight:\s*(\w+)/.exec(style)?.[1];
  const slant = /(?:^|;)\s*font-style:\s*(\w+)/.exec(style)?.[1];
  const isStruck = /text-decoration[^;]*line-through/.test(style) || tag === "s" || tag === "strike";
  return {
    ...marks,
    strong: weight === undefined ? marks.strong || tag === "b" || tag === "strong" : isBold(weight),
    em:
      slant === undefined
        ? marks.em || tag === "i" || tag === "em"
        : slant === "italic" || slant === "oblique",
    strike: marks.strike || isStruck,
    raised: raisedOf(tag, style) ?? marks.raised,
    code: marks.code || tag === "code" || tag === "kbd" || tag === "samp",
  };
}

function raisedOf(tag: string, style: string): Marks["raised"] {
  if (tag === "sup" || tag === "sub") return tag;
  const [, word] = /(?:^|;)\s*vertical-align:\s*(super|sub)\b/.exec(style) ?? [];
  return word === undefined ? null : word === "sub" ? "sub" : "sup";
}

function isBold(weight: string): boolean {
  return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
}

function marked(text: string, { strong, em, strike, code, raised }: Marks): string {
  const typed = text.replaceAll("\u00ad", "");
  const words = escapeMarkup(raised === null ? typed : raisedDigits(typed, raised));
  if (words.trim() === "") return words;
  const tags = [strong && "strong", em && "em", strike && "s", code && "code"].filter((tag) => tag !== false);
  return `${tags.map((tag) => `<${tag}>`).join("")}${words}${tags
    .reverse()
    .map((tag) => `</${tag}>`)
    .join("")}`;
}
