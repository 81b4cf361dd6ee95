import { type Html, html, raw } from "../../../../floor/web/html.ts";
import { renderLayout } from "../../../../floor/web/layout.ts";
import { approvalStyles } from "./page-styles.ts";

/** The document around every approval page; nothing in it leads a search engine or a referrer to the link. */
export function renderFrame({ title, main }: { title: string; main: Html }): string {
  return renderLayout({
    title,
    head: html`<meta name="robots" content="noindex, nofollow">
<style>${raw(approvalStyles)}</style>`,
    main,
  });
}
