import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../newsroom/support/chromium.ts";
import { freePort, startTestService, type TestService } from "../support/service.ts";
import type { DashboardUser } from "./support.ts";

const axeFile = createRequire(import.meta.url).resolve("axe-core");

type Look = {
  colorScheme?: "light" | "dark";
  width?: number;
  javaScriptEnabled?: boolean;
  bypassCSP?: boolean;
};

type OpenPage = { page: Page; complaints: string[] };

export type DashboardBrowser = {
  service: TestService;
  url: string;
  /** A window of its own in which the person is signed in. */
  open: (person: Pick<DashboardUser, "cookie">, look?: Look) => Promise<OpenPage>;
  closeWindows: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The service and a Chromium that talks to it. */
export async function startDashboardBrowser(): Promise<DashboardBrowser> {
  const url = `http://localhost:${await freePort()}`;
  const environment = { PORT: new URL(url).port, PUBLIC_URL: url };
  const [browser, service] = await Promise.all([launchChromium(), startTestService("server", environment)]);
  const contexts: BrowserContext[] = [];
  const closeWindows = async () => {
    for (const context of contexts.splice(0)) await context.close();
  };
  return {
    service,
    url,
    closeWindows,
    open: async (person, look) => {
      const opened = await openWindow(browser, look);
      contexts.push(opened.page.context());
      const [name = "", value = ""] = person.cookie.split("=");
      await opened.page.context().addCookies([{ name, value, url }]);
      return opened;
    },
    stop: async () => {
      await closeWindows();
      await browser.close();
      await service.stop();
    },
  };
}

async function openWindow(browser: Browser, look: Look = {}): Promise<OpenPage> {
  const { width = 1280, ...options } = look;
  const context = await browser.newContext({ viewport: { width, height: 850 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** What axe finds, and by how many pixels the page is wider than its window. */
export async function flawsOf(page: Page): Promise<{ found: unknown; overflow: number }> {
  await page.addScriptTag({ content: await readFile(axeFile, "utf8") });
  const found = await page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))`);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  return { found, overflow: Math.max(0, Number(overflow)) };
}
