import { expect, test } from "bun:test";
import { inlineMarkdown } from "../../service/press-text/docx/inline-markdown.ts";
import { raisedDigits } from "../../service/press-text/raised-digits.ts";

test("digits above or below the line keep their number from becoming another one", () => {
  expect(["6", "−2", "2 ", "1)", "er", "[1]", ""].map((text) => raisedDigits(text, "sup"))).toEqual([
    "⁶",
    "⁻²",
    "² ",
    "¹)",
    "er",
    "[1]",
    "",
  ]);
  expect(raisedDigits("2", "sub")).toBe("₂");
});

test("a Word document keeps them", () => {
  const sup = { tag: "sup", attributes: {}, children: ["6"] };
  expect(inlineMarkdown(["10", sup, " Euro"])).toBe("10⁶ Euro");
});
