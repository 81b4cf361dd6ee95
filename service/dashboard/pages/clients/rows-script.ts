import type { Script } from "../../script.ts";

/** A button below a list of rows that adds an empty one. */
export const rowsScript: Script = {
  name: "rows",
  source: `for (const list of document.querySelectorAll("[data-rows]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Weitere Zeile";
  button.addEventListener("click", () => {
    const rows = list.querySelectorAll(".row");
    const row = rows[rows.length - 1].cloneNode(true);
    for (const cell of row.querySelectorAll("input")) {
      cell.value = "";
      cell.id = cell.id.replace(/\\d+$/, String(rows.length));
      cell.setAttribute("aria-label", cell.getAttribute("aria-label").replace(/\\d+$/, String(rows.length + 1)));
    }
    button.before(row);
    row.querySelector("input").focus();
  });
  list.append(button);
}
`,
};
