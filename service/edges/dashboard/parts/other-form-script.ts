import { html } from "../../../floor/web/html.ts";
import type { Field, Fields } from "../forms/fields.ts";
import { emptyForm, type FormState } from "../forms/form-state.ts";
import type { Script } from "../script.ts";

/** What was typed in the page's other form: a search within this one takes it along, because it draws both anew. Empty without a script. */
export const otherFormField: Field<undefined> = {
  label: "",
  isOptional: true,
  isList: false,
  shape: "hidden",
  read: () => ({ value: undefined }),
  control: ({ name }) => html`<input type="hidden" name="${name}" value="">`,
};

/** The other form as it was typed; undefined where nothing was changed there. */
export function otherFormOf({ typed }: FormState, fields: Fields): FormState | undefined {
  const [sent = ""] = typed.otherForm ?? [];
  if (sent === "") return undefined;
  const entries = new URLSearchParams(sent);
  return {
    ...emptyForm,
    typed: Object.fromEntries(Object.keys(fields).map((name) => [name, entries.getAll(name)])),
  };
}

/**
 * Asks before a form is sent while another on its page was changed: the page that follows has lost what was typed there, but for a search
 * that takes it along. A form that opens a window of its own, or that a script sends, leaves the page as it is.
 */
export const otherFormScript: Script = {
  name: "other-form",
  source: `const stateOf = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value.name ?? value]));
const before = new Map([...document.forms].map((form) => [form, "unsaved" in form.dataset ? null : stateOf(form)]));
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (event.defaultPrevented || submitter?.formTarget === "_blank") return;
  const changed = [...before].flatMap(([form, state]) => (form !== target && form.isConnected && stateOf(form) !== state ? [form] : []));
  const taken = submitter?.hasAttribute("formaction") ? target.elements.otherForm : null;
  if (taken) taken.value = new URLSearchParams(changed.flatMap((form) => [...new FormData(form)])).toString();
  const question = "Auf dieser Seite haben Sie in einem anderen Formular etwas geändert und nicht gespeichert. Es geht verloren. Trotzdem fortfahren?";
  if (!taken && changed.length > 0 && !confirm(question)) event.preventDefault();
});
`,
};
