import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import type { Browser, Page } from "playwright-core";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestService,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { launchChromium } from "./support/chromium.ts";

/**
 * For the whole browser: one that is set for a context does not hold for beacons that are sent while the page goes, and "HeadlessChrome" is
 * a bot, which the shell is in its client hints whatever its name. The version is the installed one's, because its client hints name that
 * too.
 */
const version = /\d+/.exec(execFileSync("/usr/bin/chromium", ["--version"], { encoding: "utf8" }))?.[0] ?? "";
const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startTestService("server"),
    launchChromium({ args: [`--user-agent=${userAgent}`], isShell: false }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

test("a reader's time, depth and click on a page of level L2 appear in the article report", async () => {
  const agency = await createTestAgency(service.sql);
  const bodyMarkdown = `Mehr im [Werk](${service.url}/health).\n\n${"Ein langer Absatz über das neue Werk. ".repeat(400)}`;
  const release = await createTestRelease(service.sql, agency.agencyId, { bodyMarkdown });
  await service.sql`update newsroom set level = 'L2' where agency_id = ${agency.agencyId}`;
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await page.goto(service.url + release.path);
  await page.mouse.move(20, 20);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.mouse.move(40, 40);
  await page.waitForTimeout(1_200);
  await page.getByRole("link", { name: "Werk", exact: true }).click();
  await page.waitForURL("**/health");
  await context.close();

  await context.close();

  const performanceOf = await until("it is counted", async () => {
    const figures = await read();
    return figures.engagement.coverage !== 0 && figures;
  });
  expect(performanceOf.level).toBe("L2");
  expect(performanceOf.views).toBe(1);
  expect(performanceOf.engagement.coverage).toBe(1);
  expect(performanceOf.engagement.averageEngagedSeconds).toBeGreaterThan(0);
  expect(performanceOf.engagement.scroll.p100).toBe(1);
  expect(
    performanceOf.interactions.find(({ kind }: { kind: string }) => kind === "outbound_link")?.count,
  ).toBe(1);
  expect(faults).toEqual([]);

  async function read() {
    const answer = await fetch(`${service.url}/api/reporting/v1/articles/${release.pressReleaseId}`, {
      headers: { "x-api-key": agency.key },
    });
    return (await answer.json()).performance;
  }
});

test("the description of the API is shown with nothing loaded from elsewhere, and nothing refused by its own policy", async () => {
  const page = await browser.newPage();
  const faults = watchFaults(page);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith("data:"))
      foreign.push(request.url());
  });
  await page.goto(`${service.url}/docs`);
  await page.getByText("/api/reporting/v1/articles/{pressReleaseId}").first().waitFor();
  await page.getByText("/api/reporting/v1/articles/{pressReleaseId}").first().click();
  await page.getByText("pressReleaseId").nth(1).waitFor();
  expect(foreign).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

/** What the browser complains of, but for the icon that it looks for by itself. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico"))
      faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}
