import { expect } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sharedChromium } from "../../features/newsroom/support/chromium.ts";
import { expectAccessible } from "../../support/axe.ts";
import { freePort, startTestService, type TestService } from "../../support/service.ts";
import type { DashboardUser } from "./support.ts";

/** Where pictures of the pages go, for somebody who wants to look at them; none are taken without. */
const picturesFolder = Bun.env.PAGE_PICTURES;

export type Look = {
  colorScheme?: "light" | "dark";
  width?: number;
  javaScriptEnabled?: boolean;
  /** For `checkPage`, which brings a script of its own. */
  bypassCSP?: boolean;
};

type OpenPage = { page: Page; complaints: string[] };

export type DashboardBrowser = {
  service: TestService;
  /** With a name, because browsers make no passkeys for an IP address. Paths given to pages begin here. */
  url: string;
  /** A window of its own, in which the person is signed in; nobody is with null. */
  open: (person: Pick<DashboardUser, "cookie"> | null, look?: Look) => Promise<OpenPage>;
  closeWindows: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The service and a browser that talks to it. */
export async function startDashboardBrowser(
  environment: Record<string, string> = {},
  openBrowser: () => Promise<Browser> = sharedChromium,
): Promise<DashboardBrowser> {
  const url = `http://localhost:${await freePort()}`;
  const settings = { PORT: new URL(url).port, PUBLIC_URL: url, ...environment };
  const [browser, service] = await Promise.all([openBrowser(), startTestService("server", settings)]);
  const contexts: BrowserContext[] = [];
  const closeWindows = async () => {
    for (const context of contexts.splice(0)) await context.close();
  };
  return {
    service,
    url,
    closeWindows,
    open: async (person, look) => {
      const opened = await openWindow(browser, url, look);
      const context = opened.page.context();
      contexts.push(context);
      const [name = "", value = ""] = person?.cookie.split("=") ?? [];
      if (person !== null) await context.addCookies([{ name, value, url }]);
      return opened;
    },
    stop: async () => {
      await closeWindows();
      await service.stop();
    },
  };
}

async function openWindow(browser: Browser, baseURL: string, look: Look = {}): Promise<OpenPage> {
  const { width = 1280, ...options } = look;
  const context = await browser.newContext({ baseURL, viewport: { width, height: 850 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Fails where axe finds something, or the page is wider than its window. */
export async function checkPage(page: Page, name: string): Promise<void> {
  await takePicture(page, name);
  await expectAccessible(page, name);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect({ name, overflow: Math.max(0, Number(overflow)) }).toEqual({ name, overflow: 0 });
}

/** Takes a picture of the page to look at, where a folder for them is named. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const look = `${isDark === true ? "dark" : "light"}-${page.viewportSize()?.width}`;
  const path = `${picturesFolder}/${name.replaceAll("/", "-")}-${look}.png`;
  await page.screenshot({ path, fullPage: true });
}
