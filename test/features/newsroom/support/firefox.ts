import { type Browser, firefox } from "playwright-core";
import { findFirefox } from "../../../setup/this-machine.ts";
import { atEndOfFile } from "../../../support/server-process.ts";

type Send = (method: string, parameters: unknown) => Promise<unknown>;
/** What Playwright holds of a Firefox that it drives by WebDriver BiDi. */
type Inner = {
  _connection: { toImpl: (browser: Browser) => { _browserSession: { send: Send } } };
};

let shared: Promise<Browser> | undefined;

/** The one Firefox of a file, which takes a tenth of a core even where it has nothing to show. */
export async function sharedFirefox(): Promise<Browser> {
  if (shared !== undefined) return await shared;
  shared = launchFirefox();
  const browser = await shared;
  atEndOfFile(async () => {
    shared = undefined;
    await browser.close();
  });
  return browser;
}

/** Shows the pages of all its windows light or dark, by its own setting: this release knows no command for it. */
export async function colourFirefox(browser: Browser, colorScheme: "light" | "dark"): Promise<void> {
  const session = sessionOf(browser);
  const { contexts } = (await session.send("browsingContext.getTree", { "moz:scope": "chrome" })) as {
    contexts: { context: string }[];
  };
  const name = "layout.css.prefers-color-scheme.content-override";
  await session.send("script.evaluate", {
    expression: `Services.prefs.setIntPref("${name}", ${colorScheme === "dark" ? 0 : 1})`,
    target: { context: contexts[0]?.context },
    awaitPromise: false,
  });
}

async function launchFirefox(): Promise<Browser> {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: findFirefox(),
    // Its settings may be changed while it runs.
    args: ["--remote-allow-system-access"],
  });
  const session = sessionOf(browser);
  const send = session.send.bind(session);
  // Playwright sends it for each window; Firefox ESR 153 refuses it.
  session.send = (method, parameters) =>
    method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send(method, parameters);
  return browser;
}

function sessionOf(browser: Browser): { send: Send } {
  return (browser as unknown as Inner)._connection.toImpl(browser)._browserSession;
}
