import { html } from "../../../floor/web/html.ts";
import type { Script } from "../script.ts";
import type { Field } from "./fields.ts";
import { optionalTextField } from "./text-fields.ts";

/** `#1a4d8f` */
const colorCharacters = 7;

/** A colour as it is written; `colorScript` puts the browser's own choice beside it. Null where nothing was typed. */
export function optionalColorField(options: { label: string; hint?: string }): Field<string | null> {
  return {
    ...optionalTextField({ ...options, charactersMax: colorCharacters }),
    control: ({ id, name, typed, described }) =>
      html`<input type="text" id="${id}" name="${name}" value="${typed[0] ?? ""}" maxlength="${colorCharacters}" autocomplete="off" spellcheck="false" data-color${described}>`,
  };
}

/** An `input type=color` has no empty value, so it is no field of the form: it only writes into the one that is. */
export const colorScript: Script = {
  name: "color",
  source: `for (const field of document.querySelectorAll("[data-color]")) {
  const picker = document.createElement("input");
  picker.type = "color";
  picker.setAttribute("aria-label", "Farbe wählen");
  picker.title = field.labels[0].firstChild.textContent;
  const none = document.createElement("span");
  none.className = "facts";
  none.textContent = "keine Farbe";
  const line = document.createElement("div");
  line.className = "color-line";
  const follow = () => {
    const typed = field.value.trim();
    if (/^#[0-9a-f]{6}$/i.test(typed)) picker.value = typed.toLowerCase();
    // The browser's own control shows black where nothing is chosen.
    none.hidden = typed !== "";
    line.classList.toggle("is-empty", typed === "");
  };
  field.before(line);
  line.append(field, picker, none);
  picker.addEventListener("input", () => {
    field.value = picker.value;
    follow();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", follow);
  follow();
}
`,
};
