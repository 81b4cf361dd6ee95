import type { Locator, Page } from "playwright-core";

/** Stops on the way to anything of a page. */
const stopsMax = 120;

/** By the Tab key, as somebody without a mouse gets there. The element is looked for once: for each stop it took half of such a story. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const element = await target.elementHandle();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await element?.evaluate((each) => each === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The keyboard does not get there.");
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
