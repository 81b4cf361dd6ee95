import { html, raw } from "../../../web/html.ts";
import { renderLayout } from "../../../web/layout.ts";
import { messageHead, renderMessagePage } from "../../../web/render-message-page.ts";
import { linkPasswordCharacters } from "../schema.ts";
import { reportStyles } from "./page-styles.ts";

/** The form that asks for a link's password; `problem` says why the last one did not open it. */
export function renderPasswordPage(agencyName: string, problem: string | null): string {
  return renderLayout({
    title: "Bericht öffnen",
    head: html`${messageHead}<style>${raw(reportStyles)}</style>`,
    main: html`<div class="frame message"><h1>Bericht öffnen</h1>
<p>${agencyName} hat diesen Bericht mit einem Passwort geschützt.</p>
<form class="password" method="post">
<label for="passwort">Passwort</label>
<input id="passwort" name="password" type="password" autocomplete="current-password" required maxlength="${linkPasswordCharacters.maximum}"${problem !== null && html` aria-describedby="fehler" aria-invalid="true"`}>
${problem !== null && html`<p id="fehler" role="alert">${problem}</p>`}
<button type="submit">Öffnen</button>
</form></div>`,
  });
}

/** A link that opens nothing any more. */
export function renderClosedLinkPage(reason: "expired" | "revoked", agencyName: string): string {
  return renderMessagePage({
    title: reason === "expired" ? "Dieser Link ist abgelaufen" : "Dieser Link wurde zurückgezogen",
    text: `Bitte wenden Sie sich an ${agencyName}, wenn Sie den Bericht brauchen.`,
  });
}

export function renderUnknownLinkPage(): string {
  return renderMessagePage({
    title: "Bericht nicht gefunden",
    text: "Unter dieser Adresse gibt es keinen Bericht. Bitte prüfen Sie, ob der Link vollständig ist.",
  });
}
