import { expect, test } from "bun:test";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createReleasePdfRenderer } from "../../../../service/features/reporting/exports/render-release-pdf.ts";
import { runPdfTool } from "../../../support/pdf-tools.ts";

const render = createReleasePdfRenderer({ fonts: await readReportFonts() });

async function linesOf(markdown: string): Promise<string[]> {
  const pdf = await render({
    ...{
      language: "de",
      languageTag: "de",
      clientName: "Werk",
      kicker: "Pressemitteilung",
      title: "Titel",
      subtitle: null,
    },
    ...{ correction: null, dateline: null, markdown, about: null, contact: null, accent: null },
    ...{ url: "https://presse.example/a", publishedAt: "2026-11-19T00:00:00.000Z" },
  });
  const text = runPdfTool("pdftotext", pdf, ["-layout"], ["-"]);
  return text.split("\n").map((line) => line.trimEnd());
}

test("a line of a release's PDF ends between words alone, whatever face their parts have", async () => {
  for (let length = 60; length < 120; length += 1) {
    const start = `${"x".repeat(length - 50)} ${"wort ".repeat(10).trim()}`;
    const text = `${start} „**Zitat**“, **Donau**dampf, [Seite](https://a.example/). 10\u00a0000\u00a0Euro kostet es`;
    for (const line of await linesOf(`${text} ${text}`)) {
      expect(line).not.toMatch(/^\s*(?:[“,.]|Zitat|dampf|000|Euro)|(?:„|Donau|Seite|\b10|\b000)$/);
    }
  }
});

test("numbers of a list stand apart from its words, and lines that were broken by hand stay", async () => {
  const list = Array.from({ length: 12 }, (_, index) => `${index + 95}. Punkt`).join("\n");
  const lines = await linesOf(`${list}\n\nAnna Muster\\\nTelefon 030 123\n\n\`\`\`\neins\n  zwei\n\`\`\``);
  const shown = lines.map((line) => line.trim());
  for (const line of ["95. Punkt", "106. Punkt", "Anna Muster", "Telefon 030 123", "eins", "zwei"])
    expect(shown).toContain(line);
});

test("a heading stands on the page of what follows it, also with another one between them", async () => {
  for (let lines = 20; lines < 40; lines += 1) {
    const words = `## Überschrift\n\n### Überschrift\n\n${"Wort ".repeat(40)}`;
    for (const page of (await linesOf(`${"Zeile\n\n".repeat(lines)}${words}`)).join("\n").split("\f")) {
      const [ended] = page
        .split("\n")
        .filter((line) => line.trim() !== "" && !line.includes("Seite"))
        .slice(-1);
      expect([lines, ended]).not.toEqual([lines, expect.stringContaining("Überschrift")]);
    }
  }
});

test("a text of headings alone fills its pages", async () => {
  const pages = (await linesOf("## Titel\n\n".repeat(200))).join("\n").split("\f");
  expect(pages.length).toBeLessThan(10);
});

test("struck words have a line through them", async () => {
  const file = async (markdown: string) =>
    (
      await render({
        ...{
          language: "de",
          languageTag: "de",
          clientName: "Werk",
          kicker: "Pressemitteilung",
          title: "Titel",
          subtitle: null,
        },
        ...{ correction: null, dateline: null, markdown, about: null, contact: null, accent: null },
        ...{ url: "https://presse.example/a", publishedAt: "2026-11-19T00:00:00.000Z" },
      })
    ).length;
  expect(await file("Für ~~99~~ 79 Euro")).toBeGreaterThan(await file("Für 99 79 Euro"));
});
