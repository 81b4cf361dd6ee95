import { type Html, html, raw } from "../../newsroom/html.ts";
import { directLinkUrl } from "../../newsroom/links.ts";
import { renderLayout } from "../../newsroom/pages/layout.ts";
import { approvalStyles } from "./page-styles.ts";

/** The document around every approval page; nothing in it leads a search engine or a referrer to the link. */
export function renderFrame({ title, main }: { title: string; main: Html }): string {
  return renderLayout({
    title,
    head: html`<meta name="robots" content="noindex, nofollow">
<style>${raw(approvalStyles)}</style>`,
    newsroom: null,
    linkUrl: directLinkUrl,
    main,
  });
}
