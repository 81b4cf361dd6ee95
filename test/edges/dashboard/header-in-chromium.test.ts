import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { dashboardScene, given } from "../../support/cast.ts";
import { createWholeAgency, wholeAgencySettings } from "./forms/whole-agency.ts";
import { checkBothLooks } from "./support-browser.ts";

const telephoneWidth = 390;

const { dashboard } = dashboardScene(wholeAgencySettings);
const agency = given(() => createWholeAgency(dashboard.service));

const hyphensOf = (selector: string) =>
  `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).hyphens`;

describe("in Chromium", () => {
  test("on a telephone the header is one line, and its menu leads on without a script", async () => {
    const { page } = await dashboard.open(agency.owner, { width: telephoneWidth, javaScriptEnabled: false });
    await page.goto(`${dashboard.url}/app/meldungen`);
    expect((await page.locator("header.side").boundingBox())?.height).toBeLessThan(70);
    expect(await page.getByRole("link", { name: "Kunden", exact: true }).isVisible()).toBe(false);
    // An address with a hyphen that only the end of a line shows is another address.
    for (const [selector, hyphens] of [
      ["h1", "auto"],
      [".list tbody th", "auto"],
      [".list .name", "auto"],
      [".list td:not(.name)", "manual"],
    ] as const)
      expect([selector, await page.evaluate(hyphensOf(selector))]).toEqual([selector, hyphens]);
    // The headings that sort stand in a line or two above the cards, for fingers; of a list without any they are hidden.
    const heightOf = async () => (await page.locator(".list thead").first().boundingBox())?.height ?? 0;
    expect(await heightOf()).toBeWithin(24, 90);
    await page.locator(".list thead a", { hasText: "Kunde" }).click();
    await page.waitForURL(/sort=kunde/);
    expect(await page.locator(".list th[aria-sort]").textContent()).toContain("Kunde");
    await page.goto(`${dashboard.url}/app/zahlen`);
    expect((await page.locator(".list thead th", { hasText: "Verlauf" }).boundingBox())?.height).toBeLessThan(
      2,
    );
    await page.goto(`${dashboard.url}/app/kunden`);
    expect(await heightOf()).toBeLessThan(2);
    await page.goto(`${dashboard.url}/app/meldungen`);
    await page.getByRole("button", { name: "Menü" }).click();
    await page.getByRole("link", { name: "Kunden", exact: true }).click();
    await page.waitForURL(`${dashboard.url}/app/kunden`);
    await page.goto(`${dashboard.url}/app/einstellungen/protokoll`);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.locator("select[name=person]").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Filtern" }).click();
    expect(await page.getByRole("button", { name: "Filter (1 gesetzt)" }).isVisible()).toBe(true);
  });

  const palette = async (page: Page, typed: string) => {
    const list = page.waitForResponse((answer) =>
      answer.url().endsWith(`/palette?q=${encodeURIComponent(typed)}`),
    );
    await page.getByRole("combobox", { name: "Suchen oder springen" }).fill(typed);
    await (await list).finished();
  };

  test("the palette finds by keyboard alone, light on a telephone and dark on a wide screen", async () => {
    const { page, complaints } = await dashboard.open(agency.owner, {
      width: telephoneWidth,
      isChecked: true,
    });
    await page.goto(`${dashboard.url}/app/einstellungen/team`);
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Neue Meldung" }).first().waitFor();
    await palette(page, "müll");
    await page
      .getByRole("option", { name: /Neue Meldung für/ })
      .first()
      .waitFor();
    await checkBothLooks(page, "palette");
    await palette(page, "einla");
    await page.getByRole("option", { name: "Person einladen" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${dashboard.url}/app/einstellungen/team/einladen`);
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await palette(page, "zebra");
    await page.getByText("Nichts gefunden. Oft hilft").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog.palette").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});
