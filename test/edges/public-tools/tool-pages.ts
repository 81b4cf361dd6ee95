import { afterAll, afterEach, beforeAll } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { closeWindows, sharedChromium } from "../../features/newsroom/support/chromium.ts";
import type { TestService } from "../../support/service.ts";
import { newClient } from "./tool-calls.ts";

type Look = {
  colorScheme?: "light" | "dark";
  width?: number;
  from?: string;
  at?: Pick<TestService, "url">;
};

/** Opens the page of the tools in windows of the shared Chromium, which are closed after each test. */
export function toolPages(service: Pick<TestService, "url">) {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(() => closeWindows(browser));

  /** The page as a visitor of its own sees it; anything that goes elsewhere than the service fails the test. */
  return async (look: Look = {}): Promise<{ page: Page; complaints: string[] }> => {
    const { url } = look.at ?? service;
    const context = await browser.newContext({
      colorScheme: look.colorScheme ?? "light",
      viewport: { width: look.width ?? 390, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
      extraHTTPHeaders: { "x-forwarded-for": look.from ?? newClient() },
    });
    contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith(url)) complaints.push(`asked ${request.url()}`);
    });
    await page.goto(`${url}/tools`);
    return { page, complaints };
  };
}

export async function useTool(page: Page, id: string, text?: string): Promise<void> {
  if (text === undefined) await page.locator(`#${id} .example`).click();
  else await page.locator(`#${id} textarea`).fill(text);
  await page.locator(`#${id} [type=submit]`).click();
}
