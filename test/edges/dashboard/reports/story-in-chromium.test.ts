import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { dashboardScene, given } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { checkBothLooks } from "../support-browser.ts";
import { press } from "../support-keyboard.ts";
import { insertViews } from "./support.ts";

const mailServer = given(() => startMailServer());
const { dashboard, service, agency } = dashboardScene(() => ({
  SMTP_URL: mailServer.url,
  MAIL_FROM: "dienst@nordlicht.example",
}));
let releaseId: number;
let owner: DashboardUser;

beforeAll(async () => {
  const release = await createTestRelease(service.sql, agency.agencyId, {
    title: "Werk eröffnet",
    clientName: "Müller",
  });
  releaseId = release.pressReleaseId;
  await insertViews(service.sql, agency.agencyId, releaseId);
  const contact = { clientId: release.clientId, name: "Anna Müller", email: "anna@mueller.example" };
  await addClientContact(service.sql, agency.agencyId, contact, { type: "operator", id: null });
  owner = await createDashboardUser(service, agency.agencyId);
});
afterAll(() => mailServer.stop());

test.each([true, false])(
  "a report is commented, sent, opened by its link, loaded and checked (script: %p)",
  async (javaScriptEnabled) => {
    mailServer.received.length = 0;
    const { page } = await dashboard.open(owner, { javaScriptEnabled });
    await page.goto(`${dashboard.url}/app/zahlen/meldung/${releaseId}`);
    await page.getByRole("link", { name: "Bericht erstellen" }).click();
    await page.getByLabel("Kommentar der Agentur").fill("Das lief **sehr gut**.");
    await page.getByRole("button", { name: "Kommentar ansehen" }).click();
    await page.locator(".comment-preview strong").waitFor();
    await page.getByRole("button", { name: "Bericht erstellen" }).click();
    await page.getByText("Geprüft und gültig").waitFor();

    await page.getByRole("link", { name: "Versenden" }).click();
    await page.getByLabel(/Anna Müller/).check();
    await page.getByLabel("Nachricht").fill("Guten Tag Frau Müller");
    await page.getByRole("button", { name: "Senden" }).click();
    await page.getByText("Eine Nachricht wird verschickt.").waitFor();
    const mail = await mailServer.next();
    expect(mail.to).toEqual(["anna@mueller.example"]);

    await page.getByRole("link", { name: "Dateien" }).click();
    await page.getByRole("button", { name: "PDF erstellen" }).click();
    const ready = page.getByRole("link", { name: /Herunterladen.*PDF/ });
    if (!javaScriptEnabled) await lookAgainUntil(page, ready);
    const pdf = page.waitForEvent("download");
    await ready.click();
    const file = await readFile(await (await pdf).path());
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    await page.getByRole("button", { name: "JSON erstellen" }).click();
    const json = page.getByRole("link", { name: /Herunterladen.*JSON/ });
    if (!javaScriptEnabled) await lookAgainUntil(page, json);
    const loaded = page.waitForEvent("download");
    await json.click();
    const report = await readFile(await (await loaded).path(), "utf8");

    await page.getByRole("link", { name: "Links", exact: true }).click();
    await page.getByLabel("Passwort").fill("Sommer 2026!");
    await page.getByRole("button", { name: "Link erstellen" }).click();
    const link = await page.getByLabel("Adresse").inputValue();

    const { page: reader } = await dashboard.open(null, { javaScriptEnabled });
    await reader.goto(link);
    await reader.getByLabel("Passwort").fill("Sommer 2026!");
    await reader.getByRole("button", { name: "Öffnen" }).click();
    await reader.getByText("sehr gut").waitFor();
    await reader.goto(`${dashboard.url}/pruefen`);
    await reader.locator("textarea").fill(report);
    await reader.locator("form:has(textarea) button").first().click();
    await reader
      .getByText(/gültig/i)
      .first()
      .waitFor();
    const refusals = reader.getByText(/nicht gültig/i).filter({ visible: true });
    expect(await refusals.count()).toBe(0);
  },
);

test("a chart has no accessibility fault, fits a phone, and is read by keyboard", async () => {
  const { page: telephone } = await dashboard.open(owner, { width: 390, isChecked: true });
  await telephone.goto(`${dashboard.url}/app/zahlen/meldung/${releaseId}`);
  await checkBothLooks(telephone, "chart");
  const { page } = await dashboard.open(owner);
  await page.goto(`${dashboard.url}/app/zahlen/meldung/${releaseId}`);
  await press(page, page.locator(".chart summary").first());
  await page.locator(".chart details[open] > summary:focus").waitFor();
});

/** Without a script a page shows that a file is ready when it is loaded again; its link "Aktualisieren" goes once it is. */
async function lookAgainUntil(page: Page, ready: Locator) {
  const again = page.getByRole("link", { name: "Aktualisieren" });
  for (let look = 0; look < 20 && (await ready.count()) === 0; look += 1) {
    await page.waitForTimeout(500);
    if ((await again.count()) > 0) await again.click();
  }
}
