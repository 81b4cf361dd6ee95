import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { makeDocx, makeZip, paragraph, partsOf } from "./make-docx.ts";
import { textOf } from "./support.ts";

const filesFolder = join(import.meta.dirname, "files");
const wordFolder = join(dirname(createRequire(import.meta.url).resolve("mammoth")), "../test/test-data");

const wordFile = async (name: string) => await textOf(await readFile(join(wordFolder, name)));
const line = (...runs: string[]) => makeDocx(paragraph("Titel") + paragraph(...runs));

describe("a Word document", () => {
  test.each([
    ["pandoc.docx", "1. ganz unten", "Das Werk von oben"],
    ["libreoffice.docx", "- ganz unten", ""],
  ])(
    "made by another program gives title, text, table, lists, quotation and picture: %s",
    async (file, deepest, alt) => {
      const text = await textOf(await readFile(join(filesFolder, file)));
      expect(text).toMatchObject({
        title: "Neues Werk in Bremen eröffnet",
        subtitle: "120 Arbeitsplätze im Hafen",
        leftOut: { notes: 1, comments: 0, pictures: 0, formulas: 0 },
      });
      expect(text.pictures.map(({ mediaType, ...picture }) => [mediaType, picture.alt])).toEqual([
        ["image/png", alt],
      ]);
      expect(text.markdown).toBe(`## Gebaut in zwei Jahren

Bremen. Das Werk hat **120 neue** Arbeitsplätze und ging am *Montag* in Betrieb. Mehr auf [der Seite](https://example.org/werk_%28neu%29?a=1&b=2).

### Zahlen

| Jahr | Umsatz | Leute |
| --- | --- | --- |
| 2025 | 10 | 100 |
| 2026 | 12 | 120 |

- Erster Punkt
- Zweiter Punkt
  - darunter
  - auch darunter
    ${deepest}
- Dritter

1. Eins
2. Zwei

> Wir bleiben in Bremen.

![${alt}](docx-picture:0)

Das Werk von oben

5 \\* 3 = 15, a_b, \\[kein Link\\], # kein Titel und 1. keine Liste.`);
    },
  );

  test("formulas are counted, because their words have no place in a text", async () => {
    const formula = "<m:oMathPara><m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath></m:oMathPara>";
    const { leftOut } = await textOf(
      makeDocx(`${paragraph("Titel")}<w:p>${formula}</w:p><w:p>${formula}</w:p>${paragraph("Text")}`),
    );
    expect(leftOut.formulas).toBe(2);
  });

  test("struck words stay struck", async () => {
    const struck =
      "<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>99</w:t></w:r><w:r><w:t> 79 Euro</w:t></w:r></w:p>";
    expect((await textOf(makeDocx(paragraph("Titel") + struck))).markdown).toBe("~~99~~ 79 Euro");
  });

  test("made by Word is read, and what has no place in a release is counted", async () => {
    expect((await wordFile("tables.docx")).markdown).toContain("| --- | --- |");
    expect((await wordFile("simple-list.docx")).markdown).toBe("- Apple\n- Banana");
    expect((await wordFile("footnotes.docx")).leftOut.notes).toBe(2);
    expect((await wordFile("endnotes.docx")).leftOut.notes).toBe(2);
    expect((await wordFile("comments.docx")).leftOut.comments).toBe(2);
    expect((await wordFile("tiny-picture.docx")).pictures.map(({ mediaType }) => mediaType)).toEqual([
      "image/png",
    ]);
    // A picture that lies elsewhere is not fetched.
    expect(await wordFile("external-picture.docx")).toMatchObject({ pictures: [], leftOut: { pictures: 1 } });
    expect((await wordFile("strict-format.docx")).markdown).not.toBe("");
    expect((await wordFile("footnote-hyperlink.docx")).markdown).not.toContain("footnote");
  });

  test.each([
    "Mit *Sternen* und _Striche_ und `Code` und ~~weg~~",
    "# kein Titel",
    "1. keine Liste",
    "- kein Punkt",
    "> kein Zitat",
    "=== und ---",
    "[kein](https://example.org/link) ![kein](bild.png)",
    "<b>kein HTML</b> &amp; &copy; &#65;",
    "a_b_c und snake_case, https://example.org/a_b_c_d?x=*1*",
    "Zeile mit \\ am Ende \\",
    "2 * 3 * 4 = 24",
  ])("says to readers what it says in Word: %s", async (words) => {
    const { markdown } = await textOf(line(words));
    expect(readText(markdown).plain.trim()).toBe(words);
    expect(readText(markdown).pieces.join("")).not.toMatch(/<(?:em|strong|code|h\d|li|blockquote|img|s|b)\b/);
  });

  test.each([
    [["Das ", "*Werk", " steht"], "<strong>Werk</strong> steht"],
    [["Das ", "*Werk ", "steht"], "<strong>Werk</strong> steht"],
    [["*Bremen:", "Das Werk"], "<strong>Bremen</strong>:Das Werk"],
    [["Vor", "*mittag"], "Vor<strong>mittag</strong>"],
    [["a", "*„b“", "c"], "a„<strong>b</strong>“c"],
  ])("keeps bold where it stands: %s", async (runs, wanted) => {
    const { markdown } = await textOf(line(...runs));
    expect(readText(markdown).pieces.join("")).toContain(wanted);
  });

  test("keeps links to the web and to mail, and no other", async () => {
    const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
    const targets = [
      "https://example.org/",
      "mailto:a@example.org",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x",
    ];
    const relations = targets.map(
      (target, index) =>
        `<Relationship Id="h${index}" Type="${kind}" Target="${target}" TargetMode="External"/>`,
    );
    const links = targets.map(
      (_, index) =>
        `<w:p><w:hyperlink r:id="h${index}"><w:r><w:t>Link ${index}</w:t></w:r></w:hyperlink></w:p>`,
    );
    const { markdown } = await textOf(makeDocx(paragraph("Titel") + links.join(""), relations.join("")));
    expect(markdown.split("\n\n")).toEqual([
      "[Link 0](https://example.org/)",
      "[Link 1](mailto:a@example.org)",
      "Link 2",
      "Link 3",
      "Link 4",
    ]);
  });

  test("has a title of at most 300 characters, and else none", async () => {
    const long = (length: number) => textOf(makeDocx(paragraph("a".repeat(length)) + paragraph("Text")));
    expect((await long(300)).title).toBe("a".repeat(300));
    expect(await long(301)).toMatchObject({ title: null, markdown: `${"a".repeat(301)}\n\nText` });
    expect(await textOf(makeDocx(paragraph("Nur ein Absatz")))).toMatchObject({
      title: null,
      markdown: "Nur ein Absatz",
    });
  });
});

