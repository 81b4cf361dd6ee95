import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { dashboardScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { checkPage } from "../support-browser.ts";

const { dashboard } = dashboardScene();
let owner: DashboardUser;
let releaseId: number;

beforeAll(async () => {
  const { agencyId } = await createTestAgency(dashboard.service.sql);
  releaseId = (
    await createTestRelease(dashboard.service.sql, agencyId, { title: "Neues Werk in Bremen eröffnet" })
  ).pressReleaseId;
  owner = await createDashboardUser(dashboard.service, agencyId);
});

test("a file with its own column names is looked at, mapped, refused by line, mended, and imported once", async () => {
  const { page, complaints } = await dashboard.open(owner, { isChecked: true });
  await page.goto("/app/clippings");
  await checkPage(page, "leer");
  await page.getByRole("link", { name: "Datei importieren" }).first().click();
  await checkPage(page, "hochladen");
  const good = `${releaseId};Bremer Bote;Grüße;https://bote.example/1;02.11.2026;Tageszeitung`;
  const bad = `Unbekannt;Bremer Bote;Titel;https://bote.example/2;31.11.2026;Tageszeitung`;
  await page.locator("input[type=file]").setInputFiles(csv([good, bad]));
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
  await page.getByText("Gelesen als Windows-1252").waitFor();
  await page.getByRole("cell", { name: "Grüße" }).waitFor();
  await checkPage(page, "zuordnen");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("Bitte wählen Sie eine Spalte.").first().waitFor();
  await choose(page);
  await page.locator("#f-source_all").fill("Clipping-Dienst");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("1 von 2 Zeilen stimmt nicht").waitFor();
  await page.getByText("Es gibt keine Meldung „Unbekannt“").waitFor();
  await page.getByText("Diesen Tag gibt es nicht").waitFor();
  await checkPage(page, "fehler");
  // The mended file is of the same kind: its columns are remembered.
  await page.goto("/app/clippings/importe/neu");
  await page.locator("input[type=file]").setInputFiles(csv([good]));
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
  await page.getByText("Die ersten Zeilen").first().waitFor();
  expect(await page.locator("#f-medium").inputValue()).toBe("Zeitung");
  expect(await page.locator("#f-source_all").inputValue()).toBe("Clipping-Dienst");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("1 neues Clipping").waitFor();
  await page.getByRole("link", { name: "Clippings ansehen" }).click();
  await page.getByText("Neues Werk in Bremen eröffnet").waitFor();
  await checkPage(page, "importiert");
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

test("without JavaScript a small file takes the same way", async () => {
  const { page } = await dashboard.open(owner, { javaScriptEnabled: false });
  await page.goto("/app/clippings/importe/neu");
  await page
    .locator("input[type=file]")
    .setInputFiles(csv([`${releaseId};Bote;T;https://bote.example/3;02.11.2026;TV`]));
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
  await page.getByText("Gelesen als UTF-8").waitFor();
  await page.getByText("Import abbrechen …").click();
  await page.getByRole("button", { name: "Ja, abbrechen" }).click();
  await page.getByText("Von der Datei ist nichts übernommen.").waitFor();
});

const csv = (rows: readonly string[]) => ({
  name: "clippings-november.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["Nr;Zeitung;Schlagzeile;Web;Tag;Art", ...rows].join("\r\n"), "latin1"),
});

async function choose(page: Page): Promise<void> {
  await page.locator("#f-release_id").selectOption("Nr");
  await page.locator("#f-medium").selectOption("Zeitung");
  await page.locator("#f-media_type").selectOption("Art");
  await page.locator("#f-published_at").selectOption("Tag");
  await page.locator("#f-url").selectOption("Web");
  await page.locator("#f-match_type_all").fill("Nennung");
}
