import { expect, test } from "bun:test";
import {
  dayIn,
  daysIn,
  finderHtml,
  foldedFilterHtml,
  narrowedPath,
  numberIn,
  searchCharactersMax,
  typedIn,
} from "../../../../service/edges/dashboard/parts/list-filter.ts";
import { renderHtml } from "../../../../service/floor/web/html.ts";

const asked = (text: string) => new URLSearchParams(text);
const states = { name: "stand", all: "Jeder", labels: { draft: "Entwurf", approved: "Freigegeben" } };
const fields = [
  { name: "person", label: "Person", options: [{ value: "1", label: "Anna" }] },
  { name: "thema", label: "Thema", type: "text" },
  { name: "von", label: "Von", type: "date" },
  { name: "nummer", label: "Nummer", type: "text", isNumber: true },
] as const;

test("a day is one of the calendar, and nothing else", () => {
  for (const day of ["2026-11-24", "2028-02-29", "9999-12-31"])
    expect(dayIn(asked(`von=${day}`), "von")).toBe(day);
  for (const other of [
    "",
    "2026-02-29",
    "2026-13-01",
    "0999-01-01",
    "2026-1-1",
    "gestern",
    "2026-11-24T00:00",
  ])
    expect([other, dayIn(asked(`von=${other}`), "von")]).toEqual([other, null]);
});

test("days last from their first to their last moment, where clocks change too", () => {
  const { from, until } = daysIn(asked("von=2026-03-29&bis=2026-03-29"), "Europe/Berlin");
  expect([from?.toISOString(), until?.toISOString()]).toEqual([
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(daysIn(asked("von=x&bis=9999-12-31"), "Europe/Berlin")).toEqual({ from: null, until: null });
});

test("a text is cut at its limit, and a number that is none is nobody's", () => {
  expect(typedIn(asked(`q= ${"ä".repeat(searchCharactersMax)}b`), "q")).toBe("ä".repeat(searchCharactersMax));
  // Half of an emoji is found nowhere.
  const plain = "a".repeat(searchCharactersMax - 1);
  expect(typedIn(asked(`q=${plain}🎉🎉`), "q")).toBe(`${plain}🎉`);
  expect(typedIn(asked("q=%00%20"), "q")).toBeNull();
  expect([numberIn(asked("kunde="), "kunde"), numberIn(asked("kunde=2147483647"), "kunde")]).toEqual([
    null,
    2_147_483_647,
  ]);
  for (const other of ["2147483648", "0", "-1", "1e3", "x"])
    expect(() => numberIn(asked(`kunde=${other}`), "kunde")).toThrow("nothing with this id");
});

test("a changed address begins the list anew and keeps what else was chosen", () => {
  const query = asked("q=werk&cursor=abc&stand=draft&leer=");
  expect(narrowedPath("/app/x", query, { stand: "approved" })).toBe("/app/x?q=werk&stand=approved");
  expect(narrowedPath("/app/x", asked("stand=draft&cursor=abc"), { stand: "" })).toBe("/app/x");
});

test("the button counts what the page can show as chosen, and the rest of an address is text", () => {
  const folded = (text: string) =>
    renderHtml(foldedFilterHtml({ path: "/app/x", label: "Filtern", query: asked(text), fields }));
  expect(folded("person=1&thema=a&von=2026-01-01")).toContain("Filter (3 gesetzt)");
  expect(folded("person=2&thema=&von=x&nummer=y")).not.toContain("gesetzt");
  expect(folded('thema="><script>')).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(folded("")).not.toContain("Alles zeigen");
});

test("a finder keeps the order and the state that were chosen, and leads back to all", () => {
  const finder = (text: string) =>
    renderHtml(
      finderHtml({
        ...{
          path: "/app/x",
          label: "Suchen",
          placeholder: "Titel",
          query: asked(text),
          kept: ["stand", "sort"],
        },
        ...{ choices: [fields[0]], more: { summary: "Mehr", fields: [fields[1]] }, states },
      }),
    );
  const page = finder("stand=draft&sort=titel&thema=bahn");
  expect(page).toContain('<input type="hidden" name="sort" value="titel">');
  expect(page).toContain('<details class="more" open>');
  expect(page).toContain('href="/app/x?sort=titel&amp;thema=bahn&amp;stand=draft" aria-current="true"');
  expect(page).toContain('<a href="/app/x">Alles zeigen</a>');
  expect(finder("stand=nie&sort=titel")).not.toContain("Alles zeigen");
});
