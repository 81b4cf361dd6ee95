import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { dimensions } from "../../../../service/features/measurement/dimensions.ts";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { insertViews } from "../reports/support.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import {
  checkBothLooks,
  checkPage,
  type DashboardBrowser,
  startDashboardBrowser,
} from "../support-browser.ts";

/** Tables that scroll sideways, with what is out of sight. */
const cutOff = `[...document.querySelectorAll(".table, .list")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
  .map((each) => each.ariaLabel + " " + (each.scrollWidth - each.clientWidth))`;

describe.each(storyBrowsers)("figures in $name", ({ name, openBrowser }) => {
  let dashboard: DashboardBrowser;
  let owner: DashboardUser;
  let agencyId: number;
  let release: TestRelease;

  beforeAll(async () => {
    dashboard = await startDashboardBrowser({}, openBrowser);
    const { sql } = dashboard.service;
    await ensureComingPartitions(sql);
    ({ agencyId } = await createTestAgency(sql));
    release = await createTestRelease(sql, agencyId, {
      title: "Neues Werk in Bremen eröffnet",
      clientName: "Müller Maschinenbau",
    });
    const second = await createTestRelease(sql, agencyId, {
      title: "Speicher für ein ganzes Quartier fertiggestellt",
      clientName: "Stadtwerke Nordheim",
    });
    await insertViews(sql, agencyId, release.pressReleaseId);
    await insertViews(sql, agencyId, second.pressReleaseId);
    await insertSources(release.pressReleaseId);
    await sql`
      update release set published_at = now() - interval '10 days', corrected_at = now() - interval '4 days', correction_note = 'Zahl'
      where agency_id = ${agencyId}
    `;
    owner = await createDashboardUser(dashboard.service, agencyId);
  });
  afterEach(() => dashboard.closeWindows());
  afterAll(() => dashboard.stop());

  test("values and what happened are read by arrow keys and under the pointer", async () => {
    const { page, complaints } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}${pathOf(release)}?tage=30`);
    const slider = page.getByRole("slider", { name: "Aufrufe pro Tag" });
    const reading = page.locator(".reading").last();
    await slider.focus();
    expect(await slider.getAttribute("aria-valuetext")).toContain(": 1 Aufruf, davor");
    await page.keyboard.press("ArrowLeft");
    expect(await reading.textContent()).toContain(": 2 Aufrufe, davor");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
    expect(await slider.getAttribute("aria-valuetext")).toContain("Berichtigt: Neues Werk");
    await page.keyboard.press("Home");
    expect(await reading.textContent()).toContain(": 30 Aufrufe");
    await page.keyboard.press("ArrowLeft");
    expect(await slider.getAttribute("aria-valuenow")).toBe("0");
    await page.keyboard.press("End");
    expect(await slider.getAttribute("aria-valuenow")).toBe("29");
    await slider.evaluate((element) => (element as unknown as { blur: () => void }).blur());
    await slider.hover({ position: { x: 2, y: 60 } });
    expect(await reading.textContent()).toContain(": 30 Aufrufe");
    expect(complaints).toEqual([]);
  });

  test("the period stays while one goes on from the agency to a client and a release", async () => {
    const { page, complaints } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/zahlen`);
    await page.getByRole("link", { name: "7 Tage" }).click();
    await page.getByRole("link", { name: "Müller Maschinenbau" }).click();
    await page.getByRole("link", { name: "Neues Werk in Bremen eröffnet" }).click();
    await page.waitForURL(/meldung/);
    expect(new URL(page.url()).search).toBe("?tage=7");
    await page.getByText("Alle 9 zeigen").click();
    await page.getByText("zeitung-9.example").waitFor();
    await page.getByText("Notiz eintragen …").click();
    await page.getByLabel("Notiz", { exact: true }).fill("Messeauftritt");
    await page.getByRole("button", { name: "Eintragen" }).click();
    await page.getByText("Die Notiz ist eingetragen.").waitFor();
    expect(new URL(page.url()).search).toBe("?tage=7");
    await page.getByRole("button", { name: /Entfernen\s*: Messeauftritt/ }).click();
    await page.getByText("Die Notiz ist entfernt.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a fresh release fetches its first hours anew while it is in sight", async () => {
    const { sql } = dashboard.service;
    const fresh = await createTestRelease(sql, agencyId, { title: "Ganz neu", clientName: "Neu" });
    const { page, complaints } = await dashboard.open(owner);
    await page.clock.install();
    await page.goto(dashboard.url + pathOf(fresh));
    await page.getByText("noch keine Aufrufe von Menschen").waitFor();
    await sql`
      insert into hit (agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device)
      values (${agencyId}, now(), 1, 1, ${fresh.pressReleaseId}, 0, 0, 0, 0)
    `;
    await until(async () => {
      await page.clock.runFor(31_000);
      return (await page.getByText("1 Aufruf von Menschen").count()) > 0;
    });
    expect(complaints).toEqual([]);
    if (name === "Chromium") await checkPage(page, "zahlen-frisch");
  });

  test("the first hours stay as they are when the session has ended", async () => {
    const { sql } = dashboard.service;
    const fresh = await createTestRelease(sql, agencyId, { title: "Noch neuer", clientName: "Neuer" });
    const { page } = await dashboard.open(owner);
    await page.clock.install();
    await page.goto(dashboard.url + pathOf(fresh));
    await page.getByText("noch keine Aufrufe von Menschen").waitFor();
    await page.context().clearCookies();
    const live = page.locator("[data-live]");
    const before = await live.innerHTML();
    const asked: number[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/erste-stunden")) asked.push(response.status());
    });
    await until(async () => {
      await page.clock.runFor(31_000);
      return asked.length > 0;
    });
    expect(asked[0]).toBe(303);
    await page.clock.runFor(31_000);
    expect(await live.innerHTML()).toBe(before);
  });

  if (name === "Chromium")
    test("pages are accessible and fit: light on a telephone, dark on a wide screen", async () => {
      const { page } = await dashboard.open(owner, { width: 390, isChecked: true });
      for (const [what, path] of [
        ["zahlen", "/app/zahlen"],
        ["zahlen-meldung", `${pathOf(release)}?tage=30`],
        ["zahlen-kunde", `/app/zahlen/kunde/${release.clientId}?zeitraum=since-publication`],
        ["konto", "/app/konto"],
      ] as const) {
        await page.goto(dashboard.url + path);
        await checkBothLooks(page, what);
        expect({ what, cut: await page.evaluate(cutOff) }).toEqual({ what, cut: [] });
      }
    });

  async function insertSources(releaseId: number): Promise<void> {
    const { sql } = dashboard.service;
    await sql`
      insert into hit_source (agency_id, id, source, domain, channel)
      select ${agencyId}::integer, n, 'zeitung-' || n || '.example', 'zeitung-' || n || '.example', 6
      from generate_series(1, 9) as n
    `;
    await sql`
      insert into hit_operator (agency_id, id, name)
      values (${agencyId}, 1, 'OpenAI'), (${agencyId}, 2, 'Perplexity')
    `;
    await sql`
      insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
      select ${agencyId}::integer, ${releaseId}::integer, current_date - 1, 1, n, 50 - n * 4, 40 - n * 3, 40 - n * 3
      from generate_series(1, 9) as n
      union all
      select ${agencyId}::integer, ${releaseId}::integer, current_date - 1, 2, n, 90 - n * 10, 9, 9
      from generate_series(0, 3) as n
      union all
      select ${agencyId}::integer, ${releaseId}::integer, current_date - 1, dimension, operator, 1234 * operator, 9, 9
      from generate_series(${dimensions.operatorCrawl}::integer, ${dimensions.operatorReferral}::integer) as dimension
      cross join generate_series(1, 2) as operator
    `;
  }
  const pathOf = ({ pressReleaseId }: TestRelease) => `/app/zahlen/meldung/${pressReleaseId}`;
});
