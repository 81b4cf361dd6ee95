import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { insertContactList } from "../../../../service/features/media-contacts/lists-sql.ts";
import { createContact, secretKey } from "../../../features/media-contacts/support.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { headerOf, readMail } from "../../../support/read-mail.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser } from "../support.ts";
import { checkBothLooks, type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";

let dashboard: DashboardBrowser;
let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  dashboard = await startDashboardBrowser({
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Dienst <dienst@example.org>",
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
  });
}, 60_000);
afterEach(() => dashboard.closeWindows());
afterAll(async () => {
  await dashboard.stop();
  await mailServer.stop();
});

test("an editor sends a release to the press, and a journalist objects by one click", async () => {
  const { service } = dashboard;
  const { sql } = service;
  const { agencyId } = await createTestAgency(sql);
  await createTestRelease(sql, agencyId, { clientName: "Hafenbau AG" });
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Bremen", clientId: null, condition: null });
  const { email } = await createContact(sql, agencyId, { lastName: "Meier", listIds: [listId] });
  const editor = await createDashboardUser(service, agencyId, { role: "editor" });
  const { page, complaints } = await dashboard.open(editor);
  const look = (name: string) => checkBothLooks(page, name);

  await page.goto("/app/aussand");
  await look("mailings-none");
  await page.getByRole("link", { name: "Neuer Aussand" }).first().click();
  await page.getByLabel("Worum geht es?").selectOption({ index: 1 });
  await look("mailings-new");
  await page.getByRole("button", { name: "Weiter zu den Empfängern" }).click();
  await page.getByLabel("Bremen").check();
  await look("mailing-recipients");
  await page.getByRole("button", { name: "Weiter zum Inhalt" }).click();
  await page.getByLabel("Persönliche Zeilen").fill("{Anrede},\n\nunser Hafen wächst. {Vornahme}");
  await page.getByRole("button", { name: "Weiter zur Vorschau" }).click();
  await page.getByText("„{Vornahme}“, das gibt es nicht").first().waitFor();
  await page.getByLabel("Persönliche Zeilen").fill("{Anrede},\n\nunser Hafen wächst.");
  await look("mailing-content");
  await page.getByRole("button", { name: "Weiter zur Vorschau" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByText("Sehr geehrte Frau Dr. Muster,").waitFor();
  await look("mailing-preview");
  for (const [name, label] of [
    ["mailing-preview-phone", "Telefon"],
    ["mailing-preview-dark", "Dunkel"],
    ["mailing-preview-text", "Nur Text"],
  ] as const) {
    await page.getByRole("link", { name: label }).click();
    await look(name);
  }
  await page.getByRole("button", { name: /Testmail an/ }).click();
  await page.getByText("Eine Testmail geht an").waitFor();
  const trial = await until("the trial", () => mailServer.received.find(({ to }) => to[0] !== email));
  expect(headerOf(trial.source, "subject")).toContain("=5BTest=5D");

  await page.getByRole("link", { name: "Weiter zum Senden" }).click();
  await page.getByText("Ein Empfänger.").waitFor();
  await look("mailing-send");
  await page.getByRole("button", { name: "Senden" }).click();
  await page.getByText("Bitte bestätigen Sie, dass dieser Aussand informiert").first().waitFor();
  await page.getByLabel(/Dieser Aussand informiert/).check();
  await page.getByRole("button", { name: "Senden" }).click();
  await page.getByText("Der Aussand geht an einen Empfänger").waitFor();
  const mail = await until("the mail", () => mailServer.received.find(({ to }) => to[0] === email));
  const text = readMail(mail.source);
  expect(text).toContain("Sehr geehrte Frau Meier,");
  expect(headerOf(mail.source, "auto-submitted")).toBe("auto-generated");

  const [unsubscribe = ""] = /https?:[^>]+/.exec(headerOf(mail.source, "list-unsubscribe") ?? "") ?? [];
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(unsubscribe, { method: "POST", body })).status).toBe(200);
  await until("it is through", async () => {
    await page.reload();
    return (await page.locator(".state").first().textContent()) === "verschickt";
  });
  expect(await page.locator(".figures").textContent()).toMatch(/Widersprüche1/);
  await look("mailing-sent");

  await page.getByRole("link", { name: "Aussand", exact: true }).first().click();
  await look("mailings-list");
  // The two forms that were refused.
  expect(complaints.filter((each) => !each.includes("400 (Bad Request)"))).toEqual([]);
}, 180_000);

test("the sender of a client shows what to enter in its DNS", async () => {
  const { service } = dashboard;
  const { agencyId } = await createTestAgency(service.sql);
  const { clientId } = await createTestRelease(service.sql, agencyId, { clientName: "Hafenbau AG" });
  const owner = await createDashboardUser(service, agencyId);
  const { page } = await dashboard.open(owner);
  await page.goto(`/app/kunden/${clientId}/absender`);
  await page.getByLabel("Adresse").fill("presse@hafenbau.example");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByText("Jetzt fehlt noch der Eintrag im DNS").waitFor();
  await checkBothLooks(page, "sender");
}, 120_000);
