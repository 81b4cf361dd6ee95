import { expect, test } from "bun:test";
import { plainLine, treeOf } from "../../../../service/features/moving/reading/html-tree.ts";
import { blocksOf, joinBlocks } from "../../../../service/press-text/docx/html-to-markdown.ts";

const markdownOf = (html: string, options = {}) => joinBlocks(blocksOf(treeOf(html, options).children));

test.each([
  [
    "what is no block stays within its line",
    "<div>Am <time>3. Mai</time> kam <abbr>z. B.</abbr> <font color=red>rotes</font> <mark>Licht</mark>.</div><ul><li>Ein <small>kleines</small> Ding</li></ul>",
    "Am 3. Mai kam z. B. rotes Licht.\n\n- Ein kleines Ding",
  ],
  [
    "an element around blocks goes to the words of each",
    '<a href="https://a.example/">Vorweg <b><p>eins</p><ul><li>zwei</li></ul></b></a>',
    "[Vorweg](https://a.example/)\n\n**[eins](https://a.example/)**\n\n- **[zwei](https://a.example/)**",
  ],
  [
    "quotation marks that a browser shows are written",
    "<p>Sie sagt: <q>Er rief: <q>Los</q></q>, <q>„schon da“</q> und<q> </q>.</p>",
    "Sie sagt: „Er rief: ‚Los‘“, „schon da“ und .",
  ],
  [
    "struck words stay struck",
    "<p>Für <del>99</del> <b>79</b> Euro, <strike>x</strike> <s><b>fett</b></s></p>",
    "Für ~~99~~ **79** Euro, ~~x~~ ~~**fett**~~",
  ],
  [
    "a table keeps its caption and its sums",
    "<table><caption>Umsatz</caption><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</tbody><tfoot><tr><td>Summe<td>2</tfoot></table>",
    "Umsatz\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| Summe | 2 |",
  ],
  [
    "lines that were typed in columns stay so",
    "<pre>\n2025   10\n2026  ```12\n</pre>",
    "````\n2025   10\n2026  ```12\n````",
  ],
  [
    "a break at the end of a paragraph is none, and two are a new paragraph",
    "<p>eins<br></p><p><b>zwei<br></b>&nbsp;</p><p>drei<br>vier<br> <br>fünf</p><ul><li>sechs<br></li></ul>",
    "eins\n\n**zwei**\n\ndrei\\\nvier\n\nfünf\n\n- sechs",
  ],
  [
    "a line that was broken by hand begins no list, heading or quotation",
    "<p>Wir bieten:<br>- Rat<br> - Tat<br>1. Mai<br># eins<br>&gt; zwei<br>---</p>",
    "Wir bieten:\\\n\\- Rat\\\n\\- Tat\\\n1\\. Mai\\\n\\# eins\\\n\\> zwei\\\n\\---",
  ],
  [
    "blocks in a cell don't run together",
    "<table><tr><td><div>A</div><div>B</div></td><td><h3>C</h3>D<table><tr><td>E<td>F</table></td></tr></table>",
    "| A B | C D E F |\n| --- | --- |",
  ],
  [
    "digits above the line stay there within another element, and beside the signs of a note",
    "<p>10<sup><span>6</span></sup> Euro 2025<sup>1)</sup>, H<sub><b>2</b></sub>O</p>",
    "10⁶ Euro 2025¹), H**₂**O",
  ],
  [
    "items keep the numbers that are theirs",
    "<ol><li>a</li><li value=4>b</li></ol><ol start=7><li>c</li></ol><ol reversed><li>d</li><li>e</li></ol>",
    "1. a\n\n4) b\n\n7. c\n\n2) d\n\n1. e",
  ],
  [
    "a list within an item goes on where it began",
    "<ul><li>a<ol start=3><li>b</li></ol></li></ul>",
    "- a\n  \n  3. b",
  ],
  [
    "a heading keeps the number signs at its end",
    "<h2>Platz #</h2><h2>C#</h2><h2>Ziel <b>##</b></h2>",
    "## Platz \\#\n\n## C#\n\n## Ziel \\##",
  ],
  ["struck words stay struck beside bold ones", "<p><b>alt</b><s>99</s><b>79</b></p>", "**alt**~~99~~**79**"],
  ["a list goes on where it began", '<ol start="5"><li>fünf</li><li>sechs</li></ol>', "5. fünf\n6. sechs"],
])("%s", (_what, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test("the blocks of a title or an excerpt are words of one line", () => {
  expect(plainLine("<p>Eins.</p><p>Zwei</p><div>drei</div>vier<b>fünf</b>")).toBe("Eins. Zwei drei vierfünf");
});

test("a line of a post without paragraphs is not torn by an element within it", () => {
  expect(markdownOf("Er <code>x</code> ging\nund <q>kam</q>.\n\nNeu.", { hasBareLines: true })).toBe(
    "Er x ging\\\nund „kam“.\n\nNeu.",
  );
  expect(markdownOf("a<br>\nb<br>\n<br>\nc\n<blockquote>d</blockquote>", { hasBareLines: true })).toBe(
    "a\\\nb\n\nc\n\n> d",
  );
});
