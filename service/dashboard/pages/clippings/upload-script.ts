import { partBytesMax } from "../../../insights/uploads/schema.ts";
import type { Script } from "../../script.ts";

/** Sends a file in pieces, shows how far it is, and can be stopped. Without it the form sends small files as they are. */
export const uploadScript: Script = {
  name: "upload",
  source: `const form = document.querySelector("form[enctype]");
const query = form === null ? "" : new URL(form.action).search;
const partBytes = ${partBytesMax};
form?.addEventListener("submit", async (event) => {
  const file = form.querySelector("input[type=file]").files[0];
  if (file === undefined) return;
  event.preventDefault();
  const stop = new AbortController();
  const bar = Object.assign(document.createElement("progress"), { max: file.size || 1, value: 0 });
  bar.setAttribute("aria-label", "Fortschritt");
  const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: "Abbrechen" });
  const state = document.createElement("p");
  state.setAttribute("role", "status");
  cancel.addEventListener("click", () => stop.abort());
  form.querySelector("button.primary").disabled = true;
  form.append(bar, state, cancel);
  const post = async (path, body, type) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(path + query, { method: "POST", body, signal: stop.signal, headers: { "content-type": type } }).catch((error) => {
        if (stop.signal.aborted || attempt === 3) throw error;
        return null;
      });
      if (answer !== null && (answer.status < 500 || attempt === 3)) return answer;
      await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
    }
  };
  // An ended session or a service that is away is answered by a page, not by data.
  const refuse = async (answer) => {
    const { message } = await answer.json().catch(() => ({ message: answer.status === 401 ? "Ihre Sitzung ist beendet. Melden Sie sich in einem neuen Fenster an und versuchen Sie es hier noch einmal." : "" }));
    throw new Error(message);
  };
  let upload = null;
  try {
    const opened = await post("/app/clippings/importe/anfang", new URLSearchParams({ name: file.name }), "application/x-www-form-urlencoded");
    if (!opened.ok) await refuse(opened);
    upload = (await opened.json()).path;
    for (let at = 0; at * partBytes < file.size; at += 1) {
      const part = file.slice(at * partBytes, (at + 1) * partBytes);
      const answer = await post(upload + "/teil/" + at, part, "application/octet-stream");
      if (!answer.ok) await refuse(answer);
      bar.value = Math.min(file.size, (at + 1) * partBytes);
      state.textContent = Math.floor((bar.value / bar.max) * 100) + " % übertragen";
    }
    state.textContent = "Die Datei wird geprüft …";
    const done = await post(upload + "/fertig", "", "application/octet-stream");
    if (!done.ok) await refuse(done);
    location.assign(upload);
  } catch (error) {
    const isStopped = stop.signal.aborted;
    if (isStopped && upload !== null)
      fetch(upload + "/abbrechen" + query, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
    bar.remove();
    cancel.remove();
    state.className = isStopped ? "" : "problem";
    state.textContent = isStopped ? "Abgebrochen. Es wurde nichts gespeichert." : (error.message || "Die Übertragung ist abgebrochen. Bitte versuchen Sie es noch einmal.");
    form.querySelector("button.primary").disabled = false;
  }
});
`,
};

/** Looks again while an import is under way; not while somebody is about to end it, whose question would close. */
export const progressScript: Script = {
  name: "progress",
  source: `const look = () => {
  if (document.querySelector("details[open]") === null) location.reload();
  else setTimeout(look, 2000);
};
if (document.querySelector("[data-running]") !== null) setTimeout(look, 2000);
`,
};
