import { directLinkUrl, type LinkUrl, textHtml } from "../../../../service/features/newsroom/links.ts";
import { renderHtml } from "../../../../service/floor/web/html.ts";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

/** The HTML of a Markdown text as a page shows it. */
export function htmlOf(markdown: string, linkUrl: LinkUrl = directLinkUrl): string {
  return renderHtml(textHtml(readText(markdown), linkUrl));
}
