import type { Script } from "../script.ts";

/** Where the palette asks for what fits. */
export const palettePath = "/app/suche/palette";

/**
 * Ctrl+K (Cmd+K) and `/` open a dialog that finds everything while somebody types; arrows choose and Enter opens. The list comes from
 * the server as finished, escaped HTML. Without JavaScript the search field leads to the search page, as it also does with it.
 */
export const paletteScript: Script = {
  name: "palette",
  source: `const waitMs = 120;
let dialog = null;
let field;
let list;
let status;
let waiting = 0;
let running = null;
// What the list is about, and whether Enter was pressed before the list about the typed words had come.
let listed = null;
let isHurried = false;

const create = (tag, attributes) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

function build() {
  dialog = create("dialog", { class: "palette", "aria-label": "Suchen und springen" });
  field = create("input", {
    type: "text", role: "combobox", "aria-label": "Suchen oder springen", "aria-controls": "palette-list", "aria-expanded": "true",
    "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false", maxlength: "200",
    placeholder: "Meldung, Kunde, Kontakt, Bild, Seite …",
  });
  list = create("div", { id: "palette-list", role: "listbox", "aria-label": "Treffer" });
  status = create("p", { class: "unseen", role: "status" });
  const close = create("button", { type: "button" });
  close.textContent = "Schließen";
  close.addEventListener("click", () => dialog.close());
  const head = create("div", { class: "palette-head" });
  head.append(field, close);
  dialog.append(head, list, status);
  document.body.append(dialog);
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    isHurried = false;
    waiting = setTimeout(ask, waitMs);
  });
  field.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

const options = () => [...list.querySelectorAll("[role=option]")];
const chosen = () => list.querySelector("[aria-selected=true]");

function choose(option) {
  chosen()?.setAttribute("aria-selected", "false");
  field.removeAttribute("aria-activedescendant");
  if (!option) return;
  option.setAttribute("aria-selected", "true");
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function onKey(event) {
  const all = options();
  const at = all.indexOf(chosen());
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    choose(all[(to + all.length) % all.length]);
  }
  if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    isHurried = field.value !== listed;
    if (!isHurried) chosen()?.click();
  }
}

async function ask() {
  running?.abort();
  running = new AbortController();
  const typed = field.value;
  try {
    const answer = await fetch("${palettePath}?q=" + encodeURIComponent(typed), { signal: running.signal });
    // A session that has ended leads to the sign-in, which is no list. To load it here would empty a form that somebody has filled.
    if (answer.redirected) {
      const link = create("a", { href: "/app/anmelden", target: "_blank", rel: "noopener" });
      link.textContent = "in einem neuen Fenster anmelden";
      return fail("Sie wurden abgemeldet: ", link, ", hier geht nichts verloren.");
    }
    if (!answer.ok) throw new Error("refused");
    list.innerHTML = await answer.text();
    list.scrollTop = 0;
    listed = typed;
    choose(options()[0]);
    if (isHurried) chosen()?.click();
    status.className = "unseen";
    status.textContent = options().length === 0 ? "Nichts gefunden" : options().length + " Treffer";
  } catch (error) {
    if (error.name === "AbortError") return;
    fail("Die Suche ist gerade nicht erreichbar.");
  }
}

// Who sees the page is told too: without a list it looked as if there were nothing.
function fail(...words) {
  list.replaceChildren();
  choose();
  status.className = "problem";
  status.replaceChildren(...words);
}

function open() {
  if (dialog === null) build();
  if (dialog.open) return;
  dialog.showModal();
  field.select();
  ask();
}

if (document.getElementById("suche") !== null) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]") !== null;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    // Within a text Ctrl+K makes a link.
    const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented && event.target.closest("[contenteditable]") === null;
    if (!isSlash && !isK) return;
    event.preventDefault();
    open();
  });
}
`,
};
