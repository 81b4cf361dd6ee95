import { formatMoment } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { ApprovalPageInput } from "./page-input.ts";
import { renderFrame } from "./render-frame.ts";

/** What a contact sees after the decision, and whenever the used link is opened again. */
export function renderReceiptPage(input: ApprovalPageInput): string {
  const isApproved = input.status === "approved";
  const title = isApproved
    ? "Vielen Dank, Ihre Freigabe ist angekommen"
    : "Vielen Dank, Ihre Rückmeldung ist angekommen";
  const text = isApproved
    ? `${input.agencyName} kann diese Fassung jetzt veröffentlichen. Jede Änderung am Text braucht eine neue Freigabe.`
    : `${input.agencyName} überarbeitet den Text und schickt Ihnen die neue Fassung wieder zur Freigabe.`;
  return renderFrame({
    title,
    main: html`<div class="frame message receipt">
<p class="sign" aria-hidden="true">${isApproved ? "✓" : "✎"}</p>
<h1>${title}</h1>
<p>${text}</p>
<dl>
${line("Pressemitteilung", input.content.title)}
${line("Fassung", String(input.draftVersion))}
${line("Entscheidung", isApproved ? "Freigegeben" : "Änderungen gewünscht")}
${line("Entschieden von", input.approverName)}
${input.decidedAt !== null && line("Entschieden am", formatMoment(input.decidedAt, input.timeZone))}
${input.comment !== null && line("Ihr Kommentar", input.comment)}
</dl>
<p class="facts">Sie können dieses Fenster schließen.</p>
</div>`,
  });
}

export type ClosedReason = "unknown" | "replaced" | "expired" | "superseded";

/** The page of a link that decides nothing (any more), with what the contact can do. */
export function renderClosedPage(reason: ClosedReason, agencyName: string | null): string {
  const { title, text } = closedTexts[reason];
  const who = agencyName ?? "die Agentur, die Ihnen den Link geschickt hat";
  return renderFrame({
    title,
    main: html`<div class="frame message">
<h1>${title}</h1>
<p>${text}</p>
<p>${`Bei Fragen wenden Sie sich bitte an ${who}.`}</p>
</div>`,
  });
}

const closedTexts: Record<ClosedReason, { title: string; text: string }> = {
  unknown: {
    title: "Dieser Link führt zu keiner Freigabe",
    text: "Vielleicht wurde er beim Kopieren abgeschnitten. Öffnen Sie ihn am besten direkt aus der Nachricht, in der Sie ihn erhalten haben.",
  },
  replaced: {
    title: "Für diese Freigabe gibt es einen neueren Link",
    text: "Dieser hier gilt nicht mehr. Bitte verwenden Sie den Link aus der neuesten Nachricht.",
  },
  expired: {
    title: "Dieser Link ist abgelaufen",
    text: "Freigaben sind 14 Tage lang möglich. Es wurde nichts entschieden; die Agentur kann Ihnen eine neue Anfrage schicken.",
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
