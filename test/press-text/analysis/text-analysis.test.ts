import { describe, expect, test } from "bun:test";
import { findFillerWords } from "../../../service/press-text/analysis/analyse-text.ts";
import { rankKeywords } from "../../../service/press-text/analysis/extract-keywords.ts";
import { findAnsweredQuestions } from "../../../service/press-text/analysis/find-answered-questions.ts";
import { findNumbers, findQuotes } from "../../../service/press-text/analysis/find-numbers-and-quotes.ts";
import { hasPassive } from "../../../service/press-text/analysis/find-passive.ts";
import { plainText } from "../../../service/press-text/analysis/plain-text.ts";
import { countSyllables, readingEase } from "../../../service/press-text/analysis/reading-ease.ts";
import { splitBlocks } from "../../../service/press-text/analysis/split-blocks.ts";
import { splitSentences } from "../../../service/press-text/analysis/split-sentences.ts";
import { splitWords } from "../../../service/press-text/analysis/split-words.ts";

describe("splitSentences", () => {
  const cases: [string, string[]][] = [
    ["Dr. Meier kommt z. B. am 12. Mai. Sie bleibt.", ["Dr. Meier kommt z. B. am 12. Mai.", "Sie bleibt."]],
    [
      "Das kostet 3,5 Mio. Euro. Die Stadt zahlt 1.200 Euro.",
      ["Das kostet 3,5 Mio. Euro.", "Die Stadt zahlt 1.200 Euro."],
    ],
    ["„Wir kommen. Das ist gut“, sagt sie.", ["„Wir kommen.", "Das ist gut“, sagt sie."]],
    [
      "„Was nun?“, fragt er. „Nichts.“ Danach schwieg er.",
      ["„Was nun?“, fragt er.", "„Nichts.“", "Danach schwieg er."],
    ],
    ["Mehr unter www.firma.de/neu. Ende.", ["Mehr unter www.firma.de/neu.", "Ende."]],
    ["J. S. Bach schrieb es. Die 3. Auflage kommt.", ["J. S. Bach schrieb es.", "Die 3. Auflage kommt."]],
    ["Das war 2026. Danach kam nichts.", ["Das war 2026.", "Danach kam nichts."]],
    ["Es stieg auf 12. Die Firma wächst.", ["Es stieg auf 12.", "Die Firma wächst."]],
    ["Die Müller GmbH u. Co. KG baut.", ["Die Müller GmbH u. Co. KG baut."]],
    ["Halt! Wirklich? Ja … Das war es.", ["Halt!", "Wirklich?", "Ja …", "Das war es."]],
    ["", []],
    ["…!?", []],
  ];
  for (const [text, sentences] of cases) {
    test(`reads ${JSON.stringify(text)}`, () => expect(splitSentences(text)).toEqual(sentences));
  }
});

test("a word keeps its hyphen, decimal comma and gender mark, and an address is one word", () => {
  expect(splitWords("Die E-Mail an Kolleg*innen kostet 3,5 Cent: a.b@c.de, https://x.de/y?z=1")).toEqual([
    "Die",
    "E-Mail",
    "an",
    "Kolleg*innen",
    "kostet",
    "3,5",
    "Cent",
    "a.b@c.de",
    "https://x.de/y?z=1",
  ]);
});

test("syllables follow German sounds", () => {
  const expected = {
    Haus: 1,
    bauen: 2,
    neue: 2,
    Familie: 4,
    Medien: 3,
    hier: 1,
    aktuell: 3,
    Theater: 3,
    Information: 5,
    beenden: 3,
    geehrt: 2,
    Ideen: 3,
    Museum: 3,
    Jubiläum: 4,
    Quelle: 2,
    Software: 2,
    Team: 1,
    ideal: 3,
    KI: 2,
    Unternehmen: 4,
    Kooperation: 5,
    Energie: 3,
    Industrie: 3,
    Straße: 2,
    Öl: 1,
  };
  for (const [word, count] of Object.entries(expected))
    expect(`${word} ${countSyllables(word)}`).toBe(`${word} ${count}`);
});

test("the reading ease is Amstad's formula, and null without a word", () => {
  // 4 words, 1 sentence, 5 syllables: 180 - 4 - 58.5 * 5 / 4.
  expect(readingEase([["Das", "Haus", "ist", "alt"]])).toBeCloseTo(180 - 4 - 58.5, 6);
  expect(readingEase([["Die", "Häuser", "sind", "alt"]])).toBeCloseTo(180 - 4 - (58.5 * 5) / 4, 6);
  expect(readingEase([["2026", "12"], []])).toBeNull();
});

describe("hasPassive", () => {
  const passives = [
    "Das Werk wird 2026 in Köln eröffnet.",
    "Die Halle, die 2024 gebaut wurde, ist voll.",
    "Die Preise wurden vergeben.",
    "Die Anlage ist gefördert worden.",
    "Kurse werden in Köln, Bonn und Aachen angeboten.",
    "Das kann finanziert werden.",
    "Das Projekt wird vom Land gefördert und läuft drei Jahre.",
    "Bewertet wurden 300 Kanzleien.",
  ];
  const actives = [
    "Das Werk wird wachsen.",
    "Wir werden 20 Stellen schaffen.",
    "Sie wird Geschäftsführerin.",
    "Es wird kälter.",
    "Die Jury wird den Preis vergeben.",
    "Die Firma wird bis Mai das Werk eröffnet haben.",
    "Er ist geworden, was er wollte.",
    "Der Umsatz stieg, die Kosten werden sinken.",
    "Das ist gebaut.",
  ];
  for (const sentence of passives)
    test(`sees it in „${sentence}“`, () => expect(hasPassive(sentence)).toBe(true));
  for (const sentence of actives)
    test(`sees none in „${sentence}“`, () => expect(hasPassive(sentence)).toBe(false));
});

