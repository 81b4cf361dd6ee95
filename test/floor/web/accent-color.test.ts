import { describe, expect, test } from "bun:test";
import {
  accentColors,
  accentStyle,
  contrastMin,
  contrastOf,
  darkBackgrounds,
  isHexColor,
  lightBackgrounds,
} from "../../../service/floor/web/accent-color.ts";
import { contentSecurityPolicy, sourceHash } from "../../../service/floor/web/content-security-policy.ts";
import { styles } from "../../../service/floor/web/styles.ts";

describe("an accent colour", () => {
  test("can be read on every background of the style sheet, whatever was chosen", () => {
    const hex = (number: number) => number.toString(16).padStart(2, "0");
    const steps = [0, 51, 102, 153, 204, 255];
    for (const red of steps) {
      for (const green of steps) {
        for (const blue of steps) {
          const { light, dark } = accentColors(`#${hex(red)}${hex(green)}${hex(blue)}`);
          for (const paper of lightBackgrounds)
            expect(contrastOf(light, paper)).toBeGreaterThanOrEqual(contrastMin);
          for (const paper of darkBackgrounds)
            expect(contrastOf(dark, paper)).toBeGreaterThanOrEqual(contrastMin);
        }
      }
    }
  });

  test("stays as it is where it can be read, and is moved no further than needed", () => {
    expect(accentColors("#0a5a6a").light).toBe("#0a5a6a");
    expect(accentColors("#84cfdf").dark).toBe("#84cfdf");
    const { light } = accentColors("#ffcc00");
    const weakest = Math.min(...lightBackgrounds.map((paper) => contrastOf(light, paper)));
    expect(weakest).toBeLessThan(contrastMin + 0.2);
  });

  test("is judged against the backgrounds that the style sheet has", () => {
    for (const [paper, card] of [lightBackgrounds, darkBackgrounds])
      expect(styles).toContain(`--paper:${paper};--card:${card};`);
  });

  test("has the contrast that WCAG works out", () => {
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  test("reaches a page by a style whose hash the policy names, and print stays black", () => {
    const style = accentStyle("#ffcc00");
    expect(contentSecurityPolicy(null, style)).toContain(`'${sourceHash(styles)}' '${sourceHash(style)}'`);
    expect(contentSecurityPolicy()).not.toContain(sourceHash(style));
    expect(style).toStartWith("@media screen{");
  });

  test.each(["", "#fff", "0a5a6a", "#0A5A6A", "#0a5a6a ", "red", "#0a5a6g", "#0a5a6a;}"])(
    "is none as %p",
    (text) => expect(isHexColor(text)).toBe(false),
  );
});
