import type { Script } from "../script.ts";

/** `/` leads to the search field, as long as nobody is typing. */
export const searchScript: Script = {
  name: "search",
  source: `document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]") !== null;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  const field = document.getElementById("suche");
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
});
`,
};
