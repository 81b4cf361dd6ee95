import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../../newsroom/support/chromium.ts";
import { createTestAgency, freePort, startTestService, type TestService } from "../../support/service.ts";
import { createDashboardUser } from "../support.ts";

const axeFile = createRequire(import.meta.url).resolve("axe-core");
/** Where screenshots go; none are taken without. */
const picturesFolder = Bun.env.PAGE_PICTURES;

let browser: Browser;
let service: TestService;
let url = "";
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  [browser, service] = await Promise.all([
    launchChromium(),
    startTestService("server", { PORT: String(port), PUBLIC_URL: url }),
  ]);
}, 60_000);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

type Look = {
  colorScheme?: "light" | "dark";
  width?: number;
  javaScriptEnabled?: boolean;
  bypassCSP?: boolean;
};

async function open(look: Look = {}): Promise<{ page: Page; agencyId: number; complaints: string[] }> {
  const { width = 1280, ...options } = look;
  const { agencyId } = await createTestAgency(service.sql);
  const { cookie } = await createDashboardUser(service, agencyId);
  const context = await browser.newContext({ viewport: { width, height: 850 }, ...options });
  contexts.push(context);
  const [name = "", value = ""] = cookie.split("=", 2);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, agencyId, complaints };
}

async function createClientByForm(page: Page, name: string): Promise<string> {
  await page.goto(`${url}/app/kunden`);
  await page.getByRole("link", { name: "Kunden anlegen" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Impressum: Adresse").fill("https://kunde.example/impressum");
  await page.getByRole("button", { name: "Anlegen" }).click();
  await page.getByRole("status").waitFor();
  return new URL(page.url()).pathname;
}

describe("in Chromium", () => {
  test("a client is created and its newsroom set, with the page beside the form following what is typed", async () => {
    const { page, complaints } = await open();
    const at = await createClientByForm(page, "Wärme & Söhne");
    await page.getByRole("link", { name: "Newsroom", exact: true }).click();
    const preview = page.frameLocator("iframe");
    await preview.getByRole("heading", { name: "Wärme & Söhne", level: 1 }).waitFor();
    await page.locator("#f-contactName").fill("Ida Quast");
    await preview.getByText("Ida Quast").waitFor();
    await page.getByLabel("Akzentfarbe").fill("#ffff00");
    await page.getByText("Damit der Kontrast zum Lesen reicht").waitFor();
    await page.getByLabel("L1").check();
    await page.getByRole("button", { name: "Speichern" }).click();
    expect(await page.getByRole("status").textContent()).toContain("gespeichert");
    expect(await page.getByLabel("L1").isChecked()).toBe(true);
    expect(complaints).toEqual([]);
    const [row] = await service.sql`
      select contact_name, level from newsroom where client_id = ${Number(at.split("/").at(-1))}
    `;
    expect(row).toEqual({ contact_name: "Ida Quast", level: "L1" });
  }, 30_000);

  test("clients, contacts, persona and settings work without JavaScript", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const at = await createClientByForm(page, "Ohne Skript GmbH");
    await page.goto(`${url}${at}/kontakte/neu`);
    await page.getByLabel("Name", { exact: true }).fill("Anna Berg");
    await page.getByLabel("E-Mail-Adresse").fill("anna@kunde.example");
    await page.getByLabel("Darf Texte freigeben").check();
    await page.getByRole("button", { name: "Anlegen" }).click();
    expect(await page.getByRole("row").filter({ hasText: "Anna Berg" }).textContent()).toContain(
      "darf freigeben",
    );
    await page.goto(`${url}${at}/persona`);
    await page.getByLabel("Ton").fill("sachlich\nwarm");
    await page.getByLabel("Wort, Zeile 1").fill("innovativ");
    await page.getByLabel("Besser, Zeile 1").fill("neu");
    await page.getByRole("button", { name: "Speichern" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Fassung 1");
    expect(await page.getByLabel("Wort, Zeile 1").inputValue()).toBe("innovativ");
    await page.goto(`${url}${at}/newsroom`);
    await page.getByLabel("Über den Kunden").fill("Wir machen **Wärme**.");
    const [preview] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Vorschau in neuem Fenster" }).click(),
    ]);
    expect(await preview.locator("strong", { hasText: "Wärme" }).count()).toBe(1);
    await page.goto(`${url}${at}`);
    await page.getByText("Kunden archivieren …").click();
    await page.getByRole("button", { name: "Ja, archivieren" }).click();
    await page.getByRole("button", { name: "Kunden zurückholen" }).click();
    expect(await page.getByRole("status").textContent()).toContain("zurück");
  }, 30_000);

  test.each([
    ["light", 390],
    ["dark", 1280],
  ] as const)(
    "pages of clients are accessible and fit: %s, %d pixels wide",
    async (colorScheme, width) => {
      const { page, complaints } = await open({ colorScheme, width, bypassCSP: true });
      const check = async (name: string) => {
        await page.addScriptTag({ content: await readFile(axeFile, "utf8") });
        const found = await page.evaluate(`axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))`);
        expect({ name, found }).toEqual({ name, found: [] });
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect({ name, overflow: Number(overflow) <= 0 }).toEqual({ name, overflow: true });
        if (picturesFolder !== undefined) {
          const file = `${name.replaceAll("/", "-") || "start"}-${colorScheme}-${width}.png`;
          await page.screenshot({ path: `${picturesFolder}/${file}`, fullPage: true });
        }
      };
      await page.goto(`${url}/app/kunden`);
      await check("kunden-leer");
      await page.goto(`${url}/app/kunden/neu`);
      await check("neu");
      const at = await createClientByForm(page, "Müller Maschinenbau");
      for (const ending of ["", "/newsroom", "/domains", "/kontakte", "/kontakte/neu", "/persona"]) {
        await page.goto(`${url}${at}${ending}`);
        if (ending === "/newsroom") await page.frameLocator("iframe").locator("h1").waitFor();
        await check(`kunde${ending}`);
      }
      await page.goto(`${url}${at}/domains`);
      await page.getByLabel("Name", { exact: true }).fill("presse.mueller-maschinenbau.de");
      await page.getByRole("button", { name: "Hinzufügen" }).click();
      await page.getByText("noch nicht nachgewiesen").waitFor();
      await check("kunde/domains-offen");
      await page.goto(`${url}/app/kunden`);
      await check("kunden");
      expect(complaints.filter((text) => !/40[049]/.test(text))).toEqual([]);
    },
    60_000,
  );
});
