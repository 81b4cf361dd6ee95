import type { RequiredProvider } from "../../../../features/people/partner-sql.ts";
import { linkValidMinutes } from "../../../../features/people/rules.ts";
import type { VouchingAgency } from "../../../../features/people/sign-in-by-partner.ts";
import { html } from "../../../../floor/web/html.ts";
import { emptyForm, type FormState, isRefused } from "../../forms/form-state.ts";
import { fieldHtml, summaryHtml } from "../../forms/render-form.ts";
import { hiddenField, mailField } from "../../forms/text-fields.ts";
import { renderBarePage } from "../../frame/render-document.ts";
import { passkeyBox } from "../../parts/passkey-box.ts";
import { passkeySignInScript } from "../../parts/passkey-sign-in-script.ts";
import type { Script } from "../../script.ts";

export const signInFields = {
  email: mailField({ label: "E-Mail-Adresse", autocomplete: "username webauthn" }),
  next: hiddenField({ charactersMax: 2000 }),
};

/** The first page: a mail address, and a link comes to it. */
export function renderSignInPage(input: {
  next: string;
  state?: FormState;
  /** The library's script, where passkeys are possible. */
  webauthn: Script | null;
}): string {
  const { next, state = emptyForm, webauthn } = input;
  return renderBarePage({
    title: "Anmelden",
    scripts: webauthn === null ? [] : [webauthn, passkeySignInScript],
    main: html`<h1>Anmelden</h1>
<p>Wir schicken Ihnen einen Link, mit dem Sie sich ohne Passwort anmelden.</p>
<form class="form" method="post" action="/app/anmelden" accept-charset="utf-8" novalidate>
${isRefused(state) && summaryHtml(state, "f", signInFields)}
<input type="hidden" name="next" value="${next}">
${fieldHtml(signInFields, "email", state)}
<p class="buttons"><button class="primary">Link anfordern</button></p>
</form>
${webauthn !== null && passkeyBox({ next, isAutofill: true })}`,
  });
}

/** What a partner's sign-on shows when it fails, whatever the reason is. */
export function renderNotPossiblePage(): string {
  return renderBarePage({
    title: "Anmeldung nicht möglich",
    main: html`<h1>Anmeldung nicht möglich</h1>
<p>Versuchen Sie es von dort noch einmal, wo Sie hergekommen sind. Klappt es wieder nicht, wenden Sie sich an Ihre Agentur.</p>
<p><a class="button" href="/app/anmelden">Mit einem Link anmelden</a></p>`,
  });
}

/** The same for every address, so that nobody learns who has an account. */
export function renderAskedPage(email: string): string {
  return renderBarePage({
    title: "Sehen Sie in Ihr Postfach",
    main: html`<h1>Sehen Sie in Ihr Postfach</h1>
<p>Wenn ${email} zu einer Agentur gehört, kommt gleich eine Nachricht mit einem Link. Er gilt ${linkValidMinutes} Minuten und nur einmal.</p>
<p class="facts">Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder bitten Sie den Betreiber des Dienstes um einen Link.</p>
<p><a href="/app/anmelden">Andere Adresse eingeben</a></p>`,
  });
}

/**
 * What a link shows, and what a partner's sign-on does, with the agencies that trust the partner. Only a button signs in. The agency is
 * named, because any agency may invite people and register a portal: they have to see in whose they are going to work.
 */
export function renderConfirmPage(input: {
  email: string;
  agencies?: readonly VouchingAgency[];
  action: string;
}): string {
  const { email, agencies = [], action } = input;
  const [only, ...others] = agencies;
  const place = only !== undefined && others.length === 0 && html` bei <strong>${only.agencyName}</strong>`;
  return renderBarePage({
    title: "Anmelden",
    main: html`<h1>Willkommen</h1>
<p>Sie melden sich an als <strong>${email}</strong>${place}.</p>
${others.length > 0 && html`<p>Sie gehören zu mehreren Agenturen. Bei welcher möchten Sie arbeiten?</p>`}
<form method="post" action="${action}"><p class="buttons">${
      others.length === 0
        ? html`<button class="primary">Jetzt anmelden</button>`
        : agencies.map(
            ({ agencyId, agencyName }) =>
              html`<button class="primary" name="agencyId" value="${agencyId}">Bei ${agencyName} anmelden</button>`,
          )
    }</p></form>
<p class="facts">Sind Sie das nicht, schließen Sie dieses Fenster.</p>`,
  });
}

export function renderDeadLinkPage(): string {
  return renderBarePage({
    title: "Dieser Link gilt nicht mehr",
    main: html`<h1>Dieser Link gilt nicht mehr</h1>
<p>Ein Link gilt nur kurze Zeit und nur einmal. Fordern Sie einfach einen neuen an.</p>
<p><a class="button" href="/app/anmelden">Neuen Link anfordern</a></p>`,
  });
}

/** A link that confirms a session works where that session is. */
export function renderOtherBrowserPage(): string {
  return renderBarePage({
    title: "Bitte im anderen Browser öffnen",
    main: html`<h1>Bitte im anderen Browser öffnen</h1>
<p>Dieser Link bestätigt eine Anmeldung in einem anderen Browser. Öffnen Sie ihn dort, wo Sie ihn angefordert haben. Waren Sie das nicht, tun Sie nichts.</p>`,
  });
}

const refusedWays = {
  link: "nicht über einen Link",
  passkey: "nicht mit einem Passkey",
  portal: "nicht über ein Portal",
};

/** For somebody who has shown who it is, and whose agency lets nobody in that way. */
export function renderProvidersPage(input: {
  providers: readonly RequiredProvider[];
  next: string;
  by: keyof typeof refusedWays;
}): string {
  if (input.providers.length === 0)
    return renderBarePage({
      title: "Keine Agentur",
      main: html`<h1>Keine Agentur</h1>
<p>Sie gehören zurzeit zu keiner Agentur dieses Dienstes. Wer Ihre Agentur verwaltet, kann Sie einladen.</p>`,
    });
  const weiter = encodeURIComponent(input.next);
  return renderBarePage({
    title: "Bitte anders anmelden",
    main: html`<h1>Bitte anders anmelden</h1>
<p>Ihre Agentur lässt Sie ${refusedWays[input.by]} herein, sondern nur so:</p>
${input.providers.map(
  ({ id, name, agencyName }) =>
    html`<p class="buttons"><a class="button primary" href="${`/app/anmelden/partner/${id}?weiter=${weiter}`}">Mit ${name} bei ${agencyName} anmelden</a></p>`,
)}`,
  });
}

export function renderNeedsHttpsPage(): string {
  return renderBarePage({
    title: "Nur über HTTPS",
    main: html`<h1>Nur über HTTPS</h1>
<p>Anmelden geht nur über eine verschlüsselte Verbindung. Rufen Sie diese Seite mit einer Adresse auf, die mit https:// beginnt.</p>`,
  });
}
