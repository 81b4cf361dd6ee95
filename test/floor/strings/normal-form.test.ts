import { expect, test } from "bun:test";
import { toNormalForm } from "../../../service/floor/strings/normal-form.ts";

const forms = ["NFC", "NFKC", "NFKD"] as const;
const above = "\u0315";
const below = "\u0316";

test("what people write becomes what the runtime makes of it", () => {
  const texts = [
    "",
    "Mu\u0308ller ﬁnÅ½ ﷺ ｶﾞ",
    "\u1112\u1161\u11ab \u{16d67}\u{16d67}",
    "tê\u0323 \u0915\u094d\u0937\u093f \u05e9\u05bc\u05c1\u05b8 \ud800",
    // The longest run that is none of an attack, and a joiner that somebody wrote.
    `a${above.repeat(15)}${below.repeat(15)}b`,
    "a\u034f\u0301",
  ];
  for (const form of forms)
    for (const text of texts) expect(toNormalForm(text, form)).toBe(text.normalize(form));
});

test("a longer run is parted after each 30 marks, and nothing of it is lost", () => {
  expect(toNormalForm(`e${"\u0301".repeat(31)}`, "NFC")).toBe(`é${"\u0301".repeat(29)}\u034f\u0301`);
  const text = `a${above.repeat(50)}${below.repeat(50)}`;
  const letters = (each: string) => [...each.replaceAll("\u034f", "")].sort().join("");
  for (const form of forms) expect(letters(toNormalForm(text, form))).toBe(letters(text));
});

test("a text in its normal form stays as it is", () => {
  const runs = [above + below, "\u0344", "\u0f81\u0f73", "\uff9e\uff9f", "\u{16d67}", "\u{1d165}\u{1e8d0}"];
  for (const form of forms) {
    for (const run of [...runs, "\u1e69", "ǖ\u0301"]) {
      const once = toNormalForm(`a${run.repeat(200)}`, form);
      expect(toNormalForm(once, form)).toBe(once);
      expect(once.normalize(form)).toBe(once);
    }
  }
});
