import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, firefox } from "playwright-core";

/** Stories run in Firefox too, where Debian's is installed: Playwright's own is another build of it. */
export const hasFirefox = existsSync("/usr/bin/firefox-esr");

/** Debian's Firefox, driven by the standard that both browsers share (WebDriver BiDi). */
export async function launchFirefox({ isDark = false } = {}): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), "firefox-"));
  return await firefox.launch({
    channel: "moz-firefox",
    executablePath: join(import.meta.dir, "firefox-proxy.ts"),
    // The proxy is a program for Bun, and Firefox wants a home of its own.
    env: { HOME: home, PATH: `${join(import.meta.dir, "../../node_modules/.bin")}:/usr/bin:/bin` },
    firefoxUserPrefs: {
      "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
      "intl.accept_languages": "de",
    },
  });
}
