import { expect, test } from "bun:test";
import { readText } from "../../service/press-text/markdown/read-text.ts";
import { readPassages } from "../../service/press-text/passages/read-passages.ts";
import { fastestMs } from "../support/fastest.ts";

const marked = (before: string, after: string) =>
  readPassages({ before, after }).map(({ kind, markup }) => `${kind}: ${markup}`);

test("without an earlier text the passages are the text as readers get it", () => {
  const after =
    "# Eins\n\nMit [Verweis](https://example.org/a?b=1&c=2) & mehr.\n\n- a\n- b\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n\n---\n\n```\n<b>\n```";
  const text = readText(after);
  const whole = text.pieces
    .map((piece, index) => (text.links[index - 1]?.url ?? "").replaceAll("&", "&amp;") + piece)
    .join("");
  const joined = readPassages({ before: null, after })
    .map(({ markup }) => markup)
    .join("");
  expect(joined.replace(/>\s+</g, "><")).toBe(whole.trim().replace(/>\s+</g, "><"));
  expect(readPassages({ before: null, after }).map(({ plain }) => plain)).toEqual([
    "Eins",
    "Mit Verweis & mehr.",
    "a b",
    "A B 1 2",
    "",
    "<b>",
  ]);
});

test("marks words where they changed, within the markup that is there now", () => {
  expect(marked("Ein **alter** Satz, der bleibt.", "Ein *neuer* Satz, der bleibt!")).toEqual([
    "changed: <p>Ein <del>alter</del><em><ins>neuer</ins></em> Satz, der bleibt<del>.</del><ins>!</ins></p>",
  ]);
  expect(marked("A & B sind da", "A & C sind da")).toEqual([
    "changed: <p>A &amp; <del>B</del><ins>C</ins> sind da</p>",
  ]);
  expect(marked("[Wort hier](https://a.example/)", "[Wort da](https://a.example/)")).toEqual([
    'changed: <p><a href="https://a.example/" rel="noopener">Wort <del>hier</del><ins>da</ins></a></p>',
  ]);
});

test("shows what came and went as a whole, in the order of a reader", () => {
  expect(marked("Bleibt.\n\nGeht ganz und gar.", "Kommt völlig neu dazu.\n\nBleibt.")).toEqual([
    "added: <p><ins>Kommt völlig neu dazu.</ins></p>",
    "same: <p>Bleibt.</p>",
    "removed: <p><del>Geht ganz und gar.</del></p>",
  ]);
  expect(marked("- eins\n- zwei", "- eins\n- anderthalb\n- zwei")).toEqual([
    "changed: <ul><li>eins</li><li><ins>anderthalb</ins></li><li>zwei</li></ul>",
  ]);
});

test("a passage that is not in the text any more has no words to comment on", () => {
  const passages = readPassages({ before: "Geht.\n\nBleibt.", after: "Bleibt." });
  expect(passages.map(({ kind, plain }) => [kind, plain])).toEqual([
    ["removed", ""],
    ["same", "Bleibt."],
  ]);
});

test("never lets markup out of a text through, whatever stands in it", () => {
  const hostile =
    "<script>alert(1)</script> <ins onclick=x> & \"' [a](javascript:alert(1)) ![x](data:text/html,1)";
  for (const { markup } of readPassages({ before: "Vorher.", after: hostile }))
    expect(markup).not.toMatch(/<script|<ins |href="javascript|src="data/);
});

const long = 100_000;
const threadMsMax = 2_000;
test.each([
  ["two texts without a word in common", "a b ".repeat(long / 4), "c d ".repeat(long / 4)],
  ["lists of short lines", "- x\n".repeat(long / 4), "- y\n".repeat(long / 4)],
  ["many short paragraphs", "a b\n\n".repeat(long / 5), "a c\n\n".repeat(long / 5)],
  ["nothing but brackets", "<".repeat(long), "<>".repeat(long / 2)],
])("stays within the thread's deadline: %s", async (_name, before, after) => {
  const takenMs = await fastestMs(threadMsMax, () => {
    expect(readPassages({ before, after }).length).toBeGreaterThan(0);
  });
  expect(takenMs).toBeLessThan(threadMsMax);
});
