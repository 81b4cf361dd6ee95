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
const words = (changes: Partial<MentionEvidence> = {}, language: "de" | "en" = "de") =>
  evidenceWords({ ...evidence, ...changes }, "Europe/Berlin", language).replaceAll("\u00a0", " ");

test("What was taken over is said in one sentence", () => {
  expect(words()).toBe(
    "61 % der Meldung wörtlich übernommen, längste Stelle 48 Wörter, Zitat 2 übernommen, Link ja",
  );
});

test("Parts, several quotations, the kind of link and small shares are told apart", () => {
  const quotations: MentionEvidence["quotations"] = [
    { number: 1, taken: "whole" },
    { number: 2, taken: "part" },
    { number: 3, taken: "whole" },
  ];
  expect(words({ quotations, takenShare: 0.004, link: { target: "newsroom", rel: "nofollow" } })).toBe(
    'unter 1 % der Meldung wörtlich übernommen, längste Stelle 48 Wörter, Zitate 1 und 3 übernommen, Zitat 2 zum Teil übernommen, Link zum Newsroom (rel="nofollow")',
  );
});

test("An article with nothing of the release says so, and whether it names the client", () => {
  const nothing = { takenShare: 0, longestRunWords: 0, quotations: [], link: null };
  expect(words({ ...nothing, matchType: "mention" })).toBe(
    "nichts wörtlich übernommen, Link nein, der Kunde ist genannt",
  );
  expect(words({ ...nothing, matchType: "none" })).toBe(
    "nichts wörtlich übernommen, Link nein, der Kunde ist nicht genannt",
  );
});

test("What later looks saw is said with its day in the agency's time zone", () => {
  expect(words({ changedAt: "2026-11-30T10:00:00.000Z", goneSince: "2026-12-02T23:30:00.000Z" })).toEndWith(
    "Link ja, geändert gesehen am 30. November 2026, seit 3. Dezember 2026 nicht mehr erreichbar",
  );
});

test("English reports have English words", () => {
  expect(words({ goneSince: "2026-12-02T23:30:00.000Z" }, "en")).toBe(
    "61% of the release taken over verbatim, longest run 48 words, quotation 2 taken over, with a link, gone since 3 December 2026",
  );
});
