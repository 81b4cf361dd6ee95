import { type Browser, firefox } from "playwright-core";
import { findFirefox } from "../../../setup/this-machine.ts";
import { atEndOfFile } from "../../../support/server-process.ts";

/** What Playwright holds of a Firefox that it drives by WebDriver BiDi. */
type Inner = {
  _connection: {
    toImpl: (browser: Browser) => {
      _browserSession: { send: (method: string, parameters: unknown) => Promise<unknown> };
    };
  };
};

let shared: Promise<Browser> | undefined;

/**
 * The one Firefox of a file, which takes a tenth of a core even where it has nothing to show. Its windows keep the colours of the machine:
 * this release knows no command for others.
 */
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

async function launchFirefox(): Promise<Browser> {
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath: findFirefox() });
  const session = (browser as unknown as Inner)._connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  // Playwright sends it for each window; Firefox ESR 153 refuses it.
  session.send = (method, parameters) =>
    method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send(method, parameters);
  return browser;
}
