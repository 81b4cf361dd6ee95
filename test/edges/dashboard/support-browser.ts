import { expect } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sharedChromium } from "../../features/newsroom/support/chromium.ts";
import { colourFirefox } from "../../features/newsroom/support/firefox.ts";
import { axeFile, expectAccessible, onlyColours } from "../../support/axe.ts";
import { freePort, startTestService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import type { DashboardUser } from "./support.ts";

/** Where pictures of the pages go, for somebody who wants to look at them; none are taken without. */
const picturesFolder = Bun.env.PAGE_PICTURES;

const wideWidth = 1280;
const telephoneWidth = 390;
/** A telephone, a tablet, a laptop and a wide screen. */
const pictureWidths = [telephoneWidth, 768, wideWidth, 1600];

export type Look = {
  colorScheme?: "light" | "dark";
  width?: number;
  javaScriptEnabled?: boolean;
  /** For `checkPage`: each page loads axe with it. */
  isChecked?: boolean;
};

type OpenPage = { page: Page; complaints: string[] };

export type DashboardBrowser = {
  service: TestService;
  /** With a name, because browsers make no passkeys for an IP address. Paths given to pages begin here. */
  url: string;
  /** A window of its own, in which the person is signed in; nobody is with null. Windows of one person and look share their cookies. */
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
  const [browser, service] = await Promise.all([
    openBrowser(),
    startTestService("server", { LOOPS: "on", ...settings }),
  ]);
  const contexts: BrowserContext[] = [];
  /** By person and look. The pages of one are like tabs of a browser: a browser for each takes as long as five pages. */
  const ofPeople = new Map<string, BrowserContext>();
  const closeWindows = async () => {
    ofPeople.clear();
    for (const context of contexts.splice(0)) await context.close();
  };
  return {
    service,
    url,
    closeWindows,
    open: async (person, look = {}) => {
      const key = JSON.stringify([person?.cookie, look]);
      const known = person === null ? undefined : ofPeople.get(key);
      const context = known ?? (await openContext(browser, url, look));
      if (known === undefined) contexts.push(context);
      if (person !== null && known === undefined) {
        const [name = "", value = ""] = person.cookie.split("=");
        await context.addCookies([{ name, value, url }]);
        ofPeople.set(key, context);
      }
      return await openWindow(context);
    },
    stop: async () => {
      await closeWindows();
      await service.stop();
    },
  };
}

async function openContext(browser: Browser, baseURL: string, look: Look): Promise<BrowserContext> {
  const { width = wideWidth, isChecked = false, ...options } = look;
  const context = await browser.newContext({ baseURL, viewport: { width, height: 850 }, ...options });
  if (isChecked) await context.addInitScript({ path: axeFile });
  return context;
}

async function openWindow(context: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Fails where axe finds something (by these rules alone, where some are named), or the page is wider than its window. */
export async function checkPage(page: Page, name: string, rules?: string[]): Promise<void> {
  await takePicture(page, name);
  await judge(page, name, rules);
}

async function judge(page: Page, name: string, rules?: string[]): Promise<void> {
  await expectAccessible(page, name, rules);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect({ name, overflow: Math.max(0, Number(overflow)) }).toEqual({ name, overflow: 0 });
}

/**
 * Checks a page that is open in light, then in dark with the other width: a telephone's or a wide screen's. It leaves it as it was. To
 * judge everything once more took a third of such a file's time.
 */
export async function checkBothLooks(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: wideWidth, height: 850 };
  await checkPage(page, name);
  await showIn(page, "dark");
  await page.setViewportSize({ ...size, width: size.width === wideWidth ? telephoneWidth : wideWidth });
  await judge(page, name, onlyColours);
  await showIn(page, "light");
  await page.setViewportSize(size);
}

async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const browser = page.context().browser();
  if (browser?.browserType().name() === "firefox") await colourFirefox(browser, colorScheme);
  else await page.emulateMedia({ colorScheme });
  await until(`the page is ${colorScheme}`, () =>
    page.evaluate<boolean>(`matchMedia("(prefers-color-scheme: ${colorScheme})").matches`),
  );
}

/** Takes pictures of the page in each width, light and dark, where a folder for them is named. It leaves the page as it was. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  const size = page.viewportSize() ?? { width: wideWidth, height: 850 };
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  for (const colorScheme of ["light", "dark"] as const) {
    await showIn(page, colorScheme);
    for (const width of pictureWidths) {
      await page.setViewportSize({ ...size, width });
      const path = `${picturesFolder}/${name.replaceAll("/", "-")}-${colorScheme}-${width}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  await showIn(page, isDark === true ? "dark" : "light");
  await page.setViewportSize(size);
}
