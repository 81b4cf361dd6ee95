import { DOMParser as DocumentParser } from "prosemirror-model";
import { cleanPaste } from "../../../../../service/edges/dashboard/rich-text/paste/clean-paste.ts";
import { schema } from "../../../../../service/edges/dashboard/rich-text/schema.ts";
import { markdownOf } from "../../../../../service/edges/dashboard/rich-text/to-markdown.ts";

/** What the editor makes of a clipboard, for the page of a test. */
Object.assign(window, {
  readPaste(html: string) {
    const start = performance.now();
    const clean = cleanPaste(html);
    const tookMs = performance.now() - start;
    const inert = new DOMParser().parseFromString(clean?.html ?? "", "text/html");
    const doc = DocumentParser.fromSchema(schema).parse(inert.body);
    return {
      markdown: markdownOf(doc, new WeakMap()),
      html: clean?.html ?? null,
      pictures: clean?.pictures.map(({ url }) => url) ?? [],
      tookMs,
    };
  },
});
