import { expect, test } from "bun:test";
import { firstCharacters } from "../../../service/floor/strings/first-characters.ts";

test("a text is cut by characters, and never within an emoji", () => {
  expect(firstCharacters("", 3)).toBe("");
  expect(firstCharacters("Werk", 4)).toBe("Werk");
  expect(firstCharacters("Werke", 4)).toBe("Werk");
  expect(firstCharacters("Neu 🎉🎉", 5)).toBe("Neu 🎉");
  for (const begin of ["", "a"])
    for (const count of [0, 1, 2, 3, 4]) {
      const cut = firstCharacters(begin + "🎉".repeat(9), count);
      expect([[...cut].length, cut.isWellFormed()]).toEqual([count, true]);
    }
});
