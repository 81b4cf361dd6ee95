/** The browsers in which the dashboard's stories are told. */
import { sharedChromium } from "../features/newsroom/support/chromium.ts";
import { sharedFirefox } from "../features/newsroom/support/firefox.ts";
import { storyBrowserOfTheRun } from "./environment.ts";

/** Chromium in `test:walks`, and Debian's Firefox in `test:field`: told in both, the stories took three minutes more. */
export const storyBrowsers =
  storyBrowserOfTheRun() === "firefox"
    ? [{ name: "Firefox", openBrowser: sharedFirefox }]
    : [{ name: "Chromium", openBrowser: sharedChromium }];
