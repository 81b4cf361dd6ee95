import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareTexts, type TextPart } from "../../service/press-text/compare-texts.ts";
import { processorMsOf } from "../support/processor-time.ts";

const without = (parts: readonly TextPart[], kind: TextPart["kind"]) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join("");

describe("the comparison of two texts", () => {
  test("marks the words that changed and nothing else", () => {
    expect(
      compareTexts("Das Werk ist billig.\nEs steht in Köln.", "Das Werk ist günstig.\nEs steht in Köln."),
    ).toEqual([
      { kind: "same", text: "Das Werk ist " },
      { kind: "removed", text: "billig" },
      { kind: "added", text: "günstig" },
      { kind: "same", text: ".\nEs steht in Köln." },
    ]);
    expect(compareTexts("", "Neu")).toEqual([{ kind: "added", text: "Neu" }]);
    expect(compareTexts("Alt", "")).toEqual([{ kind: "removed", text: "Alt" }]);
    expect(compareTexts("", "")).toEqual([]);
  });

  test("loses no character of either text", () => {
    const words = fc.array(fc.constantFrom("Ä", "b", " ", "\n", ",", "дом", "🙂"), { maxLength: 60 });
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = compareTexts(before.join(""), after.join(""));
        expect(without(parts, "added")).toBe(before.join(""));
        expect(without(parts, "removed")).toBe(after.join(""));
      }),
    );
  });

  test.each([
    [
      "one line of words",
      (seed: number) => Array.from({ length: 16_000 }, (_, at) => `w${(at * seed) % 9_973}`).join(" "),
    ],
    [
      "single letters in lines",
      (seed: number) => Array.from({ length: 50_000 }, (_, at) => "abcdefgh"[(at * seed) % 8]).join("\n"),
    ],
    [
      "long lines",
      (seed: number) => Array.from({ length: 500 }, (_, at) => `${`${at * seed} `.repeat(30)}`).join("\n"),
    ],
    [
      "lines that each changed a little",
      (seed: number) =>
        Array.from(
          { length: 1_000 },
          (_, at) => `gleich ${at}\nanders ${at * seed} und viele Worte, die bleiben`,
        ).join("\n"),
    ],
  ])("takes a bounded time for 100 KB: %s", async (_name, textOf) => {
    const [before, after] = [textOf(3), textOf(7)];
    let parts: ReturnType<typeof compareTexts> = [];
    const spentMs = await processorMsOf(() => {
      parts = compareTexts(before, after);
    });
    expect(spentMs).toBeLessThan(1_000);
    expect(without(parts, "added")).toBe(before);
    expect(without(parts, "removed")).toBe(after);
  });
});
