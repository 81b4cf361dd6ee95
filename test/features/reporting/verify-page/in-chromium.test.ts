import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { expectAccessible } from "../../../support/axe.ts";
import { testSeal } from "../../../support/seal.ts";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestService,
} from "../../../support/service.ts";
import { closeWindows, sharedChromium } from "../../newsroom/support/chromium.ts";

let browser: Browser;
let service: TestService;
let text: string;

beforeAll(async () => {
  [browser, service] = await Promise.all([sharedChromium(), startTestService("server")]);
  const { agencyId } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator" } as const;
  text = JSON.stringify(
    await createPublicationReport(service.sql, agencyId, { ...request, seal: await testSeal() }),
  );
});
afterAll(async () => {
  await closeWindows(browser);
  await service.stop();
});

test.each([390, 1280])(
  "/pruefen checks in the browser at %i px: nothing is uploaded, and axe finds nothing",
  async (width) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const uploads: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => {
        if (request.method() !== "GET") uploads.push(request.url());
      });
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(`${service.url}/pruefen`);
      for (const [given, verdict] of [
        [text, "✓ gültig"],
        [text.replace('"views":0', '"views":9'), "✕ nicht gültig"],
      ] as const) {
        await page.fill("#text", given);
        await page.click("#bericht button");
        await page.locator("#ergebnis h2", { hasText: new RegExp(`^${verdict}$`) }).waitFor();
      }
      expect(uploads).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
      await page.close();

      const judged = await browser.newPage({
        viewport: { width, height: 900 },
        colorScheme,
      });
      await judged.goto(`${service.url}/pruefen`);
      await judged.fill("#nummer", "x");
      await judged.fill("#pruefsumme", "y");
      await judged.click("form:not(#bericht) button");
      await judged.locator("#ergebnis h2", { hasText: "nicht gültig" }).waitFor();
      await expectAccessible(judged);
      await judged.close();
    }
  },
);

test("what was given last is checked: text after a file, a file after text, and a file that is dropped on the text", async () => {
  const page = await browser.newPage();
  await page.goto(`${service.url}/pruefen`);
  const forged = text.replace('"views":0', '"views":9');
  const check = async (verdict: RegExp) => {
    await page.click("#bericht button");
    await page.locator("#ergebnis h2", { hasText: verdict }).waitFor();
  };
  const choose = () =>
    page.setInputFiles("#datei", {
      ...{ name: "bericht.json", mimeType: "application/json" },
      buffer: Buffer.from(text),
    });
  await choose();
  await check(/^✓ gültig$/);
  await page.fill("#text", forged);
  await check(/^✕ nicht gültig$/);
  await choose();
  expect(await page.inputValue("#text")).toBe("");
  await check(/^✓ gültig$/);
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([dropped], "gedreht.json"));
    const options = { bubbles: true, cancelable: true, dataTransfer };
    document.querySelector("#text")?.dispatchEvent(new DragEvent("drop", options));
  }, forged);
  await check(/^✕ nicht gültig$/);
  await page.close();
});

test("where the keys can't be read the service is asked, and a genuine report stays one", async () => {
  const page = await browser.newPage();
  await page.route("**/.well-known/pr-service-keys.json", (route) =>
    route.fulfill({ status: 500, json: { error: "internal_error" } }),
  );
  await page.goto(`${service.url}/pruefen`);
  await page.fill("#text", text);
  const asked = page.waitForRequest((request) => request.method() === "POST");
  await page.click("#bericht button");
  await asked;
  await page.locator("h2", { hasText: /^✓ gültig$/ }).waitFor();
  await page.close();
});
