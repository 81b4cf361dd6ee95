import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { dashboardScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";
import { checkBothLooks, type Look } from "../support-browser.ts";

const { dashboard, service } = dashboardScene();

async function open(look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  const { agencyId } = await createTestAgency(service.sql);
  return await dashboard.open(await createDashboardUser(service, agencyId), look);
}

async function createClientByForm(page: Page, name: string): Promise<string> {
  await page.goto(`${dashboard.url}/app/kunden`);
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
    await page.goto(dashboard.url + at);
    await page.getByText("Seitenaufrufe und Klicks (L1)").waitFor();
    expect(complaints).toEqual([]);
    const [row] = await service.sql`
      select contact_name, level from newsroom where client_id = ${Number(at.split("/").at(-1))}
    `;
    expect(row).toEqual({ contact_name: "Ida Quast", level: "L1" });
  });

  test("clients, contacts, persona and settings work without JavaScript", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const at = await createClientByForm(page, "Ohne Skript GmbH");
    await page.goto(`${dashboard.url}${at}/kontakte/neu`);
    await page.getByLabel("Name", { exact: true }).fill("Anna Berg");
    await page.getByLabel("E-Mail-Adresse").fill("anna@kunde.example");
    await page.getByLabel("Darf Texte freigeben").check();
    await page.getByRole("button", { name: "Anlegen" }).click();
    expect(await page.getByRole("row").filter({ hasText: "Anna Berg" }).textContent()).toContain(
      "darf freigeben",
    );
    await page.goto(`${dashboard.url}${at}/persona`);
    await page.getByLabel("Ton").fill("sachlich\nwarm");
    await page.getByLabel("Wort, Zeile 1").fill("innovativ");
    await page.getByLabel("Besser, Zeile 1").fill("neu");
    await page.getByRole("button", { name: "Speichern" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Fassung 1");
    expect(await page.getByLabel("Wort, Zeile 1").inputValue()).toBe("innovativ");
    await page.goto(`${dashboard.url}${at}/newsroom`);
    await page.getByLabel("Über den Kunden").fill("Wir machen **Wärme**.");
    const [preview] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Vorschau in neuem Fenster" }).click(),
    ]);
    await preview.locator("strong", { hasText: "Wärme" }).waitFor();
    await page.goto(`${dashboard.url}${at}`);
    await page.getByText("Namen ändern oder archivieren").click();
    await page.getByText("Kunden archivieren …").click();
    await page.getByRole("button", { name: "Ja, archivieren" }).click();
    await page.getByRole("button", { name: "Kunden zurückholen" }).click();
    expect(await page.getByRole("status").textContent()).toContain("zurück");
  });

  test("pages of clients are accessible and fit: light on a telephone, dark on a wide screen", async () => {
    const { page, complaints } = await open({ width: 390, isChecked: true });
    const check = (name: string) => checkBothLooks(page, name);
    await page.goto(`${dashboard.url}/app/kunden`);
    await check("kunden-leer");
    const at = await createClientByForm(page, "Müller Maschinenbau");
    await page.goto(`${dashboard.url}${at}/newsroom`);
    await page.frameLocator("iframe").locator("h1").waitFor();
    await check("kunde/newsroom");
    await page.goto(`${dashboard.url}${at}/domains`);
    await page.getByLabel("Domain", { exact: true }).fill("presse.mueller-maschinenbau.de");
    await page.getByRole("button", { name: "Hinzufügen" }).click();
    await page.getByText("noch nicht nachgewiesen").waitFor();
    await check("kunde/domains-offen");
    expect(complaints.filter((text) => !/40[049]/.test(text))).toEqual([]);
  });
});
