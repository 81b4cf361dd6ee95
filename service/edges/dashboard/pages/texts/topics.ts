import { type Html, html } from "../../../../floor/web/html.ts";
import type { Script } from "../../script.ts";

/** Topics that the client's texts have already, to be taken by a click, or typed where no script runs. */
export function topicsHtml(topics: readonly string[]): Html | null {
  if (topics.length === 0) return null;
  return html`<p class="suggested facts">Bisher bei diesem Kunden: ${topics.map(
    (topic, index) => html`${index > 0 && ", "}<span data-topic>${topic}</span>`,
  )}</p>`;
}

/** Makes a button of each topic, which writes it into the field, or takes it out again. */
export const topicsScript: Script = {
  name: "topics",
  source: `const field = document.querySelector("textarea[name=topics]");
const buttons = [];
const lines = () => field.value.split("\\n").map((line) => line.trim()).filter((line) => line !== "");
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

function show() {
  const chosen = lines();
  for (const button of buttons) button.ariaPressed = String(chosen.some((line) => isSame(line, button.textContent)));
}

for (const word of document.querySelectorAll("[data-topic]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = word.textContent;
  button.addEventListener("click", () => {
    const others = lines().filter((line) => !isSame(line, button.textContent));
    const isTaken = others.length < lines().length;
    field.value = (isTaken ? others : [...others, button.textContent]).join("\\n");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  buttons.push(button);
  word.replaceWith(button);
}
field?.addEventListener("input", show);
if (field !== null) show();
`,
};
