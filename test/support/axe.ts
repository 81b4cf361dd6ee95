/** axe, which finds what keeps people with a disability from using a page. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** A page on which fewer rules hold was not there yet. */
const rulesMin = 11;

/** What of all that axe judges differs in the dark. */
export const onlyColours = ["color-contrast"];

/** Its program, for windows that begin each page with it: to hand it to a page that is there takes half of the time of all rules. */
export const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Fails where axe finds something on the page (by these rules alone, where some are named), or finds too little to judge. A page that has no
 * axe yet gets it from outside, which needs no gap in its policy. Only violations are described: to describe each element that is good takes
 * as long again, and so does reading all style sheets, which one rule alone needs: that no page is bound to one orientation, which none of
 * ours is. Frames are not asked: without axe in them they never answer, and the page they hold has a path of its own.
 */
export async function expectAccessible(page: Page, name = page.url(), rules?: string[]): Promise<void> {
  // A click ends when the next page begins: axe met one without an element yet.
  await page.waitForLoadState();
  const isThere = (await page.evaluate("typeof axe")) === "object";
  const found = await page.evaluate(`${isThere ? "" : readFileSync(axeFile, "utf8")};
    axe.run(${JSON.stringify({ resultTypes: ["violations"], preload: false, iframes: false, runOnly: rules })}).then(({ violations, passes }) => ({
      violations: violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")),
      isJudged: passes.length >= ${rules?.length ?? rulesMin},
    }))`);
  expect({ name, found }).toEqual({ name, found: { violations: [], isJudged: true } });
}
