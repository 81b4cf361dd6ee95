import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createDefinitions } from "../../../service/edges/dashboard/definitions.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
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
const agency = given(async () => {
  const whole = await createWholeAgency(dashboard.service);
  await writeHardWords(dashboard.service.sql, whole.agencyId);
  return whole;
});

/** A mail as it arrives, which the preview has in a frame: with a subject and no heading. */
const mailItself = "/app/aussand/:mailingId/vorschau/mail";

/**
 * Lists that scroll sideways, texts that stand one letter a line, and the width of a page that is wider than its window: one long name
 * pushed everything else out of sight. The first rows of a file scroll, so that they are seen as they are.
 */
const cutOff = `[
  ...[...document.querySelectorAll(".list, .boxes")]
    .filter((each) => each.closest(".first-rows") === null && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.ariaLabel ?? each.className),
  ...[...document.querySelectorAll("main :is(dd, dt, p, td, tbody th, li, h1, h2, h3, label)")]
    .filter((each) => each.clientWidth < 40 && each.clientHeight > 100)
    .map((each) => each.textContent.trim()),
  ...(document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : []),
]`;

const hyphensOf = (selector: string) =>
  `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).hyphens`;

describe("in Chromium", () => {
  test("every page is accessible and fits whatever the names, light on a telephone, on a tablet, and dark on a wide screen", async () => {
    const { page } = await dashboard.open(agency.owner, { width: telephoneWidth, isChecked: true });
    let looked = 0;
    const { subscription } = agency.outside;
    const newsroom = subscription.replace("/abo/", "/newsroom/");
    for (const path of [...paths, ...Object.values(agency.outside), newsroom]) {
      if (path === mailItself) continue;
      const answer = await page.goto(`${dashboard.url}${pathWith(path, agency.ids)}`).catch(() => null);
      if (answer === null || !(answer.headers()["content-type"] ?? "").startsWith("text/html")) continue;
      looked += 1;
      for (const width of [1280, 768, telephoneWidth]) {
        await page.setViewportSize({ width, height: 850 });
        expect({ path, width, cut: await page.evaluate(cutOff) }).toEqual({ path, width, cut: [] });
      }
      await checkBothLooks(page, path);
    }
    expect(looked).toBeGreaterThan(60);
  });

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
    await palette(page, "rindf");
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

const named = [
  ["client", "name"],
  ["client_contact", "name"],
  ["release", "title"],
  ["draft_version", "title"],
  ["media_contact", "medium"],
  ["media_contact", "last_name"],
  ["media_contact_list", "name"],
  ["mailing", "subject"],
  ["campaign", "name"],
  ["portfolio", "name"],
  ["asset", "file_name"],
  ["api_key", "name"],
  ["provider_connection", "name"],
  ["partner", "name"],
] as const;

/** Names as German ones are, with a word that is wider than a column of a table; real ones came later than the tables. */
async function writeHardWords(sql: Sql, agencyId: number): Promise<void> {
  const word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
  const name = `${word} Nord`;
  await sql`update agency set name = ${`Agentur für Öffentlichkeitsarbeit und ${name} GmbH & Co. KG`} where id = ${agencyId}`;
  for (const [table, column] of named)
    await sql`update ${sql(table)} set ${sql(column)} = ${name} where agency_id = ${agencyId}`;
}
