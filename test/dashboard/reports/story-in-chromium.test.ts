import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { addContact } from "../../../service/clients/contacts.ts";
import { launchChromium } from "../../newsroom/support/chromium.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";
import {
  createTestAgency,
  createTestRelease,
  freePort,
  startTestService,
  type TestService,
} from "../../support/service.ts";
import { createDashboardUser } from "../support.ts";
import { insertViews } from "./support.ts";

const axeFile = createRequire(import.meta.url).resolve("axe-core");
/** Where screenshots go; none are taken without. */
const picturesFolder = Bun.env.PAGE_PICTURES;

let browser: Browser;
let service: TestService;
let mailServer: MailServer;
let url = "";
let agencyId: number;
let releaseId: number;
let cookie = "";
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  mailServer = await startMailServer();
  [browser, service] = await Promise.all([
    launchChromium(),
    startTestService("server", {
      PORT: String(port),
      PUBLIC_URL: url,
      SMTP_URL: mailServer.url,
      MAIL_FROM: "dienst@nordlicht.example",
    }),
  ]);
  ({ agencyId } = await createTestAgency(service.sql));
  const release = await createTestRelease(service.sql, agencyId, {
    title: "Werk eröffnet",
    clientName: "Müller",
  });
  releaseId = release.pressReleaseId;
  await insertViews(service.sql, agencyId, releaseId);
  const contact = { clientId: release.clientId, name: "Anna Müller", email: "anna@mueller.example" };
  await addContact(service.sql, agencyId, contact, { type: "operator", id: null });
  cookie = (await createDashboardUser(service, agencyId)).cookie;
}, 60_000);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await mailServer.stop();
});

async function open(
  look: {
    colorScheme?: "light" | "dark";
    width?: number;
    javaScriptEnabled?: boolean;
    bypassCSP?: boolean;
  } = {},
): Promise<Page> {
  const { width = 1280, ...options } = look;
  const context = await browser.newContext({
    viewport: { width, height: 850 },
    acceptDownloads: true,
    ...options,
  });
  contexts.push(context);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  return await context.newPage();
}

test.each([true, false])(
  "a report is commented, sent, opened by its link, loaded and checked (script: %p)",
  async (javaScriptEnabled) => {
    mailServer.received.length = 0;
    const page = await open({ javaScriptEnabled });
    await page.goto(`${url}/app/zahlen/meldung/${releaseId}`);
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
    for (let look = 0; look < 20 && !javaScriptEnabled && (await ready.count()) === 0; look += 1) {
      await page.waitForTimeout(500);
      await page.getByRole("link", { name: "Aktualisieren" }).click();
    }
    const pdf = page.waitForEvent("download");
    await ready.click();
    const file = await readFile(await (await pdf).path());
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    await page.getByRole("button", { name: "JSON erstellen" }).click();
    const json = page.getByRole("link", { name: /Herunterladen.*JSON/ });
    for (let look = 0; look < 20 && !javaScriptEnabled && (await json.count()) === 0; look += 1) {
      await page.waitForTimeout(500);
      await page.getByRole("link", { name: "Aktualisieren" }).click();
    }
    const loaded = page.waitForEvent("download");
    await json.click();
    const report = await readFile(await (await loaded).path(), "utf8");

    await page.getByRole("link", { name: "Links", exact: true }).click();
    await page.getByLabel("Passwort").fill("Sommer 2026!");
    await page.getByRole("button", { name: "Link erstellen" }).click();
    const link = await page.getByLabel("Adresse").inputValue();

    const reader = await (await browser.newContext({ javaScriptEnabled })).newPage();
    contexts.push(reader.context());
    await reader.goto(link);
    await reader.getByLabel("Passwort").fill("Sommer 2026!");
    await reader.getByRole("button", { name: "Öffnen" }).click();
    await reader.getByText("sehr gut").waitFor();
    await reader.goto(`${url}/pruefen`);
    await reader.locator("textarea").fill(report);
    await reader.locator("form:has(textarea) button").first().click();
    await reader
      .getByText(/gültig/i)
      .first()
      .waitFor();
    const refusals = reader.getByText(/nicht gültig/i).filter({ visible: true });
    expect(await refusals.count()).toBe(0);
  },
  60_000,
);

test("every page has no accessibility fault, fits a phone, and is read by keyboard", async () => {
  const paths = [
    "/app/zahlen",
    "/app/zahlen/kunden",
    "/app/zahlen/kampagnen/neu",
    "/app/zahlen/portfolios",
    `/app/zahlen/meldung/${releaseId}`,
    "/app/berichte",
    "/app/berichte/neu",
    "/app/berichte/zeitplaene/neu",
  ];
  const [report] = await service.sql<
    { id: string }[]
  >`select id from publication_report where agency_id = ${agencyId} limit 1`;
  paths.push(
    ...["", "/dateien", "/senden", "/links"].map((ending) => `/app/berichte/${report?.id}${ending}`),
  );
  const axe = await readFile(axeFile, "utf8");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [390, 1280]) {
      const page = await open({ colorScheme, width, bypassCSP: true });
      for (const path of paths) {
        await page.goto(url + path);
        const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        expect([path, width, isWide]).toEqual([path, width, false]);
        await page.evaluate(axe);
        const found = (await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
        )) as string[];
        expect([path, colorScheme, width, found]).toEqual([path, colorScheme, width, []]);
        if (picturesFolder !== undefined) {
          const name = `${path.slice(5).replaceAll("/", "-")}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: `${picturesFolder}/${name}`, fullPage: true });
        }
      }
    }
  }
  const page = await open();
  await page.goto(`${url}/app/zahlen/meldung/${releaseId}`);
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate("document.activeElement.matches('.chart summary')")) break;
  }
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.parentElement.open")).toBe(true);
}, 120_000);
