import { type Html, html, renderHtml } from "../../../floor/web/html.ts";
import { type Script, scriptPath } from "../script.ts";
import { stylesheetPath } from "./stylesheet.ts";

/** A whole document around a body: one stylesheet and the scripts of the page, each a file of ours. */
export function renderDocument(input: { title: string; body: Html; scripts?: readonly Script[] }): string {
  const { title, body, scripts = [] } = input;
  return renderHtml(html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheetPath}">
${scripts.map((script) => html`<script type="module" src="${scriptPath(script)}"></script>`)}
</head>
${body}
</html>
`);
}

/** A page without navigation, for whoever is not signed in or can't be shown one. */
export function renderBarePage(input: { title: string; main: Html; scripts?: readonly Script[] }): string {
  return renderDocument({
    ...input,
    body: html`<body class="bare">
<main id="inhalt" tabindex="-1"><div class="frame door">
${input.main}
</div></main>
</body>`,
  });
}
