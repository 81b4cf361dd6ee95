import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible, onlyColours } from "../../support/axe.ts";
import { given } from "../../support/cast.ts";
import { startProxiedService } from "./tool-calls.ts";
import { toolPages, useTool } from "./tool-pages.ts";

const ids = ["krisenstatement", "ueberschriften", "seo-check"];

const service = given(() => startProxiedService("server"));
const openPage = toolPages(service);
afterAll(() => service.stop());

describe("the page of the tools", () => {
  test("is accessible, empty and with all results, light and dark", async () => {
    const { page } = await openPage({ width: 390 });
    await expectAccessible(page);
    for (const id of ids) {
      await useTool(page, id);
      await page.locator(`#${id} .result h3`).waitFor();
    }
    await useTool(page, "krisenstatement", "kurz");
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, "in the dark", onlyColours);
  });

  test("works within its own policy, asks nobody else, and fits a small phone", async () => {
    const { page, complaints } = await openPage({ width: 320 });
    for (const id of ids) {
      await useTool(page, id);
      await page.locator(`#${id} .result h3`).waitFor();
    }
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(complaints).toEqual([]);
    const { headers } = await fetch(`${service.url}/tools`);
    expect(headers.get("content-security-policy")).toStartWith("default-src 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    // Asked for here, because the shell of Chromium has no tabs and asks for none.
    expect(await page.evaluate(loadsTabIcon)).toBe(true);
    expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([
      0,
      0,
      "",
    ]);
  });

  test("a statement is shown with its gaps marked, and copied whole with one click", async () => {
    const { page } = await openPage();
    await useTool(page, "krisenstatement", "In unserem Lager in Kassel hat es gebrannt.");
    const sheet = page.locator("#krisenstatement .sheet");
    await sheet.waitFor();
    await page.locator(":focus", { hasText: /^Ihr Entwurf$/ }).waitFor();
    expect(await sheet.locator("mark").first().textContent()).toBe("[Name des Unternehmens]");
    await page.getByRole("button", { name: "Text kopieren" }).click();
    await page.getByText("Kopiert ✓").waitFor();
    expect(await clipboard(page)).toBe(await sheet.textContent());
  });

  test("headlines are copied one by one and all together", async () => {
    const { page } = await openPage();
    await useTool(
      page,
      "ueberschriften",
      "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
    );
    const copies = page.locator("#ueberschriften .headlines button");
    await copies.nth(1).click();
    await page.getByText("Kopiert ✓").waitFor();
    const second = await clipboard(page);
    expect(await page.locator("#ueberschriften li p").nth(1).textContent()).toStartWith(String(second));
    await page.getByRole("button", { name: "Alle kopieren" }).click();
    await page.locator("#ueberschriften .bar").getByText("Kopiert ✓").waitFor();
    const all = String(await clipboard(page)).split("\n");
    expect(all).toHaveLength(5);
    expect(all[1]).toBe(String(second));
  });

  test("a topic without words gets no headline, and a hint at what to name", async () => {
    const { page } = await openPage();
    await useTool(page, "ueberschriften", "🔥🔥🔥");
    await page.getByText("Für weitere Vorschläge nennen Sie, wer was tut, wo und wann.").waitFor();
    await page.locator(":focus", { hasText: /^Aus diesem Thema wird keine Überschrift$/ }).waitFor();
    expect(await page.locator("#ueberschriften .headlines").count()).toBe(0);
  });

  test("a check shows score, tip and twelve criteria, and is copied as a report", async () => {
    const { page } = await openPage();
    await useTool(page, "seo-check");
    await page.locator("#seo-check .criteria li").nth(11).waitFor();
    const score = await page.locator("#seo-check .score strong").textContent();
    expect(score).toMatch(/^\d{1,3}(?:,\d)?$/);
    await page.getByRole("button", { name: "Bericht kopieren" }).click();
    await page.getByText("Kopiert ✓").waitFor();
    const report = String(await clipboard(page));
    expect(report).toStartWith(`SEO-Check: ${score} von 100 Punkten\nWichtigster Tipp – `);
    expect(report.split("\n")).toHaveLength(15);
  });

  test("copying works without the clipboard object too, which plain HTTP does not have", async () => {
    const { page } = await openPage();
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await useTool(
      page,
      "ueberschriften",
      "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
    );
    await page.getByRole("button", { name: "Alle kopieren" }).click();
    await page.getByText("Kopiert ✓").waitFor();
    await page.locator("#seo-check textarea").focus();
    await page.keyboard.press("Control+V");
    expect((await page.locator("#seo-check textarea").inputValue()).split("\n")).toHaveLength(5);
  });
});

const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()");

const loadsTabIcon = `new Promise((resolve) => {
  const icon = new Image();
  icon.onload = () => resolve(true);
  icon.onerror = () => resolve(false);
  icon.src = "/favicon.ico";
})`;
