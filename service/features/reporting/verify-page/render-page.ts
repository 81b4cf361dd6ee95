import { type Html, html, raw } from "../../../floor/web/html.ts";
import { type LegalLinks, renderLayout } from "../../../floor/web/layout.ts";
import type { KeptStamp } from "../../stamps/sql.ts";
import { stampBox } from "../../stamps/stamp-box.ts";
import { verifyPageScript } from "./page-script.ts";
import { verifyPageStyles } from "./page-styles.ts";
import type { CheckedReport, Verdict } from "./verdict-words.ts";
import { covers, coversUnsigned, reasonWords, sdkReasons } from "./verdict-words.ts";

/** What was handed in, so that it stands in the form again; `text` is not repeated, because it may have a megabyte. */
type ShownInput = { reportId?: string; hash?: string };

export type VerifyPageInput = {
  /** What was found, or a sentence that says why nothing was checked. */
  outcome?: Verdict | { problem: string };
  input?: ShownInput;
  /** Of the report that was found valid. */
  stamp?: KeptStamp | null;
  operatorLinks: LegalLinks;
};

/** Where the stamp of a report is, for whoever knows its id and chain hash. */
function stampFilePath(reportId: string, chainHash: string): string {
  return `/pruefen/stempel/${reportId}/${chainHash}/stempel.tsr`;
}

/** The page on which anybody checks a report; it works without script. */
export function renderVerifyPage({
  outcome,
  input = {},
  stamp = null,
  operatorLinks,
}: VerifyPageInput): string {
  const scriptWords = Object.fromEntries(
    Object.entries(sdkReasons).map(([reason, word]) => [reason, reasonWords[word]]),
  );
  return renderLayout({
    title: outcome === undefined ? "Bericht prüfen" : `${verdictTitle(outcome)} – Bericht prüfen`,
    head: html`<meta name="robots" content="noindex">
<meta name="description" content="Prüfen Sie, ob ein Bericht echt und unverändert ist.">`,
    // Behind the common style, whose buttons are of the second rank.
    style: verifyPageStyles,
    legalLinks: operatorLinks,
    main: html`<header class="opening frame">
<p class="kicker">Für alle, die einen Bericht bekommen haben</p>
<h1>Bericht prüfen</h1>
<p class="lead">Hier sehen Sie, ob ein Bericht von diesem Dienst stammt und seit seiner Ausstellung unverändert ist. Sie brauchen dafür kein Konto.</p>
</header>
${outcome === undefined ? html`<section id="ergebnis" class="frame verdict-box" aria-live="polite" hidden></section>` : outcomeBox(outcome, stamp)}
<section class="check" aria-labelledby="json-titel"><div class="frame">
<h2 id="json-titel">Sie haben die JSON-Datei</h2>
<p>Fügen Sie ihren Inhalt ein oder wählen Sie die Datei aus. <span id="ohne-upload" hidden>Geprüft wird in Ihrem Browser, der Bericht bleibt auf Ihrem Gerät. Nur ältere Berichte, die allein eine Prüfsumme tragen, gleicht der Dienst mit seinem Bestand ab.</span></p>
<form id="bericht" method="post" action="/pruefen" enctype="multipart/form-data" data-words="${JSON.stringify(scriptWords)}" data-covers="${covers}">
<label for="text">Inhalt der JSON-Datei</label>
<textarea id="text" name="text" rows="8" autocomplete="off" spellcheck="false"></textarea>
<label for="datei">Oder die Datei selbst</label>
<input type="file" id="datei" name="datei" accept=".json,application/json">
<button type="submit">Bericht prüfen</button>
</form></div></section>
<section class="check" aria-labelledby="pdf-titel"><div class="frame">
<h2 id="pdf-titel">Sie haben das PDF oder die CSV-Datei</h2>
<p>Berichtsnummer und Prüfsumme stehen im PDF auf der letzten Seite, in der CSV-Datei in den ersten Zeilen.</p>
<form method="post" action="/pruefen" enctype="multipart/form-data">
<label for="nummer">Berichtsnummer (ID)</label>
<input type="text" id="nummer" name="nummer" value="${input.reportId ?? ""}" maxlength="64" required autocomplete="off" spellcheck="false">
<label for="pruefsumme">Prüfsumme</label>
<input type="text" id="pruefsumme" name="pruefsumme" value="${input.hash ?? ""}" maxlength="100" required autocomplete="off" spellcheck="false">
<button type="submit">Angaben prüfen</button>
</form></div></section>
<script type="module">${raw(verifyPageScript)}</script>`,
  });
}

function verdictTitle(outcome: Verdict | { problem: string }): string {
  if ("problem" in outcome) return "Nicht geprüft";
  return outcome.isValid ? "gültig" : "nicht gültig";
}

function outcomeBox(outcome: Verdict | { problem: string }, stamp: KeptStamp | null): Html {
  const title = verdictTitle(outcome);
  if ("problem" in outcome) return box("poor", title, [outcome.problem]);
  if (!outcome.isValid) return box("poor", `✕ ${title}`, [reasonWords[outcome.reason]]);
  const compared =
    outcome.kind === "printed"
      ? "Nummer und Prüfsumme gehören zu diesem Bericht. Vergleichen Sie seine Zahlen mit denen in Ihrem PDF oder Ihrer Tabelle. Weichen sie ab, wurde Ihre Datei verändert. Alle weiteren Zahlen stehen in der JSON-Fassung, die die Agentur Ihnen auf Wunsch gibt."
      : null;
  const checked = outcome.report.number === null ? coversUnsigned : covers;
  const { figures, lost, id, chainHash } = outcome.report;
  const hash = chainHash ?? "";
  const table = html`<dl>${figures.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
  return box("good", `✓ ${title}`, [
    sentenceOf(outcome.report),
    compared,
    figures.length > 0 ? table : null,
    lost,
    checked,
    stampBox(stamp, { hash, href: stampFilePath(id, hash) }),
  ]);
}

/** `parts` are sentences, each a paragraph, and what is markup already. */
function box(name: "good" | "poor", title: string, parts: readonly (string | Html | null)[]): Html {
  return html`<section id="ergebnis" class="frame verdict-box ${name}" role="status"><h2 tabindex="-1">${title}</h2>${parts.map((part) => (typeof part === "string" ? html`<p>${part}</p>` : part))}</section>`;
}

function sentenceOf({ number, agency, title, from, to }: CheckedReport): string {
  const which = number === null ? "Bericht" : `Bericht Nummer ${number}`;
  return `${which} von ${agency}: ${title}, ${germanDay(from)} bis ${germanDay(to)}.`;
}

function germanDay(date: string): string {
  return date.slice(0, 10).split("-").toReversed().join(".");
}
