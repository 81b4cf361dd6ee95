import { renderFormPage } from "../../web/form-page.ts";
import { formatMoment } from "../../web/format-moment.ts";
import { type Html, html } from "../../web/html.ts";
import { passwordCharactersMax } from "./embargo-links.ts";

/** Asks for the password of a link. It tells nothing of the release, not even its headline. */
export function renderPasswordPage(problem: string | null): string {
  return renderFormPage({
    title: "Meldung mit Sperrfrist",
    main: html`<p>Diese Meldung ist noch nicht veröffentlicht. Bitte geben Sie das Passwort ein, das Sie mit dem Link erhalten haben.</p>
<form method="post" accept-charset="utf-8"><div><label for="password">Passwort</label>
${problem !== null && html`<p class="problem" id="password-problem" role="alert">${problem}</p>`}
<input id="password" name="password" type="password" required maxlength="${passwordCharactersMax}" autocomplete="off" spellcheck="false"${
      problem !== null && html` aria-invalid="true" aria-describedby="password-problem" autofocus`
    }></div>
<button class="primary">Meldung öffnen</button></form>`,
  });
}

export function renderEndedPage(): string {
  return renderFormPage({
    title: "Dieser Link gilt nicht (mehr)",
    main: html`<p>Vielleicht wurde er beim Kopieren abgeschnitten, zurückgezogen, oder seine Frist ist vorbei. Bitte fragen Sie die Pressestelle, von der Sie ihn haben.</p>`,
  });
}

/** What stands above the release as long as nobody may use it. */
export function embargoNotice(end: Date | null, timeZone: string): Html {
  const until = end === null ? "" : ` bis ${formatMoment(end, timeZone)}`;
  return html`<p class="card" role="note"><strong>${`Sperrfrist${until}`}</strong><br>Bitte veröffentlichen Sie vorher nichts daraus, und geben Sie den Link nicht weiter.</p>`;
}
