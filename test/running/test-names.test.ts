import { expect, test } from "bun:test";
import { missingIn, namesOf } from "./test-names.ts";

test("names are read with what they stand in, rows are counted, and other calls are none", () => {
  const text = `
    test("alone", () => {});
    describe.each(["a", "b"])("on %s", (kind) => {
      test.each([[1], [2], [3]])("counts %p", () => expect(1).toBe(1));
      test.each(rows)(\`of \${kind}\`, () => {});
    });
    function given() { describe("in a helper", () => { test("too", () => {}); }); }
    /pattern/.test("alone");
    retest("none", () => {});
  `;
  expect(namesOf(text)).toEqual([
    "alone",
    "on %s × 2 > counts %p × 3",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a title as it stands in the text.
    "on %s × 2 > `of ${kind}`",
    "in a helper > too",
  ]);
});

test("a name that went once of two is missing once", () => {
  expect(missingIn(["a", "b"], ["b", "a", "a", "c"])).toEqual(["a", "c"]);
  expect(missingIn(["a", "a"], ["a"])).toEqual([]);
});
