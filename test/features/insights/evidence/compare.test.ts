import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type ComparedRelease,
  compareArticle,
} from "../../../../service/features/insights/evidence/compare.ts";
import { findRuns } from "../../../../service/features/insights/evidence/find-runs.ts";

const body = `Die Molkerei Auental füllt ihre Milch künftig wieder in Flaschen aus braunem Glas ab, die fünfzig Mal zurückkommen.
„Wer Milch in Pappe verkauft, hat vergessen, wie sie schmeckt“, sagt Leiterin Ute Kern.
Der Umbau der Halle hat elf Monate gedauert und vier Millionen Euro gekostet.
„Im Dorf holen wieder Kinder mit dem Rad die Milch für ihre Großeltern, das hatten wir lange nicht“, berichtet sie.`;
const release: ComparedRelease = {
  title: "Molkerei Auental kehrt zur Flasche zurück",
  subtitle: null,
  bodyMarkdown: body.replaceAll("\n", "\n\n"),
  boilerplates: [],
  clientNames: ["Molkerei Auental GmbH"],
  addresses: {
    release: ["https://presse.example/newsroom/auental/flasche"],
    newsroom: ["https://presse.example/newsroom/auental", "https://presse.auental.example/"],
  },
};
const other = "Ganz andere Wörter stehen hier und dort, damit nichts davon in der Meldung vorkommen kann.";

test("A copy is the full text, and its figures say so", () => {
  const found = compare(`${release.title}\n${body}`);
  expect(found).toMatchObject({
    matchType: "full_text",
    takenShare: 1,
    verbatimShare: 1,
    releaseQuotations: 2,
  });
  expect(found.longestRunWords).toBe(found.releaseWords);
  expect(found.quotations).toEqual([
    { number: 1, taken: "whole" },
    { number: 2, taken: "whole" },
  ]);
  expect(found.articleSha256).toBe(found.releaseSha256);
});

test("Other marks, capitals, hyphens that nobody sees and layout change nothing", () => {
  const typeset = `${release.title}\n${body}`
    .replaceAll("„", "»")
    .replaceAll("“", "«")
    .replaceAll("Milch", "Mi\u00adlch")
    .replaceAll(" ", "\u00a0")
    .toUpperCase();
  expect(compare(typeset)).toEqual(compare(`${release.title}\n${body}`));
});

test("A run of twelve words is an excerpt, one of eleven is none", () => {
  const words = body.split(" ");
  const run = (count: number) => compare(`${other} ${words.slice(0, count).join(" ")} ${other}`);
  expect(run(12)).toMatchObject({ matchType: "excerpt", longestRunWords: 12 });
  expect(run(11)).toMatchObject({ matchType: "mention", longestRunWords: 11 });
  expect(run(5)).toMatchObject({ matchType: "mention", longestRunWords: 5 });
  // "die molkerei auental füllt": four words are anybody's.
  expect(run(4)).toMatchObject({ matchType: "mention", longestRunWords: 0, takenShare: 0, verbatimShare: 0 });
});

test("A quotation in whole or in good part is an excerpt; a few of its words are none", () => {
  const quoted = (words: string) => compare(`${other} ${words} ${other}`);
  expect(quoted("Wer Milch in Pappe verkauft, hat vergessen, wie sie schmeckt")).toMatchObject({
    matchType: "excerpt",
    quotations: [{ number: 1, taken: "whole" }],
  });
  // In two parts, with the speaker between, of the 17 words of the second one.
  expect(
    quoted("Im Dorf holen wieder Kinder, so Kern, für ihre Großeltern, das hatten wir lange nicht"),
  ).toMatchObject({
    matchType: "excerpt",
    quotations: [{ number: 2, taken: "part" }],
  });
  expect(quoted("Im Dorf holen wieder Kinder mit dem Handy")).toMatchObject({
    matchType: "none",
    quotations: [],
  });
});

