import type { Script } from "../../script.ts";

/** Makes a passkey on this device. */
export const passkeyRegistrationScript: Script = {
  name: "passkey-registration",
  source: `const { startRegistration, browserSupportsWebAuthn } = globalThis.SimpleWebAuthnBrowser;
const box = document.getElementById("passkey");
const status = document.getElementById("passkey-status");
const post = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

// With the server's own words where it has some.
async function refused(answer) {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return Object.assign(new Error("refused"), { sentence: isJson ? (await answer.json()).message : undefined });
}

async function register() {
  const options = await post(box.dataset.options, {});
  // Led away to confirm who this is: the script can't, the person can.
  if (options.redirected) return location.assign("/app/bestaetigen?weiter=" + encodeURIComponent(location.pathname));
  if (!options.ok) throw await refused(options);
  const optionsJSON = await options.json();
  const response = await startRegistration({ optionsJSON });
  const answer = await post(box.dataset.add, { response, name: document.getElementById("passkey-name").value });
  if (!answer.ok) throw await refused(answer);
  location.assign((await answer.json()).location);
}

if (box !== null && browserSupportsWebAuthn()) {
  box.hidden = false;
  document.getElementById("passkey-missing").hidden = true;
  box.querySelector("button").addEventListener("click", () => {
    status.textContent = "";
    register().catch((error) => {
      status.textContent = error.sentence ?? (error.name === "InvalidStateError"
        ? "Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto."
        : "Der Passkey wurde nicht angelegt. Bitte versuchen Sie es noch einmal.");
    });
  });
}
`,
};
