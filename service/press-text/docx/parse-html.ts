/** A piece of the HTML that mammoth writes: well formed, with texts and attributes escaped. */
export type HtmlNode = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: (HtmlNode | string)[];
};

const pattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)\s*(\/?)>|[^<]+|</g;
const attributePattern = /([a-z-]+)="([^"]*)"/g;
/** Ten tables within each other, or twenty lists: a text for people has three. The text of what lies deeper joins the level above. */
const depthMax = 60;

/** The tree of a text of HTML. Only for what mammoth wrote: nothing of it is HTML that somebody sent. */
export function parseHtml(text: string): HtmlNode {
  const root: HtmlNode = { tag: "body", attributes: {}, children: [] };
  const open: HtmlNode[] = [root];
  let tooDeep = 0;
  for (const [whole, closing, tag, attributes = "", selfClosing] of text.matchAll(pattern)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push(decode(whole));
    else if (closing === "/") {
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) open.pop();
    } else {
      const isEmpty = selfClosing === "/" || tag === "br" || tag === "img";
      if (open.length >= depthMax && !isEmpty) {
        tooDeep += 1;
        continue;
      }
      const node = { tag, attributes: readAttributes(attributes), children: [] };
      parent.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return root;
}

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const [, name = "", value = ""] of text.matchAll(attributePattern)) found[name] = decode(value);
  return found;
}

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
}
