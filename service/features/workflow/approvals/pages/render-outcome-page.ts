import { withStop } from "../../../../floor/strings/with-stop.ts";
import { formatMoment } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Typed } from "../read-decision.ts";
import { commentList } from "./earlier-comments.ts";
import type { ApprovalPageInput } from "./page-input.ts";
import { releaseSheet, searchFacts } from "./release-sheet.ts";
import { renderFrame } from "./render-frame.ts";
import { approverList } from "./request-facts.ts";

/** What a contact sees after the decision, and whenever the used link is opened again: the decision, then the text that it is about. */
export function renderReceiptPage(input: ApprovalPageInput, now: Date): string {
  const { decision, approvers, own } = input;
  const isApproved = decision?.status === "approved";
  const missing = approvers.filter(({ status }) => status === "asked" || status === "waiting");
  const title = input.isRecorded
    ? "Ihre Freigabe ist vermerkt"
    : isApproved
      ? "Vielen Dank, Ihre Freigabe ist angekommen"
      : "Vielen Dank, Ihre Rückmeldung ist angekommen";
  const onPassages = own.filter(({ quote }) => quote !== null);
  return renderFrame({
    title,
    look: input,
    main: html`<div class="frame message receipt">
<p class="sign" aria-hidden="true">${isApproved ? "✓" : "✎"}</p>
<h1>${title}</h1>
<p>${meaning(input, missing.length > 0)}</p>
<dl>
${line("Pressemitteilung", input.content.title)}
${line("Fassung", String(input.draftVersion))}
${line("Entscheidung", isApproved ? "Freigegeben" : "Änderungen gewünscht")}
${line("Entschieden von", input.contactName)}
${decision !== null && decision.decidedAt !== null && line("Entschieden am", formatMoment(decision.decidedAt, input.timeZone))}
${input.isRecorded && line("Wie", withStop(`Von der Agentur vermerkt. Haben Sie das nicht gesagt, melden Sie sich bitte bei ${input.agencyName}`))}
${decision !== null && decision.comment !== null && line("Ihre Anmerkung zum ganzen Text", decision.comment)}
</dl>
${onPassages.length > 0 && html`<h2>Ihre Anmerkungen</h2>${commentList(onPassages)}`}
${approvers.length > 0 && approverList(input)}
<p class="facts">Sie können dieses Fenster schließen, oder die Seite mit dem Text für Ihre Unterlagen drucken.</p>
</div>
<section class="preview" aria-labelledby="fassung"><div class="frame"><h2 id="fassung">${`Der Text von Fassung ${input.draftVersion}`}</h2>
${releaseSheet({ ...input, view: "final" }, now, {})}
${searchFacts(input)}
</div></section>`,
  });
}

function meaning({ decision, status, agencyName }: ApprovalPageInput, isMissing: boolean): string {
  // After an edit, of a release that is online too, and after a new request for the same text.
  if (status === "superseded" && decision?.status === "approved")
    return "Diese Freigabe galt nur für diese Fassung. Für eine neue Fassung oder eine neue Anfrage braucht es eine neue.";
  if (status === "changes_requested" && decision?.status === "approved")
    return `Jemand anderes wünscht Änderungen. ${agencyName} überarbeitet den Text und schickt Ihnen die neue Fassung wieder zur Freigabe.`;
  if (decision?.status !== "approved")
    return `${agencyName} überarbeitet den Text und schickt Ihnen die neue Fassung wieder zur Freigabe.`;
  const change = "Jede Änderung am Text braucht eine neue Freigabe.";
  return isMissing
    ? `Veröffentlicht wird erst, wenn alle freigegeben haben. ${change}`
    : `${agencyName} kann diese Fassung jetzt veröffentlichen. ${change}`;
}

export type ClosedReason =
  | "unknown"
  | "ended"
  | "replaced"
  | "expired"
  | "superseded"
  | "passed_on"
  | "answered"
  | "recorded"
  | "no_approver";

