import type { Script } from "../script.ts";

/** Shows the box that ticks all others of its form; without a script each is ticked by itself. */
export const tickAllScript: Script = {
  name: "tick-all",
  source: `for (const all of document.querySelectorAll("[data-tick-all]")) {
  const boxes = [...all.form.querySelectorAll("tbody input[type=checkbox]")];
  const show = () => {
    const count = boxes.filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && !all.checked;
  };
  all.closest("label").hidden = false;
  all.addEventListener("change", () => boxes.forEach((box) => { box.checked = all.checked; }));
  all.form.addEventListener("change", (event) => event.target !== all && show());
  show();
}
`,
};
