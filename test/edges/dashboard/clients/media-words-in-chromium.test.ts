import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { drawPng } from "../../../features/media/support/draw.ts";
import { insertPicture } from "../../../features/media/support/insert-picture.ts";
import { dashboardScene } from "../../../support/cast.ts";

const { dashboard, service, workshop: own, owner } = dashboardScene();

describe("what is said of files while they are uploaded, in Chromium", () => {
  test("what is typed beside a file whose upload breaks off stands beside it when it is chosen again", async () => {
    const page = await openLibrary();
    const halle = picture(61);
    const begun = Promise.withResolvers<void>();
    await page.route("**/mediathek/uploads?**", (route) => begun.promise.then(() => route.abort()), {
      times: 1,
    });
    const picker = page.getByLabel("Dateien wählen oder hierher ziehen");
    await picker.setInputFiles(halle);
    await page.getByLabel("Alternativtext").fill("Blick in die Halle");
    begun.resolve();
    await page.getByText("Die Verbindung ist abgebrochen.").first().waitFor();
    expect(await page.getByLabel("Alternativtext").inputValue()).toBe("Blick in die Halle");
    await picker.setInputFiles(halle);
    await page.getByText("halle.png ist hochgeladen.").waitFor();
    expect(await page.locator(".upload-list li").count()).toBe(1);
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("Eine Datei ist gespeichert.").waitFor();
    const rows = await service.sql`select alt from asset where client_id = ${own.clientId}`;
    expect(rows.map(({ alt }) => String(alt))).toEqual(["Blick in die Halle"]);
  });

  test("what is typed while the words are being saved counts as unsaved", async () => {
    const page = await openLibrary();
    const halle = picture(62);
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(halle);
    await page.getByText("halle.png ist hochgeladen.").waitFor();
    const saving = Promise.withResolvers<void>();
    await page.route("**/angaben?**", (route) => saving.promise.then(() => route.continue()));
    await page.getByLabel("Alternativtext").fill("Gespeichert");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("wird gespeichert").waitFor();
    await page.getByLabel("Bildunterschrift").fill("Danach getippt");
    saving.resolve();
    await page.getByText("Eine Datei ist gespeichert.").waitFor();
    expect(await page.locator("li[data-changed]").count()).toBe(1);
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("gespeichert", { exact: true }).waitFor();
    expect(await page.locator("li[data-changed]").count()).toBe(0);
  });

  test("words that a colleague has changed meanwhile stay, and stand beside the file until it is saved once more", async () => {
    const page = await openLibrary();
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles([picture(64), picture(65)]);
    await page.locator("li[data-asset]").nth(1).waitFor();
    const changed = page.locator("li[data-asset]").first();
    const assetId = await changed.getAttribute("data-asset");
    await service.sql`update asset set alt = 'Vom Kollegen' where id = ${assetId}`;
    for (const index of [0, 1]) await page.getByLabel("Alternativtext").nth(index).fill("Halle");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page
      .getByText("Nicht gespeichert, weil es inzwischen an anderer Stelle geändert wurde: halle.png")
      .waitFor();
    expect(await changed.textContent()).toContain("Gespeichert ist: Alternativtext „Vom Kollegen“");
    expect(await page.locator("li[data-changed]").count()).toBe(1);
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("2 Dateien sind gespeichert.").waitFor();
    expect(await page.locator("li[data-changed], li .problem").count()).toBe(0);
    const [row] = await service.sql`select alt from asset where id = ${assetId}`;
    expect(row?.alt).toBe("Halle");
  });

  test("the words of more than a hundred files are saved by one button", async () => {
    const page = await openLibrary();
    const halle = picture(63);
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        insertPicture(service.sql, own.agencyId, { clientId: own.clientId, caption: `Bild ${index}` }),
      ),
    );
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(halle);
    await page.getByText("halle.png ist hochgeladen.").waitFor();
    // As if the others had been uploaded too, which takes a minute.
    await page.locator(".upload-list li").evaluate((item, all) => {
      for (const id of all) {
        const another = item.cloneNode(true) as HTMLElement;
        another.dataset.asset = id;
        item.after(another);
      }
    }, ids);
    await page.getByLabel("Nachweis für alle").fill("Foto: Anna Berg");
    await page.getByRole("button", { name: "Für alle übernehmen" }).click();
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("101 Dateien sind gespeichert.").waitFor();
    const [row] = await service.sql`
      select count(*)::integer as saved from asset where client_id = ${own.clientId} and credit = 'Foto: Anna Berg'`;
    expect(row?.saved).toBe(101);
  });
});

/** By its width another file: the library keeps the same one once. */
const picture = (width: number) => ({ name: "halle.png", mimeType: "image/png", buffer: drawPng(width, 40) });

async function openLibrary(): Promise<Page> {
  const { page } = await dashboard.open(owner);
  await page.goto(`${dashboard.url}/app/kunden/${own.clientId}/mediathek`);
  return page;
}
