import { expect, test } from "bun:test";
import { evidenceWords } from "../../../../service/features/insights/evidence/wording.ts";
import type { MentionEvidence } from "../../../../service/features/insights/schema.ts";

const evidence: MentionEvidence = {
  matchType: "excerpt",
  takenShare: 0.6123,
  verbatimShare: 0.4,
  longestRunWords: 48,
  articleWords: 300,
  releaseWords: 200,
  quotations: [{ number: 2, taken: "whole" }],
  releaseQuotations: 3,
  link: { target: "release", rel: null },
  articleSha256: "0".repeat(64),
  releaseSha256: "1".repeat(64),
  algorithm: 1,
  provenance: {
    origin: "observed",
    source: "anzeiger.example",
    method: "Wortvergleich",
    observedAt: "2026-11-20T10:00:00.000Z",
    confidence: "high",
  },
};
type Report = { language?: "de" | "en"; edition?: 2 | undefined };
const words = (changes: Partial<MentionEvidence> = {}, { language = "de", ...report }: Report = {}) =>
  evidenceWords({ ...evidence, ...changes }, "Europe/Berlin", {
    language,
    edition: "edition" in report ? report.edition : 2,
  }).replaceAll("\u00a0", " ");
const before: Report = { edition: undefined };

test("What was taken over is said in one sentence; reports of before edition 2 keep theirs", () => {
  const taken = "61 % der Meldung wörtlich übernommen, längste Stelle 48 Wörter, Zitat 2 übernommen";
  expect(words()).toBe(`${taken}, mit Link zur Meldung`);
  expect(words({}, before)).toBe(`${taken}, Link ja`);
});

test("Parts, several quotations, the kind of link and small shares are told apart", () => {
  const quotations: MentionEvidence["quotations"] = [
    { number: 1, taken: "whole" },
    { number: 2, taken: "part" },
    { number: 3, taken: "whole" },
  ];
  const changes = { quotations, takenShare: 0.004, link: { target: "newsroom", rel: "nofollow" } } as const;
  const taken =
    "unter 1 % der Meldung wörtlich übernommen, längste Stelle 48 Wörter, Zitate 1 und 3 übernommen, Zitat 2 zum Teil übernommen";
  expect(words(changes)).toBe(`${taken}, mit Link zum Newsroom (nofollow)`);
  expect(words(changes, before)).toBe(`${taken}, Link zum Newsroom (rel="nofollow")`);
});

test("An article with nothing of the release says so, and whether it names the client", () => {
  const nothing = { takenShare: 0, longestRunWords: 0, quotations: [], link: null };
  const [named, unnamed] = [
    { ...nothing, matchType: "mention" },
    { ...nothing, matchType: "none" },
  ] as const;
  expect(words(named)).toBe("nichts wörtlich übernommen, ohne Link, mit Namensnennung");
  expect(words(unnamed)).toBe("nichts wörtlich übernommen, ohne Link, ohne Namensnennung");
  expect(words(named, before)).toBe("nichts wörtlich übernommen, Link nein, der Kunde ist genannt");
  expect(words(unnamed, before)).toBe("nichts wörtlich übernommen, Link nein, der Kunde ist nicht genannt");
});

test("What later looks saw is said with its day in the agency's time zone", () => {
  const changes = { changedAt: "2026-11-30T10:00:00.000Z", goneSince: "2026-12-02T23:30:00.000Z" };
  expect(words(changes)).toEndWith(
    "inzwischen geändert (festgestellt am 30. November 2026), seit dem 3. Dezember 2026 nicht mehr erreichbar",
  );
  expect(words(changes, before)).toEndWith(
    "Link ja, geändert gesehen am 30. November 2026, seit 3. Dezember 2026 nicht mehr erreichbar",
  );
});

test("English reports have English words", () => {
  const gone = { goneSince: "2026-12-02T23:30:00.000Z" };
  const taken = "61% of the release taken over verbatim, longest run 48 words, quotation 2 taken over";
  expect(words(gone, { language: "en" })).toBe(
    `${taken}, with a link to the release, gone since 3 December 2026`,
  );
  expect(words(gone, { language: "en", ...before })).toBe(
    `${taken}, with a link, gone since 3 December 2026`,
  );
});
