import { waitingDaysMax } from "../../../../features/moving/moves.ts";
import { startOf } from "../../../../features/moving/rules.ts";
import type { CountedMove, MovedText } from "../../../../features/moving/schema.ts";
import { formatDay } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { FormState } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { fileControl } from "../../forms/value-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { releasePagePath } from "../texts/paths.ts";
import { faultWords, leftWords, missingWords } from "./move-words.ts";

type Shown = { visit: Visit; move: CountedMove; texts: readonly MovedText[]; state: FormState; at: string };

/** Of each list; the file has all. */
const shownMax = 50;

/** A move as it is now, with its next step first. */
export function moveHtml(shown: Shown): Html {
  const { visit, move, at, texts, state } = shown;
  const { ready, taken, left, fault } = move;
  const next = startOf(move);
  if (move.state === "receiving") return html`${fileHtml(shown)}${discardHtml(shown)}`;
  const start = (label: string) =>
    (ready > 0 || next === "checking") &&
    html`<div class="after">${buttonFormHtml({ visit, action: `${at}/starten`, label, isPrimary: true })}</div>`;
  const step = {
    checking: progressHtml(at, null, "Die Datei wird gelesen. Übernommen wird noch nichts."),
    checked: html`<p>${ready === 0 ? "Nichts aus dieser Datei kann kommen. Warum, steht unten." : html`<strong>${ready} ${ready === 1 ? "Text kann" : "Texte können"} kommen</strong>, ${left === 1 ? "1 bleibt" : `${left} bleiben`} zurück. ${ready === 1 ? "Er steht dann mit seinem alten Datum" : "Sie stehen dann mit ihrem alten Datum"} im Newsroom, als „übernommen“ und ohne Freigabe.`} Ohne Start verwerfen wir den Probelauf am ${formatDay(new Date(move.createdAt.getTime() + waitingDaysMax * 86_400_000), "de")}.</p>${start("Jetzt übernehmen")}`,
    running: html`${progressHtml(at, taken / Math.max(1, ready + taken), `${taken} von ${ready + taken} ${ready + taken === 1 ? "Text" : "Texten"} ${taken === 1 ? "ist" : "sind"} da.`)}<div class="after">${buttonFormHtml({ visit, action: `${at}/anhalten`, label: "Anhalten" })}</div>`,
    stopped: html`<p>${taken === 1 ? "1 Text ist" : `${taken} Texte sind`} da, ${ready} ${ready === 1 ? "fehlt" : "fehlen"} noch.</p>${start("Weiter übernehmen")}`,
    done: html`<p><strong>${taken} ${taken === 1 ? "Text ist" : "Texte sind"} übernommen</strong>, ${left === 1 ? "1 ist" : `${left} sind`} zurückgeblieben.</p>`,
    failed: html`<div class="summary"><p>${fault === null ? "Der Umzug ist zu Ende." : faultWords[fault]}</p></div>${next !== null && start(next === "checking" ? "Probelauf fortsetzen" : "Weiter übernehmen")}${fault === "server_silent" && html`<div class="after">${buttonFormHtml({ visit, action: `${at}/ohne-bilder`, label: "Ohne Bilder weiter" })}</div>`}${(next === null || (next === "running" && ready === 0)) && html`<p><a href="${at.slice(0, at.lastIndexOf("/"))}">Neuen Umzug beginnen</a></p>`}`,
  }[move.state];
  return html`${state.message !== null && html`<div class="summary" role="alert"><p>${state.message}</p></div>`}
${step}
${!["running", "done"].includes(move.state) && discardHtml(shown)}
${taken > 0 && redirectsHtml(at)}
${texts.length > 0 && html`<p class="after"><a href="${`${at}/liste.csv`}">Ganze Liste als CSV</a></p>`}
${picturesHtml(texts)}
${textsHtml(
  "Was zurückbleibt",
  texts.filter((text) => text.state === "left"),
  "Ändern Sie diese Texte in der Datei und ziehen Sie sie noch einmal um: Was schon hier ist, kommt kein zweites Mal.",
)}
${textsHtml(
  "Was kommt",
  // What a dry run had read that came to no end does not come.
  texts.filter((text) => text.state === "ready" && next !== null),
)}
${textsHtml(
  "Was da ist",
  texts.filter((text) => text.state === "taken"),
)}`;
}

