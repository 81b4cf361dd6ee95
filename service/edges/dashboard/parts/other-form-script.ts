import type { Script } from "../script.ts";

/**
 * Asks before a form is sent while another on its page was changed: the page that follows has lost what was typed there. A form that opens a
 * window of its own, or that a script sends, leaves the page as it is.
 */
export const otherFormScript: Script = {
  name: "other-form",
  source: `const stateOf = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value.name ?? value]));
const before = new Map([...document.forms].map((form) => [form, stateOf(form)]));
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.submitter?.formTarget === "_blank") return;
  const isLost = [...before].some(([form, state]) => form !== event.target && form.isConnected && stateOf(form) !== state);
  const question = "Auf dieser Seite haben Sie in einem anderen Formular etwas geändert und nicht gespeichert. Es geht verloren. Trotzdem fortfahren?";
  if (isLost && !confirm(question)) event.preventDefault();
});
`,
};
