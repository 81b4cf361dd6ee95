import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { randomFillSync } from "node:crypto";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { drawPng, pngFile } from "../../../features/media/support/draw.ts";
import type { TestService } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createWorkshop } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";
import {
  checkBothLooks,
  type DashboardBrowser,
  type Look,
  startDashboardBrowser,
} from "../support-browser.ts";

let dashboard: DashboardBrowser;
let service: TestService;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "prs-upload-"));
  dashboard = await startDashboardBrowser();
  service = dashboard.service;
});
afterEach(() => dashboard.closeWindows());
afterAll(async () => {
  await dashboard.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("the media library in Chromium", () => {
  test("a picture of 40 MB is uploaded at a phone's width, through a break, and described", async () => {
    const { page, clientId, at } = await openLibrary({ width: 390 });
    const file = await noisyPicture("halle.png", 3_660);
    let parts = 0;
    await page.route("**/uploads/*", async (route) => {
      if (route.request().method() !== "POST") return await route.continue();
      parts += 1;
      return parts === 12 || parts === 13 ? await route.abort("connectionreset") : await route.continue();
    });
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(file);
    await page.getByText("Verbindung unterbrochen").waitFor();
    await page.getByText("halle.png ist hochgeladen.").waitFor({ timeout: 90_000 });
    await page.getByLabel("Alternativtext").fill("Blick in die Halle");
    await page.getByLabel("Bildnachweis").fill("Foto: Anna Berg");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("gespeichert", { exact: true }).waitFor();
    const [asset] = await assetsOf(clientId);
    expect(asset?.alt).toBe("Blick in die Halle");
    expect(asset?.bytes).toBeGreaterThan(40_000_000);
    await page.goto(at);
    const shown = page.getByRole("img", { name: "Blick in die Halle" });
    await shown.scrollIntoViewIfNeeded();
    // Asked from outside: inside, the page's own policy lets no text be run as a script.
    await until(() => page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)"));
  });

  test("many files have one button, nothing typed is lost by another's upload, and arrow keys move the focus", async () => {
    const { page, at, clientId, complaints } = await openLibrary({ isChecked: true });
    const files = ["a.png", "b.png", "c.png"].map((name, index) => ({
      ...{ name, mimeType: "image/png" },
      buffer: drawPng(80 + index, 60),
    }));
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(files.slice(0, 2));
    await page.getByLabel("Alternativtext").first().fill("Erstes Bild");
    await page.getByText("b.png ist hochgeladen.").waitFor();
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(files.slice(2));
    await page.getByText("c.png ist hochgeladen.").waitFor();
    expect(await page.getByLabel("Alternativtext").first().inputValue()).toBe("Erstes Bild");
    await page.getByLabel("Nachweis für alle").fill("Foto: Anna Berg");
    await page.getByRole("button", { name: "Für alle übernehmen" }).click();
    await checkBothLooks(page, "uploads");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("3 Dateien sind gespeichert.").waitFor();
    const rows = await service.sql<{ id: string; alt: string | null; credit: string | null }[]>`
      select id, alt, credit from asset where client_id = ${clientId} order by id`;
    expect(rows.map(({ alt, credit }) => [alt, credit])).toEqual([
      ["Erstes Bild", "Foto: Anna Berg"],
      [null, "Foto: Anna Berg"],
      [null, "Foto: Anna Berg"],
    ]);
    await page.goto(`${at}/${rows[0]?.id}`);
    const target = page.getByRole("button", { name: /Bildmittelpunkt/ });
    await target.click({ position: { x: 2, y: 2 } });
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowDown");
    const [x, y] = [
      await page.getByLabel("von links").inputValue(),
      await page.getByLabel("von oben").inputValue(),
    ];
    expect([Number(x), Number(y)].every((each) => each > 0 && each < 20)).toBe(true);
    await checkBothLooks(page, "focus");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByRole("status").first().waitFor();
    const [kept] =
      await service.sql`select focus_x as x, focus_y as y from asset where id = ${rows[0]?.id ?? ""}`;
    expect(kept).toEqual({ x: Number(x), y: Number(y) });
    expect(complaints).toEqual([]);
  });

  test("a file that is chosen again after the page was closed goes on where it was", async () => {
    const { page, at, clientId } = await openLibrary();
    const file = await noisyPicture("weiter.png", 1_800);
    // A browser knows a file again by name, size and time.
    await utimes(file, new Date(0), new Date(0));
    const ranges: string[] = [];
    let isBroken = true;
    await page.route("**/uploads/*", async (route) => {
      const range = await route.request().headerValue("content-range");
      if (range === null) return await route.continue();
      if (isBroken && ranges.length === 4) return await route.abort("connectionreset");
      ranges.push(range);
      return await route.continue();
    });
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(file);
    await page.getByText("Verbindung unterbrochen").waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(at);
    isBroken = false;
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(file);
    await page.getByText("weiter.png ist hochgeladen.").waitFor();
    expect(ranges[4]).toStartWith("bytes 4000000-");
    expect((await assetsOf(clientId)).length).toBe(1);
  });

  test("a file that was chosen before the page's script had arrived is uploaded", async () => {
    const { page, at } = await openLibrary();
    const arrival = Promise.withResolvers<void>();
    await page.route("**/app/assets/upload-*.js", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(at, { waitUntil: "commit" });
    const picture = { name: "frueh.png", mimeType: "image/png", buffer: drawPng(60, 40) };
    await page.locator("input[type=file]").setInputFiles(picture);
    arrival.resolve();
    await page.getByText("frueh.png ist hochgeladen.").waitFor();
  });

  test("says that the session has ended, and not that the file was refused", async () => {
    const { page, personId } = await openLibrary();
    await service.sql`delete from person_session where person_id = ${personId}`;
    const picture = { name: "halle.png", mimeType: "image/png", buffer: drawPng(60, 40) };
    await page.locator("input[type=file]").setInputFiles(picture);
    const reason = page.locator(".upload-list .problem");
    await reason.waitFor();
    expect(await reason.textContent()).toStartWith(
      "Ihre Sitzung ist beendet. Melden Sie sich in einem neuen Fenster an",
    );
  });

  test("several files are dropped at once, and what is none is refused by name", async () => {
    const { page, clientId, complaints } = await openLibrary();
    const picture = [...drawPng(600, 400)];
    const transfer = await page.evaluateHandle((bytes) => {
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(bytes)], "eins.png"));
      files.items.add(new File(["kein Bild"], "zwei.jpg"));
      files.items.add(new File([Uint8Array.from(bytes)], "drei.png"));
      return files;
    }, picture);
    await page.dispatchEvent(".drop", "drop", { dataTransfer: transfer });
    await page.getByText("drei.png ist hochgeladen.").waitFor();
    expect(await page.locator(".upload-list li").count()).toBe(3);
    expect(await page.locator(".upload-list .problem").textContent()).toContain("beschädigt");
    expect((await assetsOf(clientId)).length).toBe(2);
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  });

  test("one file is uploaded, described and deleted without JavaScript", async () => {
    const { page, clientId } = await openLibrary({ javaScriptEnabled: false });
    const buffer = drawPng(500, 300);
    await page.getByLabel("Alternativtext").fill("Ein Muster");
    await page
      .getByLabel("Datei", { exact: true })
      .setInputFiles({ name: "muster.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Hochladen" }).click();
    expect(await page.getByLabel("Alternativtext").inputValue()).toBe("Ein Muster");
    await page.getByText("Löschen …").click();
    await page.getByRole("button", { name: "Ja, löschen" }).click();
    expect(await page.getByRole("status").textContent()).toContain("gelöscht");
    expect((await assetsOf(clientId)).length).toBe(0);
  });

  test("the library is accessible and fits: light on a telephone, dark on a wide screen", async () => {
    const { page, at, complaints } = await openLibrary({ width: 390, isChecked: true });
    const check = (name: string) => checkBothLooks(page, name);
    await check("mediathek-leer");
    const files = [1, 2].map((number) => ({
      name: `bild-${number}.png`,
      mimeType: "image/png",
      buffer: drawPng(600, 300 * number),
    }));
    const pdf = {
      name: "lang-er-name-einer-broschuere.pdf",
      mimeType: "",
      buffer: Buffer.from("%PDF-1.7\n%%EOF\n"),
    };
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles([...files, pdf]);
    await page.getByText("broschuere.pdf ist hochgeladen.").waitFor();
    await check("mediathek-hochgeladen");
    await page.goto(at);
    await check("mediathek");
    await page.getByRole("link", { name: "bild-1.png" }).click();
    await page.getByRole("heading", { name: "bild-1.png" }).waitFor();
    await check("mediathek-bild");
    await page.goto(at.replace("mediathek", "abonnenten"));
    await check("abonnenten");
    expect(complaints).toEqual([]);
  });
});

type Opened = { page: Page; at: string; clientId: number; complaints: string[] };

async function openLibrary(look: Look = {}): Promise<Opened & { personId: string }> {
  const { agencyId, clientId } = await createWorkshop(service.sql);
  const editor = await createDashboardUser(service, agencyId, { role: "editor" });
  const { page, complaints } = await dashboard.open(editor, look);
  const at = `${dashboard.url}/app/kunden/${clientId}/mediathek`;
  await page.goto(at);
  return { page, at, clientId, complaints, personId: editor.personId };
}

/** A picture of noise, which no compression makes smaller: `side` squared, three bytes each. */
async function noisyPicture(name: string, side: number): Promise<string> {
  const rows = randomFillSync(Buffer.alloc((side * 3 + 1) * side));
  for (let y = 0; y < side; y += 1) rows[y * (side * 3 + 1)] = 0;
  const path = join(folder, name);
  await writeFile(path, pngFile(side, side, deflateSync(rows, { level: 0 })));
  return path;
}

const assetsOf = (clientId: number) => service.sql<{ alt: string | null; bytes: number }[]>`
  select a.alt, b.bytes::integer as bytes
  from asset a
  join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
  where a.client_id = ${clientId}
  order by a.id
`;
