import type { WriterKind } from "../../../features/writer/writer-config.ts";
import { type Html, html, raw } from "../../../floor/web/html.ts";
import { type LegalLinks, renderLayout } from "../../../floor/web/layout.ts";
import { toolCalls } from "../limits.ts";
import { toolMessages } from "../messages.ts";
import { toolPageStyles } from "./page-styles.ts";
import { type ShownTool, shownTools } from "./shown-tools.ts";
import { toolPageScript } from "./tool-page-script.ts";

/** The page of the three tools; it says who writes the texts, and shows a tool that is off without its form. */
export function renderToolPage(writerKind: WriterKind, operatorLinks: LegalLinks): string {
  return renderLayout({
    title: "Werkzeuge für die Pressearbeit",
    head: html`<meta name="description" content="Krisenstatement, Überschriften und SEO-Check für Pressetexte: kostenlos und ohne Anmeldung.">
<style>${raw(toolPageStyles)}</style>`,
    legalLinks: operatorLinks,
    main: html`<header class="opening frame">
<p class="kicker">Kostenlos und ohne Anmeldung</p>
<h1>Drei Werkzeuge für Ihre Pressearbeit</h1>
<p class="lead">Ein erster Entwurf für die Krise, Überschriften für Ihr Thema, ein Prüfbericht für Ihren Text: in Sekunden und zum Mitnehmen.</p>
<p class="facts">Jedes Werkzeug steht Ihnen ${toolCalls.limit}-mal in ${toolCalls.windowSeconds / 60} Minuten offen. Ihre Eingaben werden nicht gespeichert. ${writerNotes[writerKind]}</p>
<nav aria-label="Werkzeuge"><ul class="jump">${shownTools.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<noscript><p class="noscript">Die Werkzeuge brauchen JavaScript. Bitte schalten Sie es für diese Seite ein.</p></noscript>
</header>
${shownTools.map((tool) => section(tool, writerKind))}
<p class="aside" role="status" id="ansage"></p>
<script>${raw(toolPageScript)}</script>`,
  });
}

/** What visitors should know before they type something confidential. */
const writerNotes: Record<WriterKind, string> = {
  "rule-based":
    "Krisenstatement und Überschriften entstehen nach festen Regeln auf diesem Server, ganz ohne KI-Dienst.",
  ai: "Krisenstatement und Überschriften schreibt ein KI-Dienst, der Ihre Eingabe dafür erhält: Geben Sie dort nichts Vertrauliches ein. Den SEO-Check rechnet dieser Server selbst.",
  off: "Krisenstatement und Überschriften sind zurzeit abgeschaltet.",
};

function section(tool: ShownTool, writerKind: WriterKind): Html {
  const isOff = tool.needsWriter && writerKind === "off";
  return html`<section class="tool" id="${tool.id}" aria-labelledby="${tool.id}-titel"><div class="frame">
<div class="ask">
<h2 id="${tool.id}-titel">${tool.title}</h2>
<p>${tool.text}</p>
${isOff ? html`<p class="noscript">${toolMessages.writerOff}</p>` : form(tool)}
</div>
${!isOff && html`<div class="result"><p class="empty-result">${tool.emptyResult}</p></div>`}
</div></section>`;
}

function form({ id, field, ...tool }: ShownTool): Html {
  return html`<form method="post" action="${tool.path}" novalidate data-field="${field}" data-result="${tool.result}" data-min="${tool.min}" data-max="${tool.max ?? 0}" data-missing="${tool.messages.missing}" data-too-short="${tool.messages.tooShort}" data-too-long="${tool.messages.tooLong}" data-working="${tool.working}" data-example="${tool.example}" data-calls="${toolCalls.limit}">
<label for="${id}-text">${tool.label}</label>
<textarea id="${id}-text" name="${field}" rows="${tool.rows}" required autocomplete="off" aria-describedby="${id}-laenge ${id}-fehler"></textarea>
<p class="facts count" id="${id}-laenge"></p>
<p class="problem" id="${id}-fehler" hidden></p>
<div class="buttons"><button class="primary" type="submit">${tool.button}</button><button type="button" class="example">Beispiel einsetzen</button></div>
<p class="facts tries">${toolCalls.limit} Versuche in ${toolCalls.windowSeconds / 60} Minuten.</p>
</form>`;
}
