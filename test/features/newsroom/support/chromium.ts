import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../../setup/this-machine.ts";

/**
 * What is off for tests: what Playwright turns off by itself, said again because the last switch of a name is the one that
 * counts, and the two pages that Chromium loads into each window for the list below its address bar, which nobody sees. They
 * take a third of its time.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/**
 * A page of a test is looked at once: to compile its scripts for a long life takes a tenth of what axe takes. What is compiled is kept, as
 * the next page begins with the same axe.
 */
const forShortLives = "--js-flags=--max-lazy --no-opt --no-sparkplug --no-maglev --no-flush-bytecode";

const lookTimeoutMs = 60_000;

let shared: Promise<Browser> | undefined;

/** The one Chromium of this process, which later files use as well: close the windows, not the browser. */
export async function sharedChromium(): Promise<Browser> {
  if (shared === undefined || !(await shared).isConnected())
    shared = launchChromium({ args: [forShortLives] });
  return await shared;
}

/** Closes all windows of the shared browser. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/**
 * A Chromium without a single request of its own. `env` may put other programs first in PATH; `args` are added. `isShell: false`
 * for who opens other programs, or is to be taken for a reader: the shell says in its headers what it is.
 */
export async function launchChromium(
  options: { env?: Record<string, string>; args?: string[]; isShell?: boolean } = {},
): Promise<Browser> {
  const { env = {}, args = [], isShell = true } = options;
  const browser = await chromium.launch({
    executablePath: findChromium({ isShell }),
    env: { PATH: "/usr/bin:/bin", HOME: "/tmp", ...env },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A window's first page moves into a new process otherwise, which takes as long as three more pages.
      "--renderer-process-limit=1",
      `--disable-features=${disabledFeatures.join(",")}`,
      ...args,
    ],
  });
  return waitLonger(browser);
}

/** Playwright gives up after 30 s, which a password and a page have taken on a busy machine. A test that passes waits no longer. */
function waitLonger(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  const newPage = browser.newPage.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(lookTimeoutMs);
    return context;
  };
  browser.newPage = async (options) => {
    const page = await newPage(options);
    page.setDefaultTimeout(lookTimeoutMs);
    return page;
  };
  return browser;
}
