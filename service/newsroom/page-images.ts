import { parseMarkdown } from "./markdown-parser.ts";
import { isServicePage } from "./service-page.ts";

/** Targets of pictures in a text that lead to a page or counted link of a newsroom, each once: they will not be shown. */
export function pageImages(markdown: string): string[] {
  const images = parseMarkdown(markdown).flatMap(({ children }) =>
    (children ?? []).filter(({ type }) => type === "image"),
  );
  const targets = new Set(images.map((image) => String(image.attrGet("src") ?? "")));
  return [...targets].filter(isServicePage);
}
