import type { Script } from "../../script.ts";

/**
 * Keeps what is typed on the server: two seconds after the last key, ten after the first, and when the page is left. Says where that
 * fails, tries again by itself, and asks before a page is left whose text stands nowhere else. Nothing is stored on the device.
 */
export const unsavedScript: Script = {
  name: "unsaved",
  source: `const quietMs = 2000;
const waitMaxMs = 10000;
const retryMs = 5000;
const root = document.querySelector("[data-keep-path]");
// A text that is locked has the page without the form.
if (root !== null) {
  const form = root.closest("form");
  const notes = [...document.querySelectorAll("[data-keep]")];
  // A page that shows a refusal or a proposal holds what nobody has kept.
  const isKnown = "saved" in root.dataset || document.querySelector("[data-kept]") !== null;
  let kept = isKnown ? typedText() : "";
  let problem = null;
  let refused = null;
  let handedOver = null;
  let sending = null;
  let typedAt = 0;
  let isTyped = false;
  let timer = 0;
  let isSubmitted = false;
  let submitted = null;
  let takes = "";
  // After a refusal the page has no data-kept; the state that it was filled from stands in ?gezeigt=. Without it the server would take
  // this window for another one.
  const shownState = document.querySelector("[data-kept]")?.dataset.kept ?? new URLSearchParams(location.search).get("gezeigt");
  const shownQuery = shownState === null ? "" : "&gezeigt=" + encodeURIComponent(shownState);
  // Saving ends the state that this page has shown, though another window wrote it; by whichever button.
  form.action += shownQuery;
  for (const button of form.querySelectorAll("button[formaction]:not([formtarget])")) button.formAction += shownQuery;

  function typedText() {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    return body.toString();
  }

  function say(kind, text) {
    for (const note of notes) {
      if (note.dataset.keep === kind && text !== undefined) note.textContent = text;
      const isHidden = note.dataset.keep !== kind;
      if (note.hidden !== isHidden) note.hidden = isHidden;
    }
    problem = kind === "kept" || kind === null ? null : kind;
  }

  async function keep() {
    clearTimeout(timer);
    const text = typedText();
    if (sending !== null || isSubmitted || text === refused) return;
    if (text === kept) return problem !== null && say(null);
    typedAt = 0;
    isTyped = false;
    sending = new AbortController();
    let wait = null;
    try {
      const answer = await fetch(root.dataset.keepPath + shownQuery + takes, { method: "POST", body: new URLSearchParams(text), signal: sending.signal });
      if (answer.ok) {
        kept = text;
        takes = "";
        const { kept: time } = await answer.json();
        say(time === null ? null : "kept", "Zwischenstand von " + time + " ist gesichert, aber noch nicht gespeichert.");
      } else if (answer.status === 409) {
        say("elsewhere");
        refused = text;
      } else if (answer.status === 401) {
        say("signed-out");
        wait = retryMs;
      } else {
        const { message } = await answer.json().catch(() => ({}));
        say("refused", message ?? "Ihr Text ließ sich gerade nicht sichern und steht nur in diesem Fenster. Es wird weiter versucht.");
        if (message === undefined) wait = retryMs;
        else refused = text;
      }
    } catch {
      if (!isSubmitted) say("offline");
      wait = retryMs;
    }
    sending = null;
    if (wait !== null) timer = setTimeout(keep, wait);
    else if (isTyped) later();
  }

  // At each key, so it reads no field: all of a long text takes longer than a frame.
  function later() {
    if (isSubmitted) return;
    typedAt ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(keep, Math.max(0, Math.min(quietMs, typedAt + waitMaxMs - Date.now())));
  }

  // Browsers carry 64 KB behind a page that is gone. A longer text was kept two seconds after the last key, or is asked for.
  function handOver() {
    const text = typedText();
    if (text === kept || text === handedOver) return true;
    if (!navigator.sendBeacon(root.dataset.keepPath + shownQuery, new URLSearchParams(text))) return false;
    handedOver = text;
    return true;
  }

  form.addEventListener("input", () => {
    isTyped = true;
    // Typed while the answer is on its way, which on a slow line takes seconds: nothing else has it. The text field tells of the last key
    // before the form was sent that late too.
    if (isSubmitted && typedText() !== submitted) isSubmitted = false;
    // Where there is no network or no session, the next try is due already.
    if (problem === null || problem === "refused" || problem === "elsewhere") later();
  });
  function tryAgain() {
    refused = null;
    if (problem !== null) keep();
  }
  for (const button of document.querySelectorAll("[data-take]"))
    button.addEventListener("click", () => {
      if (button.dataset.take === "here") {
        takes = "&nimmt=1";
        return tryAgain();
      }
      isSubmitted = true;
      location.assign(location.pathname + location.search);
    });
  for (const name of ["online", "focus"]) addEventListener(name, tryAgain);
  document.addEventListener("visibilitychange", () => (document.hidden ? keep() : tryAgain()));
  form.addEventListener("submit", (event) => {
    if (event.submitter?.formTarget === "_blank") return;
    if (!navigator.onLine) {
      event.preventDefault();
      say("offline");
      return;
    }
    sending?.abort();
    clearTimeout(timer);
    handOver();
    submitted = typedText();
    isSubmitted = true;
  });
  addEventListener("beforeunload", (event) => {
    if (isSubmitted || typedText() === kept) return;
    const isHandedOver = handOver();
    if (!isHandedOver || problem !== null || !navigator.onLine) event.preventDefault();
  });
  addEventListener("pagehide", () => {
    if (isSubmitted) return;
    // The save has dropped what was kept before it ended, also what was typed behind it.
    if (submitted !== null) kept = null;
    handOver();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) isSubmitted = false;
  });
  if (!isKnown) later();
}
`,
};
