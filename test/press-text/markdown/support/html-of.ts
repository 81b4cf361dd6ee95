import { directLinkUrl, type LinkUrl, textHtml } from "../../../../service/newsroom/links.ts";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";
import { renderHtml } from "../../../../service/web/html.ts";

/** The HTML of a Markdown text as a page shows it. */
export function htmlOf(markdown: string, linkUrl: LinkUrl = directLinkUrl): string {
  return renderHtml(textHtml(readText(markdown), linkUrl));
}
