import { expect, test } from "bun:test";
import { readTable } from "../../../../service/features/moving/reading/read-table.ts";

test("a text as long as HTML with its pictures within gets may stay behind alone, and refuses no table", async () => {
  const long = "a".repeat(900_000);
  const table = `Titel;Datum;Text\nErste;2019-05-04;Kurz.\nZweite;2019-05-05;${long}\nDritte;2019-05-06;Kurz.\n`;
  const texts = await readTable(new TextEncoder().encode(table), (name) => name);
  expect(texts?.map(({ title }) => title)).toEqual(["Erste", "Zweite", "Dritte"]);
});