test("A link to the release counts before one to the newsroom, with its rel, and before the client's name", () => {
  const linked = (...links: [url: string, rel: string][]) =>
    compare(
      other,
      links.map(([url, rel]) => ({ url, rel })),
    );
  expect(
    linked(["https://presse.example/newsroom/auental/flasche?utm_source=x#a", "NoFollow  sponsored"]),
  ).toMatchObject({
    matchType: "link",
    link: { target: "release", rel: "nofollow sponsored" },
  });
  expect(
    linked(
      ["https://www.presse.auental.example/", ""],
      ["https://presse.example/newsroom/auental/flasche/", ""],
    ).link,
  ).toEqual({ target: "release", rel: null });
  expect(linked(["https://presse.auental.example/andere", ""]).link).toEqual({
    target: "newsroom",
    rel: null,
  });
  expect(linked(["https://presse.example/newsroom/auental-nord", ""])).toMatchObject({
    matchType: "none",
    link: null,
  });
});

test("The client is found in the cases of German grammar, without its legal form, and not within other words", () => {
  expect(compare(`${other} Im Hof der Molkerei Auentals`).matchType).toBe("mention");
  expect(compare(`${other} Molkereigenossenschaft Auental`).matchType).toBe("none");
  expect(compare(other, [], { clientNames: ["Verlag Stein AG"] }).matchType).toBe("none");
  expect(compare(`${other} des Verlags Stein`, [], { clientNames: ["Verlag Stein AG"] }).matchType).toBe(
    "mention",
  );
  expect(compare(`${other} des Rotors 7`, [], { clientNames: ["Stein", "Rotor 7"] }).matchType).toBe(
    "mention",
  );
  expect(compare(`${other} Gemüse Aßmann`, [], { clientNames: ["Gemüse Aßmann KG"] }).matchType).toBe(
    "mention",
  );
});

test("What the client says of itself and whom to ask is no part of the release", () => {
  const about = "Die Molkerei Auental verarbeitet seit 1921 die Milch von achtzig Höfen der Umgebung.";
  const withEnd = `${release.bodyMarkdown}\n\n${about}\n\n## Kontakt\n\nUte Kern, kern@auental.example`;
  const found = compare(body, [], { bodyMarkdown: withEnd, boilerplates: [about] });
  expect(found.releaseWords).toBe(compare(body).releaseWords);
  expect(compare(about, [], { bodyMarkdown: withEnd, boilerplates: [about] })).toMatchObject({
    takenShare: 0,
  });
});

test("Runs are found as a slow count by hand finds them", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });
  fc.assert(
    fc.property(words, words, (first, second) => {
      const runs = findRuns(first, second, 3);
      expect(runs.inFirst).toEqual(coveredByHand(first, second));
      expect(runs.inSecond).toEqual(coveredByHand(second, first));
      expect(runs.longest).toBe(longestByHand(first, second));
    }),
    { numRuns: 300 },
  );
});

function coveredByHand(words: string[], other: string[]): boolean[] {
  const text = ` ${other.join(" ")} `;
  return words.map((_, at) =>
    [at - 2, at - 1, at].some((from) => {
      const run = words.slice(Math.max(0, from), from + 3);
      return from >= 0 && run.length === 3 && text.includes(` ${run.join(" ")} `);
    }),
  );
}

function longestByHand(first: string[], second: string[]): number {
  const text = ` ${second.join(" ")} `;
  let longest = 0;
  for (let from = 0; from < first.length; from += 1)
    for (let to = from + 3; to <= first.length; to += 1)
      if (text.includes(` ${first.slice(from, to).join(" ")} `)) longest = Math.max(longest, to - from);
  return longest;
}

test("Any text gives figures within their bounds", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.string({ unit: "binary", maxLength: 400 }),
      (text, bodyMarkdown) => {
        const found = compare(text, [{ url: text, rel: text }], {
          bodyMarkdown,
          boilerplates: [text],
          clientNames: [text],
        });
        for (const share of [found.takenShare, found.verbatimShare]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 300 },
  );
});

function compare(
  text: string,
  links: { url: string; rel: string }[] = [],
  changes: Partial<ComparedRelease> = {},
) {
  return compareArticle({ title: "", text, links }, { ...release, ...changes });
}
