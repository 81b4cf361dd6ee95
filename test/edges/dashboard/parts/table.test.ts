import { expect, test } from "bun:test";
import { tableHtml } from "../../../../service/edges/dashboard/parts/table.ts";
import { renderHtml } from "../../../../service/floor/web/html.ts";

test("a telephone shows the name of a column before its cell, but none before a button", () => {
  const page = renderHtml(
    tableHtml({
      caption: "Schlüssel",
      rows: ["Erster"],
      columns: [
        { label: "Name", cell: (name) => name },
        { label: "Stand", cell: () => "gültig" },
        { label: "Widerrufen", isAction: true, cell: () => "Widerrufen …" },
        { label: "Kunde", isName: true, cell: () => "" },
      ],
    }),
  );
  const cells = [...page.matchAll(/<t[hd] (?:scope="row"|role="cell").*?<\/t[hd]>/g)].map(([cell]) => cell);
  expect(cells).toEqual([
    '<th scope="row" role="rowheader">Erster</th>',
    '<td role="cell" data-label="Stand">gültig</td>',
    '<td role="cell">Widerrufen …</td>',
    '<td role="cell" data-label="Kunde" class="name"></td>',
  ]);
});
