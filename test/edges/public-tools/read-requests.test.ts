import { describe, expect, test } from "bun:test";
import {
  crisisStatementFailures,
  readCrisisStatementRequest,
} from "../../../service/edges/public-tools/crisis-pr/schema.ts";
import {
  headlinesFailures,
  readHeadlinesRequest,
} from "../../../service/edges/public-tools/headline-generator/schema.ts";
import { toolMessages } from "../../../service/edges/public-tools/messages.ts";
import { readSeoCheckRequest } from "../../../service/edges/public-tools/seo-checker/schema.ts";
import { cleanInput, codePoints } from "../../../service/features/writer/clean-input.ts";

const routes = [
  {
    name: "problem",
    read: (text: unknown) => readCrisisStatementRequest({ problem: text }),
    min: 10,
    max: 20_000,
  },
  { name: "topic", read: (text: unknown) => readHeadlinesRequest({ topic: text }), min: 1, max: 500 },
  { name: "text", read: (text: unknown) => readSeoCheckRequest({ text }), min: 50, max: null },
];

for (const { name, read, min, max } of routes) {
  describe(`the field ${name}`, () => {
    for (const unit of ["ä", "😀"]) {
      test(`is measured in code points after trimming, at the edge and one past it (${unit})`, () => {
        expect(read(`  ${unit.repeat(min)}\n\t`)).toEqual({ ok: true, value: unit.repeat(min) });
        expect(read(`   ${unit.repeat(min - 1)}   `).ok).toBe(false);
        if (max === null) return;
        expect(read(` ${unit.repeat(max)} `)).toEqual({ ok: true, value: unit.repeat(max) });
        expect(read(unit.repeat(max + 1)).ok).toBe(false);
        const room = " ".repeat(max * 8 - unit.length * max);
        expect(read(room + unit.repeat(max)).ok).toBe(true);
        expect(read(` ${room}${unit.repeat(max)}`).ok).toBe(false);
      });
    }

    test("is refused with a German sentence when it is empty, invisible or no string", () => {
      for (const bad of [
        undefined,
        null,
        5,
        {},
        ["text"],
        "",
        " \n\t ",
        "\u0000\u0007\u001b",
        "\u202e\u200b\ufeff\u2066",
      ]) {
        const result = read(bad);
        expect(result.ok).toBe(false);
        expect(result.ok ? "" : result.message).toMatch(/^(?:Bitte|Der Text).*\.$/);
      }
    });
  });
}

test("a body that is no object, and a field of the prototype, are refused", () => {
  for (const body of [null, undefined, "x", 3, [], [{ topic: "x" }], Object.create({ topic: "geerbt" })]) {
    expect(readHeadlinesRequest(body)).toEqual({ ok: false, message: toolMessages.topicMissing });
  }
});

test("cleaning composes letters, keeps lines, emoji families and Arabic, and drops what cannot be seen", () => {
  expect(cleanInput("  Mu\u0308ller\r\nAG\u2028\u0000\u0085Ende\u202e ")).toBe("Müller\nAG\n\nEnde");
  expect(cleanInput("👩‍👩‍👧 \u0627\u0644 \u200fab\u00adc\ud800")).toBe("👩‍👩‍👧 \u0627\u0644 abc");
  expect(codePoints("a😀ä")).toBe(3);
});

test("every message is a German sentence in the polite form", () => {
  for (const message of Object.values(toolMessages)) {
    expect(message).toMatch(/^[A-ZÄÖÜ].+\.$/);
    expect(message).not.toMatch(/\b(?:du|dein|dir)\b/i);
  }
});

test("an unusable answer is 502 for the statement and 503 for headlines; no answer is 503 for both", () => {
  expect([crisisStatementFailures.unusable.status, crisisStatementFailures.unavailable.status]).toEqual([
    502, 503,
  ]);
  expect([headlinesFailures.unusable.status, headlinesFailures.unavailable.status]).toEqual([503, 503]);
});
