import { type Html, html } from "../../../web/html.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import type { Visit } from "../../visit.ts";
import { textPath } from "../texts/paths.ts";

/** The button that makes a link to the draft for people without an account. */
export function previewSection(visit: Visit, draftId: string): Html | null {
  if (!visit.may("drafts.write")) return null;
  return html`<section aria-labelledby="zeigen"><h2 id="zeigen">Entwurf zeigen</h2>
<p>Für Kolleginnen und Kollegen ohne Konto: ein Link auf die neueste Fassung, sieben Tage gültig.</p>
${buttonFormHtml({ visit, action: `${textPath(draftId)}/vorschau-link`, label: "Vorschau-Link anlegen" })}
${confirmHtml({
  visit,
  action: `${textPath(draftId)}/vorschau-links-beenden`,
  label: "Vorschau-Links zurücknehmen …",
  question: "Alle bisher angelegten Vorschau-Links zu diesem Text öffnen dann nichts mehr.",
  confirm: "Ja, zurücknehmen",
})}</section>`;
}
