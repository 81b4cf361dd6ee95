import { afterAll, beforeAll } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { closeWindows, sharedChromium } from "./chromium.ts";

/** Windows of the shared Chromium, which load nothing but loopback and are closed after the file's tests. */
export function sampleWindows() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => closeWindows(browser));

  async function openContext({ width = 1280 }: Look): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    // Pictures of the sample stay unloaded.
    await context.route(/^https:/, (route) => route.abort());
    return context;
  }

  async function withPage(look: Look, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await openContext(look);
    try {
      await use(await context.newPage());
    } finally {
      await context.close();
    }
  }

  return { openContext, withPage };
}

type Look = { width?: number };