/**
 * The page of a link that decides nothing (any more), with what the contact can do, and what it has just written: the agency may have
 * changed a comma while somebody wrote for half an hour.
 */
export function renderClosedPage(
  reason: ClosedReason,
  agencyName: string | null,
  typed: readonly Typed[] = [],
): string {
  const { title, text } = closedTexts[reason];
  const who = agencyName ?? "die Agentur, die Ihnen den Link geschickt hat";
  return renderFrame({
    title,
    main: html`<div class="frame message receipt">
<h1>${title}</h1>
<p>${text}</p>
<p>${withStop(`Bei Fragen wenden Sie sich bitte an ${who}`)}</p>
${
  typed.length > 0 &&
  html`<h2>Das haben Sie geschrieben</h2>
<p>Es ist nicht angekommen. Kopieren Sie es ${askedAnew.has(reason) && "in die neue Anfrage oder "}in eine Nachricht an die Agentur.</p>
${commentList(typed)}`
}
</div>`,
  });
}

/** After these the contact has a newer request, or can be sent one. */
const askedAnew: ReadonlySet<ClosedReason> = new Set(["replaced", "expired", "answered", "superseded"]);

const closedTexts: Record<ClosedReason, { title: string; text: string }> = {
  unknown: {
    title: "Dieser Link führt zu keiner Freigabe",
    text: "Vielleicht wurde er beim Kopieren abgeschnitten. Öffnen Sie ihn am besten direkt aus der Nachricht, in der Sie ihn erhalten haben.",
  },
  ended: {
    title: "Diese Freigabe wird nicht mehr gebraucht",
    text: "Die Agentur hat diese Anfrage beendet. Haben Sie schon geantwortet, ist Ihre Antwort dort gespeichert.",
  },
  replaced: {
    title: "Für diese Freigabe gibt es einen neueren Link",
    text: "Dieser hier gilt nicht mehr. Bitte verwenden Sie den Link aus der neuesten Nachricht.",
  },
  expired: {
    title: "Dieser Link ist abgelaufen",
    text: "Freigaben sind 14 Tage lang möglich. Es wurde nichts entschieden; die Agentur kann Ihnen eine neue Anfrage schicken.",
  },
  passed_on: {
    title: "Sie haben diese Freigabe weitergegeben",
    text: "Die andere Person hat eine Mail mit einem eigenen Link bekommen. Für Sie gibt es hier nichts mehr zu tun.",
  },
  answered: {
    title: "Über diesen Text ist schon entschieden",
    text: "Jemand anderes hat um Änderungen gebeten. Für die neue Fassung erhalten Sie eine eigene Anfrage.",
  },
  recorded: {
    title: "Über diesen Text ist schon entschieden",
    text: "Jemand anderes hat ihn freigegeben; die Agentur hat das vermerkt. Für Sie gibt es hier nichts mehr zu tun.",
  },
  no_approver: {
    title: "Sie sind für Freigaben nicht mehr eingetragen",
    text: "Deshalb gibt es hier für Sie nichts mehr zu entscheiden. Stimmt das nicht, sagen Sie es bitte der Agentur.",
  },
  superseded: {
    title: "Der Text wurde inzwischen geändert",
    text: "Diese Anfrage galt einer älteren Fassung, deshalb gibt es hier nichts mehr zu entscheiden. Für die neue Fassung erhalten Sie eine eigene Anfrage.",
  },
};

/** The page for a form that another site sent, or that holds no decision of ours. */
export function renderRefusedPage(): string {
  return renderFrame({
    title: "Das hat nicht geklappt",
    main: html`<div class="frame message">
<h1>Das hat nicht geklappt</h1>
<p>Es wurde nichts entschieden. Bitte öffnen Sie den Link aus der Nachricht noch einmal und entscheiden Sie auf der Seite, die dann erscheint.</p>
</div>`,
  });
}

function line(term: string, text: string): Html {
  return html`<div><dt>${term}</dt><dd>${text}</dd></div>`;
}