test("filler words and clichés are found in each form and case", () => {
  expect(findFillerWords(splitWords("Natürlich ist das eine wirklich INNOVATIVE Lösung für alle"))).toEqual([
    "Natürlich",
    "wirklich",
    "INNOVATIVE",
  ]);
  expect(findFillerWords(splitWords("Die Führung der Stadt baut"))).toEqual([]);
});

test("numbers and attributed quotations are found, names in quotes are none", () => {
  expect(findNumbers(splitWords("Am 12. Mai zahlen zwei Firmen 3,5 Mio. Euro für ein Haus"))).toEqual([
    "12",
    "zwei",
    "3,5",
  ]);
  expect(findQuotes("„Wir bauen hier ein Haus“, sagt Anna Berger. Die Aktion „Neues Haus“ läuft.")).toEqual([
    { text: "Wir bauen hier ein Haus", isAttributed: true },
  ]);
  expect(findQuotes("»Wir bauen hier ein Haus« steht auf dem Schild")[0]?.isAttributed).toBe(false);
  expect(findQuotes("„Ohne Ende und ohne Schluss")).toEqual([]);
});

test("a full lead answers all six questions and an empty phrase none", () => {
  const lead =
    "Köln, 12. Mai 2026 – Die Meier GmbH eröffnet am Montag mit 20 Beschäftigten ein Werk, um schneller zu liefern.";
  expect(Object.values(findAnsweredQuestions(lead))).toEqual([true, true, true, true, true, true]);
  expect(Object.values(findAnsweredQuestions("Ach ja."))).toEqual([false, false, false, false, false, false]);
});

test("the parts of a press text are told apart", () => {
  const text =
    "PRESSEMITTEILUNG\n\nStadt baut Brücke\n\nKöln – Die Stadt baut.\n\nDer Zeitplan\n\nIm Mai geht es los.\n\nÜber die Stadt\nKöln ist alt.\n\nPressekontakt\nAnna Berger, Telefon 0221 123456, a@b.example";
  expect(splitBlocks(plainText(text)).map((block) => block.role)).toEqual([
    "label",
    "title",
    "body",
    "heading",
    "body",
    "boilerplate",
    "boilerplate",
    "contact",
    "contact",
  ]);
});

test("a number that counts nothing belongs to the title or the sentence that it begins", () => {
  for (const title of [
    "25. Jubiläum: Stadtwerke laden ein",
    "1. FC Köln baut ein Stadion",
    "3. Quartal bringt der Bank 4 Prozent mehr",
  ])
    expect(splitBlocks(`${title}\n\n12. Mai 2026 ist der Tag, an dem es losgeht.\n\nEs kommt viel.`)).toEqual(
      [
        { role: "title", text: title },
        { role: "body", text: "12. Mai 2026 ist der Tag, an dem es losgeht." },
        { role: "body", text: "Es kommt viel." },
      ],
    );
  expect(splitBlocks("Stadt baut\n\n3. Quartal: der Zeitplan\n\nIm Mai.").map(({ role }) => role)).toEqual([
    "title",
    "heading",
    "body",
  ]);
});

test("a number beside the next one is the mark of a list", () => {
  expect(splitBlocks("Stadt baut\n\nDrei Wege gibt es.\n\n1. Die Brücke.\n\n2. Der Tunnel.")).toEqual([
    { role: "title", text: "Stadt baut" },
    { role: "body", text: "Drei Wege gibt es." },
    { role: "body", text: "Die Brücke." },
    { role: "body", text: "Der Tunnel." },
  ]);
  // One past it: 1 and 3 count nothing.
  expect(splitBlocks("Stadt baut\n\n1. Liga wächst.\n\n3. Liga auch.").map(({ text }) => text)).toEqual([
    "Stadt baut",
    "1. Liga wächst.",
    "3. Liga auch.",
  ]);
  expect(splitBlocks("1. Brücke\n2. Tunnel\n3. Fähre").map(({ role }) => role)).not.toContain("title");
  expect(splitBlocks("- Brücke\n\nEs geht los.").map(({ role }) => role)).not.toContain("title");
});

test("lines of a wrapped text are one paragraph, lines of another are each one", () => {
  const wrapped =
    "Die Stadt Köln baut im kommenden Jahr eine neue Brücke über den Rhein,\nweil die alte Brücke nur noch für Fahrräder und Fußgänger taugt.";
  expect(splitBlocks(wrapped)).toHaveLength(1);
  expect(splitBlocks("Stadt baut Brücke\nDie Stadt Köln baut.\nIm Mai geht es los.")).toHaveLength(3);
});

test("tags, scripts and Markdown marks are no words", () => {
  expect(
    plainText("<h1>Titel</h1><p>Ein <b>Text</b> &amp; mehr</p><script>let x = 1</script>")
      .trim()
      .split(/\s+/)
      .join(" "),
  ).toBe("Titel Ein Text & mehr");
  expect(plainText("# Titel\n**fett** [Wort](https://x.de)")).toBe("Titel\nfett Wort");
  expect(plainText("5 < 6 und 7 > 3")).toBe("5 < 6 und 7 > 3");
});

test("keywords are the frequent nouns, their forms counted as one", () => {
  const text =
    "Das Haus ist neu. Die Häuser stehen in Köln. Ein Haus hat einen Garten. Der Garten des Hauses blüht im Mai.";
  const keywordsOf = (german: string) =>
    rankKeywords(splitSentences(german).map(splitWords)).map(({ word }) => word);
  expect(keywordsOf(text).slice(0, 2)).toEqual(["Haus", "Garten"]);
  expect(keywordsOf("und aber oder")).toEqual([]);
});
