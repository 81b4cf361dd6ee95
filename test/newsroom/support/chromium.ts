import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../setup/this-machine.ts";

/** A Chromium without a single request of its own. `env` may put other programs first in PATH; `args` are added. */
export function launchChromium(env: Record<string, string> = {}, args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    env: { PATH: "/usr/bin:/bin", HOME: "/tmp", ...env },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}
