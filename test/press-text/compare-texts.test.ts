import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareTexts, type TextPart } from "../../service/press-text/compare-texts.ts";

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
});
