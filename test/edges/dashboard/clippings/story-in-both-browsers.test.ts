import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createTestProvider } from "../../../features/insights/support.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { checkBothLooks, type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";

const path = "/app/clippings";
const headlines: Readonly<Record<string, string>> = {
  "/werk": "Müller Maschinenbau eröffnet sein neues Werk in der Überseestadt",
  "/hafen": "Hafen bekommt Zuwachs: 120 Arbeitsplätze am neuen Standort",
  "/strom": "Werk läuft ganz mit Windstrom",
  "/lob": "Gutes Zeugnis für die neue Halle",
  "/kritik": "Anwohner fragen nach dem Lieferverkehr",
};

describe.each(storyBrowsers)("clippings in $name", ({ name, openBrowser }) => {
  let dashboard: DashboardBrowser;
  let owner: DashboardUser;
  let medium: ReturnType<typeof Bun.serve>;
  let agencyId: number;
  let clientId: number;
  const urlOf = (article: string) => `http://127.0.0.1:${medium.port}${article}`;
  /** Of the story, for those who look at its pages afterwards. */
  const seen: [name: string, path: string][] = [];

  beforeAll(async () => {
    dashboard = await startDashboardBrowser({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, openBrowser);
    const { sql } = dashboard.service;
    ({ agencyId } = await createTestAgency(sql));
    ({ clientId } = await createTestRelease(sql, agencyId, {
      title: "Neues Werk in Bremen eröffnet",
      clientName: "Müller Maschinenbau",
    }));
    owner = await createDashboardUser(dashboard.service, agencyId);
    await owner.post(`${path}/medien`, { readsArticles: "on" });
    medium = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  });
  afterEach(() => dashboard.closeWindows());
  afterAll(async () => {
    await medium.stop(true);
    await dashboard.stop();
  });

  test("an address is read and confirmed, found ones are gone through by keyboard, and one is judged", async () => {
    const { page, complaints } = await dashboard.open(owner, { isChecked: true });
    const keep = (what: string) => seen.push([what, page.url()]);
    await page.goto(`${dashboard.url}${path}`);
    await page.getByRole("link", { name: "Clipping eintragen" }).first().click();
    await page.getByLabel("Adressen der Beiträge").waitFor();
    keep("eintragen");
    await handOver(page, [urlOf("/werk")]);
    await page.getByText("Das sagt die Seite von sich.").waitFor();
    expect(await page.getByLabel("Überschrift").inputValue()).toBe(headlines["/werk"] ?? "");
    expect(await page.getByLabel("Medium", { exact: true }).inputValue()).toBe("Kurier am Hafen");
    expect(await page.getByLabel("Erschienen am").inputValue()).toBe("2026-11-02");
    await page.getByRole("button", { name: "Eintragen" }).click();
    await page.getByText("Das Clipping ist eingetragen.").waitFor();
    const entered = page.url();
    await page.goto(`${dashboard.url}${path}/eintragen`);
    await handOver(page, [...["/hafen", "/strom", "/kritik", "/weg"].map(urlOf)]);
    await page.getByText("Fertig: 3 neue Clippings").waitFor();
    await page.getByText("Die Seite gibt es nicht (mehr)").waitFor();
    keep("adressen");
    await page.getByRole("link", { name: "Clippings ansehen" }).click();
    await page.getByRole("link", { name: headlines["/hafen"] ?? "" }).waitFor();
    // The same as a feed brings them.
    const { sql } = dashboard.service;
    const feed = await createTestProvider(sql, agencyId);
    await sql`
      update media_mention set provider_id = ${feed}, state = 'found' where agency_id = ${agencyId} and url <> ${urlOf("/werk")}
    `;
    await page.goto(`${dashboard.url}${path}/gefunden?stand=found`);
    await page.getByText("Mit der Tastatur").waitFor();
    keep("gefunden");
    await goThrough(page);
    await page.goto(`${dashboard.url}${path}/gefunden`);
    keep("durchgesehen");
    await page.getByRole("link", { name: headlines["/kritik"] ?? "" }).click();
    await page.getByLabel("Tonalität").selectOption("negative");
    await page.getByRole("button", { name: "Beurteilung speichern" }).click();
    await page.getByText("Negativ, beurteilt von der Agentur").waitFor();
    keep("beitrag");
    await page.goto(entered);
    await page.getByText("Angaben ändern").click();
    await page.getByRole("button", { name: "Speichern", exact: true }).waitFor();
    expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });

  /** j and k choose, b confirms, v rejects; what is chosen next has the focus each time. */
  async function goThrough(page: Page): Promise<void> {
    const chosen = () =>
      page.locator("tbody th a:focus").evaluate((element) => (element as unknown as { text: string }).text);
    const list = await page.locator("tbody th a").allTextContents();
    expect(list.toSorted()).toEqual(
      ["/hafen", "/kritik", "/strom"].map((key) => headlines[key] ?? "").toSorted(),
    );
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return await chosen();
    };
    expect(await press("j")).toBe(list[0] ?? "");
    expect(await press("j")).toBe(list[1] ?? "");
    expect(await press("j")).toBe(list[2] ?? "");
    expect(await press("j")).toBe(list[2] ?? "");
    expect(await press("k")).toBe(list[1] ?? "");
    // Whatever its place in the list, the one about the power is rejected and the others are confirmed.
    for (let left = 3; left > 0; left -= 1) {
      const headline = await chosen();
      const isRejected = headline === headlines["/strom"];
      await page.keyboard.press(isRejected ? "v" : "b");
      await page.getByText(isRejected ? "Verworfen. Kein Feed bringt es wieder." : "Bestätigt.").waitFor();
      await page.getByRole("link", { name: headline, exact: true }).waitFor({ state: "detached" });
      if (left === 1) await page.getByText("Kein Clipping gefunden").waitFor();
      else await page.locator("tbody th a:focus").waitFor();
    }
  }

  if (name === "Chromium")
    test("its pages are accessible and fit: light on a telephone, dark on a wide screen", async () => {
      const { page } = await dashboard.open(owner, { width: 390, isChecked: true });
      const { sql } = dashboard.service;
      await sql`update media_mention set state = 'found' where headline = ${headlines["/hafen"] ?? ""}`;
      expect(seen.length).toBe(5);
      for (const [what, url] of seen) {
        await page.goto(url);
        await checkBothLooks(page, `clippings-${what}`);
      }
      const pages = [
        ["liste", path],
        ["neu", `${path}/gefunden?stand=found`],
      ] as const;
      for (const [what, at] of pages) {
        await page.goto(dashboard.url + at);
        await checkBothLooks(page, `clippings-${what}`);
      }
      await page.locator("tbody th a").first().click();
      await page.getByRole("button", { name: "Bestätigen" }).waitFor();
      await checkBothLooks(page, "clippings-neuer-beitrag");
      const read = await owner.post(`${path}/eintragen`, {
        subject: `client:${clientId}`,
        urls: urlOf("/lob"),
      });
      await page.goto(dashboard.url + (read.headers.get("location") ?? ""));
      await page.getByText("Das sagt die Seite von sich.").waitFor();
      await checkBothLooks(page, "clippings-angaben");
    });

  test("in the list of every state, the next new one below has the focus after one is judged", async () => {
    const { sql } = dashboard.service;
    await sql`
      update media_mention
      set state = case when headline = any(${[headlines["/strom"] ?? "", headlines["/hafen"] ?? ""]}::text[]) then 'found' else 'confirmed' end
    `;
    const { page, complaints } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}${path}/gefunden`);
    const buttons = page.getByRole("button", { name: "Bestätigen" });
    expect(await buttons.count()).toBe(2);
    await buttons.first().click();
    await page.getByText("Bestätigt.").waitFor();
    expect(await buttons.count()).toBe(1);
    const focused = page.locator("tbody tr").filter({ has: page.locator("th a:focus") });
    await focused.getByRole("button", { name: "Bestätigen" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

async function handOver(page: Page, urls: readonly string[]): Promise<void> {
  await page.getByLabel("Meldung oder Kunde").selectOption({ index: 1 });
  await page.getByLabel("Adressen der Beiträge").fill(urls.join("\n"));
  await page.getByRole("button", { name: "Weiter" }).click();
}

/** A medium's site: it allows machines everything and says of an article what search engines are told. */
function answer({ url }: Request): Response {
  const { pathname } = new URL(url);
  const headline = headlines[pathname];
  if (headline === undefined) return new Response("", { status: 404 });
  return new Response(
    `<!doctype html><html lang="de"><title>${headline}</title><meta property="og:title" content="${headline}"><meta property="og:site_name" content="Kurier am Hafen"><meta name="author" content="Anna Brandt"><time datetime="2026-11-02">2. November</time>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}
