import { type Html, html } from "../../../floor/web/html.ts";

/** What stands where a list has nothing: why, and what to do next. */
export function emptyHtml(input: {
  title: string;
  text: string;
  link?: { label: string; href: string };
}): Html {
  const { title, text, link } = input;
  return html`<div class="nothing"><strong>${title}</strong>${text}
${link !== undefined && html`<p class="buttons"><a class="button primary" href="${link.href}">${link.label}</a></p>`}</div>`;
}
