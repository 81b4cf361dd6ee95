import { expect, test } from "bun:test";
import { compareTexts, type TextPart } from "../../service/press-text/compare-texts.ts";
import { processorMsOf } from "../support/processor-time.ts";

const without = (parts: readonly TextPart[], kind: TextPart["kind"]) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join("");

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
])("comparing two texts of 100 KB takes a bounded time: %s", async (_name, textOf) => {
  const [before, after] = [textOf(3), textOf(7)];
  let parts: ReturnType<typeof compareTexts> = [];
  const spentMs = await processorMsOf(() => {
    parts = compareTexts(before, after);
  });
  expect(spentMs).toBeLessThan(1_000);
  expect(without(parts, "added")).toBe(before);
  expect(without(parts, "removed")).toBe(after);
});
