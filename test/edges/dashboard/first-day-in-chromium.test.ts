import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import { grantCredits } from "../../../service/features/workflow/credits/grant-credits.ts";
import { drawPng } from "../../features/media/support/draw.ts";
import { startApprovalMails } from "../../support/approval-mails.ts";
import { createTestAgency } from "../../support/service.ts";
import { type DashboardBrowser, startDashboardBrowser } from "./support-browser.ts";

let dashboard: DashboardBrowser;
let mails: Awaited<ReturnType<typeof startApprovalMails>>;

beforeAll(async () => {
  mails = await startApprovalMails();
  dashboard = await startDashboardBrowser(mails.settings);
});
afterEach(() => dashboard.closeWindows());
afterAll(async () => {
  await dashboard.stop();
  await mails.stop();
});

/** It took 20 clicks over 15 pages before texts had an editor, logos a field in the form of a client, and the imprint one where it is missing. */
const clicksMax = 13;
const pagesMax = 11;

test("from an empty agency to the first release with picture, logo and imprint: few clicks, few pages", async () => {
  const { service, url } = dashboard;
  const { agencyId } = await createTestAgency(service.sql);
  await grantCredits(service.sql, agencyId, 3);
  const email = `erste-${agencyId}@example.org`;
  const operator = { type: "operator", id: null } as const;
  await inviteMember(service.sql, agencyId, { email, role: "owner", clientIds: null }, operator);
  const link = await issueSignInLink(service.sql, email);
  const { page, complaints } = await dashboard.open(null);
  const { count, click } = countOf(page);
  const upload = async (label: string | RegExp, name: string) => {
    count.clicks += 1;
    const file = { name, mimeType: "image/png", buffer: drawPng(900, 600) };
    await page.getByLabel(label).setInputFiles(file);
  };

  await page.goto(`${url}/app/anmelden/${link?.token}`);
  await click("button", "Jetzt anmelden");
  await click("link", /Einen Kunden anlegen/);
  await page.getByLabel("Name").fill("Müller Maschinenbau");
  await page.getByLabel(/E-Mail-Adresse der Pressestelle/).fill("anna@mueller.example");
  await upload(/^Logo/, "logo.png");
  await click("button", "Anlegen");
  await click("link", "Neue Meldung");
  await page.getByLabel("Titel", { exact: true }).fill("Neues Werk in Bremen eröffnet");
  await page.getByRole("textbox", { name: "Text", exact: true }).focus();
  await page.keyboard.type("Bremen. Das Werk hat 120 Arbeitsplätze und ging am Montag in Betrieb.");
  await click("button", /^Bild$/);
  await upload("Neues Bild hochladen", "werk.png");
  await page.getByLabel("Alternativtext: Was ist zu sehen?").fill("Die neue Halle");
  await page.getByLabel("Bildnachweis").fill("Foto: Anna Berg");
  await click("button", "Einfügen");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await click("button", "Speichern und Freigabe anfragen");
  await click("button", "Um Freigabe bitten");
  await page.getByText("bekommt eine Mail").waitFor();

  const client = (await dashboard.open(null)).page;
  await client.goto(await mails.linkTo("anna@mueller.example"));
  await client.getByRole("button", { name: "Freigeben" }).click();
  await client.getByRole("heading", { name: /Vielen Dank/ }).waitFor();

  // The mail about the answer leads to this page.
  await page.goto(`${url}${new URL(page.url()).pathname}`);
  await click("link", "Veröffentlichen …");
  await page.getByLabel("Impressum").fill("Müller Maschinenbau GmbH, Hafenstraße 1, 28195 Bremen");
  await click("button", "Impressum speichern");
  await click("button", "Veröffentlichen (1 Credit)");
  await page.getByRole("timer").waitFor();

  const [release] = await service.sql`
    select d.status, n.logo_asset_id is not null as "hasLogo", n.imprint_markdown is not null as "hasImprint"
    from draft d join newsroom n on n.agency_id = d.agency_id and n.client_id = d.client_id
    where d.agency_id = ${agencyId}`;
  expect(release).toEqual({ status: "scheduled", hasLogo: true, hasImprint: true });
  expect(complaints).toEqual([]);
  expect(count.clicks).toBeLessThanOrEqual(clicksMax);
  expect(count.pages).toBeLessThanOrEqual(pagesMax);
  if (Bun.env.SHOW_COUNT !== undefined) process.stdout.write(`${JSON.stringify(count)}\n`);
});

/** Counts what a person does: each press of the mouse, and each page that comes. */
function countOf(page: Page) {
  const count = { clicks: 0, pages: 0 };
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && !frame.url().startsWith("about:")) count.pages += 1;
  });
  const click = async (role: "button" | "link", name: string | RegExp) => {
    count.clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  return { count, click };
}
