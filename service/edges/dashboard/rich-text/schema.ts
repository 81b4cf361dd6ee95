import { type Attrs, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { tableNodes } from "prosemirror-tables";

/** Of a picture, in the text or on its own line: `title` is the caption. */
export type PictureAttrs = { src: string; alt: string; title: string | null };

const pictureAttrs = { src: { default: "" }, alt: { default: "" }, title: { default: null } };

const blocks: Record<string, NodeSpec> = {
  doc: { content: "block+" },
  paragraph: { content: "inline*", group: "block", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
  heading: {
    content: "inline*",
    group: "block",
    defining: true,
    attrs: { level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    // Level 1 is the page's own.
    toDOM: ({ attrs }) => [`h${Math.max(2, Number(attrs.level))}`, 0],
  },
  blockquote: {
    content: "block+",
    group: "block",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  },
  bullet_list: {
    content: "list_item+",
    group: "block",
    attrs: { tight: { default: true } },
    parseDOM: [{ tag: "ul" }],
    toDOM: () => ["ul", 0],
  },
  ordered_list: {
    content: "list_item+",
    group: "block",
    attrs: { order: { default: 1 }, tight: { default: true } },
    parseDOM: [{ tag: "ol", getAttrs: (list) => ({ order: startOf(list) }) }],
    toDOM: ({ attrs }) => ["ol", attrs.order === 1 ? {} : { start: attrs.order }, 0],
  },
  list_item: { content: "block+", defining: true, parseDOM: [{ tag: "li" }], toDOM: () => ["li", 0] },
  code_block: {
    content: "text*",
    group: "block",
    code: true,
    defining: true,
    marks: "",
    attrs: { params: { default: "" } },
    parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    toDOM: () => ["pre", ["code", 0]],
  },
  horizontal_rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
  /** A picture alone on its line, which readers get with its caption. */
  figure: {
    group: "block",
    draggable: true,
    attrs: pictureAttrs,
    parseDOM: [{ tag: "figure[data-src]", getAttrs: (element) => pictureOf(element) }],
    toDOM: ({ attrs }) => ["figure", pictureData(attrs)],
  },
};

const inlines: Record<string, NodeSpec> = {
  text: { group: "inline" },
  /** A line break of the source, which readers get as a space. */
  soft_break: {
    inline: true,
    group: "inline",
    selectable: false,
    leafText: () => " ",
    parseDOM: [{ tag: "span[data-soft]" }],
    toDOM: () => ["span", { "data-soft": "" }, " "],
  },
  hard_break: {
    inline: true,
    group: "inline",
    selectable: false,
    leafText: () => "\n",
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
  },
  image: {
    inline: true,
    group: "inline",
    draggable: true,
    attrs: pictureAttrs,
    parseDOM: [{ tag: "img[data-src]", getAttrs: (element) => pictureOf(element) }],
    toDOM: ({ attrs }) => ["img", { ...pictureData(attrs), alt: attrs.alt }],
  },
};

const tables = tableNodes({
  tableGroup: "block",
  // One paragraph and nothing else: a cell of Markdown is one line.
  cellContent: "paragraph",
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => /^(?:left|right|center)$/.exec(cell.dataset.align ?? "")?.[0] ?? null,
      setDOMAttr: (value, attrs) => {
        if (value !== null) attrs["data-align"] = value;
      },
    },
  },
});

/** In the order in which they lie around each other where all hold for the same words. */
const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: { default: "" }, title: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: "a[href]",
        getAttrs: (link) => {
          const href = link.getAttribute("href") ?? "";
          return (
            /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i.test(href) && { href, title: link.getAttribute("title") }
          );
        },
      },
    ],
    toDOM: ({ attrs }) => ["a", { href: attrs.href, title: attrs.title }, 0],
  },
  em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
  strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
  strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s", 0] },
  code: { code: true, parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
};

/** What the editor can hold: all that the renderer makes of a text. */
export const schema = new Schema({ nodes: { ...blocks, ...tables, ...inlines }, marks });

function startOf(list: HTMLElement): number {
  const start = Number(list.getAttribute("start") ?? 1);
  return Number.isInteger(start) && start >= 0 ? start : 1;
}

function pictureOf({ dataset }: HTMLElement): PictureAttrs {
  return { src: dataset.src ?? "", alt: dataset.alt ?? "", title: dataset.title ?? null };
}

function pictureData({ src, alt, title }: Attrs): Record<string, string> {
  return { "data-src": src, "data-alt": alt, ...(title !== null && { "data-title": title }) };
}
