import { type Html, html } from "../../../floor/web/html.ts";

/**
 * The button for a passkey, shown by `passkeySignInScript`. Where nobody is signed in, the browser offers passkeys in the address field,
 * too. Afterwards it goes on to `next`, or sends the page's form where it `submits`.
 */
export function passkeyBox(input: { next: string; isAutofill: boolean; submits?: true }): Html {
  const { next, isAutofill, submits } = input;
  return html`<div id="passkey" hidden data-next="${next}" data-autofill="${isAutofill ? "true" : "false"}"${submits === true && html` data-submits`}>
<p class="buttons"><button type="button"${!isAutofill && html` class="primary"`}>Mit Passkey ${isAutofill ? "anmelden" : "bestätigen"}</button></p>
<p id="passkey-status" role="status"></p>
</div>`;
}
