import type { Script } from "../script.ts";

/** j and k go through the rows of a table as in a mail program; Enter follows the link that has the focus, as everywhere. */
export const rowKeysScript: Script = {
  name: "row-keys",
  source: `const links = [...document.querySelectorAll("table[data-row-keys] tbody th a")];
document.addEventListener("keydown", (event) => {
  const step = { j: 1, k: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || links.length === 0) return;
  if (event.target.closest("input,select,textarea,[contenteditable]")) return;
  const row = document.activeElement.closest("tbody tr");
  const at = links.findIndex((link) => row !== null && row.contains(link));
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
  links[next].focus();
  event.preventDefault();
});
`,
};
