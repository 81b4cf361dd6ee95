import type { Script } from "../script.ts";

/** Signs in by a passkey: offered by the browser in the address field, and by a button. Without it the page still sends a link. */
export const passkeySignInScript: Script = {
  name: "passkey-sign-in",
  source: `const { startAuthentication, browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, WebAuthnAbortService } = globalThis.SimpleWebAuthnBrowser;
const box = document.getElementById("passkey");
const status = document.getElementById("passkey-status");
const post = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

async function choose(useBrowserAutofill) {
  const optionsJSON = await (await post("/app/anmelden-mit-passkey/optionen", {})).json();
  return await startAuthentication({ optionsJSON, useBrowserAutofill });
}

async function signIn(response) {
  const answer = await post("/app/anmelden-mit-passkey", { response, next: box.dataset.next });
  const { location: onward } = await answer.json();
  const waits = box.dataset.submits !== undefined;
  // A right passkey whose agency wants its provider is refused with the way there. A form that waits is not left for it.
  if (!waits && onward !== undefined) return location.assign(onward);
  if (!answer.ok) throw new Error("refused");
  document.querySelector("form").requestSubmit();
}

const isCalledOff = (error) => error.name === "AbortError" || error.name === "NotAllowedError";
const tell = (error) => {
  if (!isCalledOff(error)) status.textContent = "Das hat mit diesem Passkey nicht geklappt. Fordern Sie bitte einen Link an.";
};

// A page without the box has another way: an address without a name, or a partner's session.
if (box !== null && browserSupportsWebAuthn()) {
  box.hidden = false;
  box.querySelector("button").addEventListener("click", () => {
    status.textContent = "";
    choose(false).then(signIn).catch(tell);
  });
  // Nobody has pressed anything yet: where the offer alone fails, there is nothing to tell.
  if (box.dataset.autofill === "true" && (await browserSupportsWebAuthnAutofill()))
    choose(true).then((response) => signIn(response).catch(tell), () => {});
  addEventListener("pagehide", () => WebAuthnAbortService.cancelCeremony());
}
`,
};
