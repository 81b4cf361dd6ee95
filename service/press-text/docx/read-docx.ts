import mammoth from "mammoth";
import { ZipProblem } from "../../floor/archive-files/unzip.ts";
import { type Block, blocksOf, joinBlocks } from "./html-to-markdown.ts";
import { hiddenColour, inKnownWords } from "./known-xml.ts";
import { withItemNumbers, withListNumbers } from "./list-numbers.ts";
import { type HtmlNode, parseHtml } from "./parse-html.ts";
import { unzipDocx } from "./unzip-docx.ts";

export type DocxPicture = { bytes: Uint8Array; mediaType: string; alt: string };

/** What a document holds and a release can't. */
export type LeftOut = { notes: number; comments: number; pictures: number; formulas: number };

export type DocxText = {
  /** Null where the document has nothing that is one. */
  title: string | null;
  subtitle: string | null;
  /** Pictures stand in it as `![…](docx-picture:0)`, by their position in `pictures`. */
  markdown: string;
  pictures: DocxPicture[];
  leftOut: LeftOut;
};

/** What a thread answers: the text, or why there is none. */
export type DocxAnswer = { text: DocxText } | { problem: ZipProblem["code"] };

/** More is a gallery, which goes into the library. */
const picturesMax = 20;
const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** What a title takes. A longer first paragraph is text. */
const titleCharactersMax = 300;
const subtitleCharactersMax = 500;

/** Names of Word's own styles, which are English in every language's Word. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h6:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  `highlight[color='${hiddenColour}'] => !`,
];

/** Reads a Word document. It runs in a thread: a hostile one takes time and memory before it is refused. */
export async function readDocx(bytes: Uint8Array): Promise<DocxAnswer> {
  try {
    return { text: await read(Buffer.from(bytes)) };
  } catch (error) {
    // What mammoth throws tells of the document's structure alone.
    return { problem: error instanceof ZipProblem ? error.code : "damaged" };
  }
}

async function read(bytes: Buffer): Promise<DocxText> {
  const parts = prepared(unzipDocx(bytes));
  const pictures: DocxPicture[] = [];
  let picturesLeft = 0;
  const { value } = await mammoth.convertToHtml(archiveOf(parts), {
    styleMap,
    // A document could bring its own map, and name files of this machine.
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    convertImage: mammoth.images.imgElement(async (image) => {
      const isTaken = pictures.length < picturesMax && pictureTypes.includes(image.contentType);
      if (!isTaken) return { src: "" };
      pictures.push({ bytes: await image.readAsBuffer(), mediaType: image.contentType, alt: "" });
      return { src: `docx-picture:${pictures.length - 1}` };
    }),
  });
  const notes: HtmlNode[] = [];
  const body = withoutNotes(withItemNumbers(parseHtml(value)), notes, (picture) => {
    const number = Number(/^docx-picture:(\d+)$/.exec(picture.attributes.src ?? "")?.[1] ?? Number.NaN);
    const kept = pictures[number];
    if (kept === undefined) picturesLeft += 1;
    else kept.alt = (picture.attributes.alt ?? "").trim();
    return kept !== undefined;
  });
  const { title, subtitle, rest } = splitTitle(withoutKind(blocksOf(body.children)));
  return {
    title,
    subtitle,
    markdown: joinBlocks(rest),
    pictures,
    leftOut: {
      notes: notes.length,
      formulas: countOf(parts.get("word/document.xml"), "<m:oMath>"),
      comments: countOf(parts.get("word/comments.xml"), "<w:comment "),
      pictures: picturesLeft + countOf(parts.get("word/document.xml"), "r:link="),
    },
  };
}

/** The parts with a text that mammoth reads whole. */
function prepared(parts: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const text = (part: Uint8Array | undefined) => new TextDecoder().decode(part);
  const numbering = text(parts.get("word/numbering.xml"));
  return new Map(
    [...parts].map(([name, part]) => {
      if (!/^word\/document\d*\.xml$/.test(name)) return [name, part];
      return [name, new TextEncoder().encode(withListNumbers(inKnownWords(text(part)), numbering))];
    }),
  );
}

