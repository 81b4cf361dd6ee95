import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createDefinitions } from "../../../service/edges/dashboard/definitions.ts";
import { dashboardScene, given } from "../../support/cast.ts";
import { createWholeAgency, pathWith, wholeAgencySettings } from "./forms/whole-agency.ts";
import { checkBothLooks } from "./support-browser.ts";

/** Downloads and pieces of pages, which no window shows by itself. */
const isNoPage = /palette|csv|herunterladen|\/original|\.zip|export|entwurf-vorschau|erste-stunden/;
const paths = createDefinitions({ name: "webauthn", source: "" }).flatMap(({ kind, path }) =>
  kind === "page" && !isNoPage.test(path) ? [path] : [],
);
const telephoneWidth = 390;

const { dashboard } = dashboardScene(wholeAgencySettings);
const agency = given(() => createWholeAgency(dashboard.service));

/** A mail as it arrives, which the preview has in a frame: with a subject and no heading. */
const mailItself = "/app/aussand/:mailingId/vorschau/mail";

/** Lists that scroll sideways. */
const cutOff = `[...document.querySelectorAll(".list")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.ariaLabel)`;

describe("in Chromium", () => {
  test("every page is accessible and fits, light on a telephone with its lists, and dark on a wide screen", async () => {
    const { page } = await dashboard.open(agency.owner, { width: telephoneWidth, isChecked: true });
    let looked = 0;
    for (const path of paths) {
      if (path === mailItself) continue;
      const answer = await page.goto(`${dashboard.url}${pathWith(path, agency.ids)}`).catch(() => null);
      if (answer === null || !(answer.headers()["content-type"] ?? "").startsWith("text/html")) continue;
      looked += 1;
      expect({ path, cut: await page.evaluate(cutOff) }).toEqual({ path, cut: [] });
      await checkBothLooks(page, path);
    }
    expect(looked).toBeGreaterThan(60);
  });

  test("on a telephone the header is one line, and its menu leads on without a script", async () => {
    const { page } = await dashboard.open(agency.owner, { width: telephoneWidth, javaScriptEnabled: false });
    await page.goto(`${dashboard.url}/app/meldungen`);
    expect((await page.locator("header.side").boundingBox())?.height).toBeLessThan(70);
    expect(await page.getByRole("link", { name: "Kunden", exact: true }).isVisible()).toBe(false);
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
    await palette(page, "masch");
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
    await page.getByText("Dazu ist nichts da").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog.palette").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});