function fileHtml({ visit, at, state }: Shown): Html {
  const body = html`<div class="field"><label for="f-file">Datei</label>
<p class="hint" id="f-file-hint">Bis 100 MB: der Export von WordPress („Werkzeuge“, „Daten exportieren“, „Alle Inhalte“), ein gespeicherter Feed, eine CSV-Datei mit den Spalten „Titel“, „Datum“ und „Text“, oder ein ZIP aus CSV-Datei und Bildern.</p>
${fileControl({ id: "f-file", name: "file", accept: ".xml,.rss,.atom,.csv,.zip" })}</div>`;
  return html`<div class="upload" data-uploads="${`${at}/dateiteile`}" data-agency="${visit.agencyId}" data-opens>${formHtml(
    {
      ...{
        visit,
        action: `${at}/datei`,
        fields: {},
        state,
        body,
        submit: "Hochladen und ansehen",
        isMultipart: true,
      },
    },
  )}</div>`;
}

function discardHtml({ visit, at, move }: Shown): Html {
  return html`<div class="after">${confirmHtml({
    visit,
    action: `${at}/verwerfen`,
    label: "Umzug verwerfen",
    question:
      move.taken === 0
        ? "Die Datei und der Probelauf werden gelöscht. Im Newsroom ändert sich nichts."
        : "Was noch fehlt, kommt nicht mehr. Was schon hier ist, bleibt.",
    confirm: "Jetzt verwerfen",
  })}</div>`;
}

function progressHtml(at: string, share: number | null, text: string): Html {
  return html`<div class="upload" data-running>
<progress${share !== null && html` max="1" value="${share.toFixed(3)}"`} aria-label="Fortschritt"></progress>
<p role="status">${text} Sie können die Seite verlassen, es läuft weiter. <a href="${at}">Stand neu laden</a></p></div>`;
}

function redirectsHtml(at: string): Html {
  return html`<h2>Alte Adressen</h2>
<p>Unter Domains dieses Newsrooms führen alte Adressen von selbst zu den neuen. Liegen sie auf einem anderen Server, tragen Sie dort diese Liste ein:</p>
<p class="buttons"><a class="button" href="${`${at}/umleitungen-nginx`}">nginx</a> <a class="button" href="${`${at}/umleitungen-apache`}">Apache</a> <a class="button" href="${`${at}/umleitungen-csv`}">CSV</a></p>`;
}

function picturesHtml(texts: readonly MovedText[]): Html | null {
  const rows = texts.flatMap(({ missing, title }) => missing.map((picture) => ({ ...picture, title })));
  if (rows.length === 0) return null;
  return html`<h2>Bilder, die in Texten fehlen</h2>
${tableHtml({
  caption: "Bilder, die in Texten fehlen",
  rows: rows.slice(0, shownMax),
  columns: [
    { label: "Bild", cell: ({ url }) => html`<span class="address">${url.replace(/^zip:/, "")}</span>` },
    { label: "Warum", cell: ({ reason }) => missingWords[reason] },
    { label: "Text", cell: ({ title }) => title },
  ],
})}${moreHtml(rows.length)}`;
}

function textsHtml(heading: string, texts: readonly MovedText[], next?: string): Html | null {
  if (texts.length === 0) return null;
  return html`<h2>${heading}</h2>
${next !== undefined && html`<p>${next}</p>`}
${tableHtml({
  caption: heading,
  rows: texts.slice(0, shownMax),
  columns: [
    {
      label: "Überschrift",
      cell: ({ title, releaseId }) =>
        releaseId === null ? title || "(ohne)" : html`<a href="${releasePagePath(releaseId)}">${title}</a>`,
    },
    {
      label: "Erschienen",
      cell: ({ publishedAt }) => (publishedAt === null ? "" : formatDay(publishedAt, "de")),
    },
    ...(texts.some(({ reason }) => reason !== null)
      ? [{ label: "Warum", cell: ({ reason }: MovedText) => (reason === null ? "" : leftWords[reason]) }]
      : []),
    ...(texts.some(({ pictures }) => pictures > 0)
      ? [{ label: "Bilder", isNumber: true, cell: ({ pictures }: MovedText) => pictures }]
      : []),
  ],
})}${moreHtml(texts.length)}`;
}

function moreHtml(count: number): Html | false {
  return count > shownMax && html`<p>… und ${count - shownMax} weitere; alle stehen in der CSV-Liste.</p>`;
}