/** The parts as mammoth asks for them. Its own reader of archives knows no bounds, so it never sees one. */
function archiveOf(parts: ReadonlyMap<string, Uint8Array>): { buffer: Buffer } {
  const file = {
    exists: (name: string) => parts.has(name),
    read: async (name: string, encoding?: string) => {
      const part = parts.get(name);
      if (part === undefined) throw new ZipProblem("damaged");
      if (encoding === undefined) return part;
      return encoding === "base64"
        ? Buffer.from(part).toString("base64")
        : new TextDecoder(encoding).decode(part);
    },
  };
  // `file` is mammoth's own name for an opened archive (lib/unzip.js); its types tell of paths and buffers alone.
  return { file } as unknown as { buffer: Buffer };
}

/** The tree without notes, the links to them, and pictures that can't be taken. */
function withoutNotes(node: HtmlNode, notes: HtmlNode[], isTaken: (picture: HtmlNode) => boolean): HtmlNode {
  const children = node.children.flatMap((child): (HtmlNode | string)[] => {
    if (typeof child === "string") return [child];
    if (/^(?:foot|end)note-\d/.test(child.attributes.id ?? "")) {
      notes.push(child);
      return [];
    }
    if (/^#(?:foot|end)note/.test(child.attributes.href ?? "")) return [];
    if (child.tag === "img" && !isTaken(child)) return [];
    return [withoutNotes(child, notes, isTaken)];
  });
  return { ...node, children };
}

/** What letterheads say above the title: the page of a release says it by itself. */
const kindPattern =
  /^(?:presse(?:mitteilung|meldung|information|info)|medien(?:mitteilung|information)|(?:press|news) release|communiqué de presse)$/i;

/** Twice what the longest takes, with its letters set apart. An expression looks at each run of signs from each of its signs. */
const kindCharactersMax = 100;

/** Letters are often set apart there: "P R E S S E M I T T E I L U N G". */
function isKind(words: string): boolean {
  if (words.length > kindCharactersMax) return false;
  const line = words.trim().replace(/[\s:.!–-]+$/, "");
  return kindPattern.test(line) || kindPattern.test(line.replace(/(?<=^\S|\s\S) (?=\S(?:\s|$))/g, ""));
}

/** Without a first line that only says what kind of text this is, where a text follows. */
function withoutKind(blocks: readonly Block[]): readonly Block[] {
  const at = blocks.findIndex(({ plain, kind }) => plain !== "" || kind === "other");
  const first = blocks[at];
  const isFollowed = blocks.length > at + 1;
  if (first === undefined || !isFollowed || !isKind(first.plain)) return blocks;
  return blocks.filter((block) => block !== first);
}

/** The first heading or short paragraph is the title, wherever more follows, and a subtitle stands right behind it. */
function splitTitle(blocks: readonly Block[]): {
  title: string | null;
  subtitle: string | null;
  rest: Block[];
} {
  const at = blocks.findIndex(({ plain, kind }) => plain !== "" || kind === "other");
  const first = blocks[at];
  const isTitle =
    first !== undefined &&
    first.kind !== "other" &&
    first.plain.length <= titleCharactersMax &&
    (first.kind === "heading" || blocks.length > at + 1);
  if (!isTitle) return { title: null, subtitle: null, rest: levelled(blocks) };
  const rest = blocks.filter((_, index) => index !== at);
  const next = rest[at];
  const isSubtitle =
    next?.kind === "heading" && next.level === 6 && next.plain.length <= subtitleCharactersMax;
  return {
    title: first.plain,
    subtitle: isSubtitle ? next.plain : null,
    rest: levelled(isSubtitle ? rest.filter((block) => block !== next) : rest),
  };
}

/** The page's own title is its first level, so the text begins with the second. */
export function levelled(blocks: readonly Block[]): Block[] {
  const isTop = blocks.some(({ kind, level }) => kind === "heading" && level === 1);
  if (!isTop) return [...blocks];
  return blocks.map((block) =>
    block.kind === "heading" && block.level < 4 ? { ...block, markdown: `#${block.markdown}` } : block,
  );
}

function countOf(part: Uint8Array | undefined, word: string): number {
  return part === undefined ? 0 : Buffer.from(part).toString("utf8").split(word).length - 1;
}
