import { type Html, html } from "../../../floor/web/html.ts";
import type { Script } from "../script.ts";

/** Shows the buttons of `copyableHtml` and lets them copy; without it the text can be selected. */
export const copyScript: Script = {
  name: "copy",
  source: `for (const button of document.querySelectorAll("button[data-copy]")) {
  const text = document.getElementById(button.dataset.copy);
  const state = button.parentElement.querySelector("[role=status]");
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      state.textContent = "Kopiert.";
    } catch {
      getSelection().selectAllChildren(text);
      state.textContent = "Markiert. Bitte kopieren Sie mit der Tastatur.";
    }
  });
}
`,
};

/** A text to take along, with a button that copies it. The page names `copyScript`. */
export function copyableHtml(input: { id: string; label: string; text: string }): Html {
  const { id, label, text } = input;
  return html`<div class="copyable"><p class="facts" id="${`${id}-label`}">${label}</p>
<pre id="${id}" tabindex="0" aria-labelledby="${`${id}-label`}">${text}</pre>
<p class="buttons"><button type="button" data-copy="${id}" hidden>Kopieren<span class="unseen">: ${label}</span></button><span role="status"></span></p></div>`;
}