describe("a document as people keep it", () => {
  const cell = (text: string, merge = "") => `<w:tc><w:tcPr>${merge}</w:tcPr>${paragraph(text)}</w:tc>`;
  const [begin, go] = ['<w:vMerge w:val="restart"/>', "<w:vMerge/>"];
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;

  test("keeps figures in their column where cells are merged downwards and across", async () => {
    const table = `<w:tbl>${row(cell("Werk"), cell("Jahr"), cell("Umsatz"))}${row(
      cell("Bremen", begin),
      cell("2025"),
      cell("10"),
    )}${row(cell("", go), cell("2026"), cell("12"))}${row(cell("Summe", '<w:gridSpan w:val="2"/>'), cell("22"))}</w:tbl>`;
    expect((await textOf(makeDocx(paragraph("Titel") + table))).markdown).toBe(`| Werk | Jahr | Umsatz |
| --- | --- | --- |
| Bremen | 2025 | 10 |
|  | 2026 | 12 |
| Summe |  | 22 |`);
  });

  test("keeps the words of fields, and lines that a break parts, and leaves out what Word hides", async () => {
    const run = (text: string, look = "") =>
      `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const parts = [
      `${run("Am ")}<w:fldSimple w:instr=" DATE ">${run("3. Mai")}</w:fldSimple>`,
      `${run(" vor")}<w:r><w:br w:type="page"/></w:r>${run("nach")}<w:r><w:cr/></w:r>${run("dann ")}`,
      `<w:dir w:val="rtl">${run("שלום")}</w:dir> ${run("99", "<w:dstrike/>")}${run(" 79 ")}`,
      `${run("GEHEIM", "<w:vanish/>")}${run("offen", '<w:vanish w:val="0"/>')}`,
    ];
    const { markdown } = await textOf(makeDocx(`${paragraph("Titel")}<w:p>${parts.join("")}</w:p>`));
    expect(markdown).toBe("Am 3. Mai vor\\\nnach\\\ndann שלום~~99~~ 79 offen");
  });

  test("keeps the numbers of its lists across paragraphs, and where one begins anew", async () => {
    const item = (text: string, list: number, level = 0) =>
      paragraph(text).replace(
        "<w:p>",
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`,
      );
    const level = (at: number, start: number) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="decimal"/></w:lvl>`;
    const numbering = [
      `<w:abstractNum w:abstractNumId="0">${level(0, 1)}${level(1, 1)}</w:abstractNum>`,
      `<w:abstractNum w:abstractNumId="1">${level(0, 5)}</w:abstractNum>`,
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
      '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
    ];
    const body = [
      ...[paragraph("Titel"), item("a", 1), item("darunter", 1, 1), item("b", 1), paragraph("Mitten.")],
      ...[item("c", 1), item("x", 2), item("y", 2), paragraph("Neu."), item("d", 3), item("e", 3)],
    ];
    const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering";
    const parts = partsOf(body.join(""), `<Relationship Id="n" Type="${type}" Target="numbering.xml"/>`);
    const namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    const data = `<w:numbering xmlns:w="${namespace}">${numbering.join("")}</w:numbering>`;
    const { markdown } = await textOf(makeZip([...parts, { name: "word/numbering.xml", data }]));
    expect(markdown).toBe(
      "1. a\n   1. darunter\n2. b\n\nMitten.\n\n3. c\n\n5) x\n6) y\n\nNeu.\n\n1. d\n2. e",
    );
  });

  test("takes tracked changes as accepted", async () => {
    const by = 'w:id="1" w:author="Anna" w:date="2026-01-01T00:00:00Z"';
    const changed = `<w:p><w:r><w:t xml:space="preserve">Das Werk hat </w:t></w:r><w:del ${by}><w:r><w:delText>100</w:delText></w:r></w:del><w:ins ${by}><w:r><w:t>120</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> Plätze.</w:t></w:r></w:p>`;
    expect((await textOf(makeDocx(paragraph("Titel") + changed))).markdown).toBe("Das Werk hat 120 Plätze.");
  });

  test.each(["PRESSEMITTEILUNG", "Pressemeldung:", "Medieninformation", "P R E S S E M I T T E I L U N G"])(
    "has its title behind the line that says what it is: %s",
    async (kind) => {
      const text = await textOf(makeDocx(paragraph(kind) + paragraph("Neues Werk") + paragraph("Text")));
      expect(text).toMatchObject({ title: "Neues Werk", markdown: "Text" });
    },
  );

  test("keeps a title that only begins so", async () => {
    const title = "Pressemitteilung zur Lage";
    expect((await textOf(makeDocx(paragraph(title) + paragraph("Text")))).title).toBe(title);
  });

  test("has links without what follows readers", async () => {
    const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
    const wrapped =
      "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fa%3Futm_source%3Dx%26b%3D1&amp;data=1";
    const relation = `<Relationship Id="h" Type="${kind}" Target="${wrapped}" TargetMode="External"/>`;
    const link = `<w:p><w:hyperlink r:id="h"><w:r><w:t>Link</w:t></w:r></w:hyperlink></w:p>`;
    expect((await textOf(makeDocx(paragraph("Titel") + link, relation))).markdown).toBe(
      "[Link](https://example.org/a?b=1)",
    );
  });
});
