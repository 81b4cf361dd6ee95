import { expect, test } from "bun:test";
import { treeOf } from "../../../../service/features/moving/reading/html-tree.ts";
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
  ["a list goes on where it began", '<ol start="5"><li>fünf</li><li>sechs</li></ol>', "5. fünf\n6. sechs"],
])("%s", (_what, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test("a line of a post without paragraphs is not torn by an element within it", () => {
  expect(markdownOf("Er <code>x</code> ging\nund <q>kam</q>.\n\nNeu.", { hasBareLines: true })).toBe(
    "Er x ging\\\nund „kam“.\n\nNeu.",
  );
  expect(markdownOf("a<br>\nb<br>\n<br>\nc\n<blockquote>d</blockquote>", { hasBareLines: true })).toBe(
    "a\\\nb\n\nc\n\n> d",
  );
});
