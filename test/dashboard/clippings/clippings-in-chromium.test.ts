import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../../newsroom/support/chromium.ts";
import { childEnvironment } from "../../support/environment.ts";
import {
  createTestAgency,
  createTestRelease,
  freePort,
  startTestService,
  type TestService,
} from "../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const axeFile = createRequire(import.meta.url).resolve("axe-core");
/** Where pictures go when somebody wants to look at the pages. */
const pictures = childEnvironment().PICTURES_FOLDER;

let browser: Browser;
let service: TestService;
let owner: DashboardUser;
let agencyId: number;
let releaseId: number;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  [browser, service] = await Promise.all([
    launchChromium(),
    startTestService("server", { PORT: String(port), PUBLIC_URL: url }),
  ]);
  ({ agencyId } = await createTestAgency(service.sql));
  releaseId = (await createTestRelease(service.sql, agencyId, { title: "Neues Werk in Bremen eröffnet" }))
    .pressReleaseId;
  owner = await createDashboardUser(service, agencyId);
}, 60_000);
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

async function open(
  look: { width?: number; colorScheme?: "light" | "dark"; javaScriptEnabled?: boolean } = {},
) {
  const { width = 1280, ...options } = look;
  const context = await browser.newContext({
    viewport: { width, height: 850 },
    baseURL: service.url,
    bypassCSP: true,
    ...options,
  });
  contexts.push(context);
  const [name = "", value = ""] = owner.cookie.split("=");
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

async function look(page: Page, name: string): Promise<void> {
  await page.addScriptTag({ content: await readFile(axeFile, "utf8") });
  const violations = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  expect(violations).toEqual([]);
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBe(0);
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

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

test("a file with its own column names is looked at, mapped, refused by line, mended, and imported once", async () => {
  const { page, complaints } = await open();
  await page.goto("/app/clippings");
  await look(page, "leer");
  await page.getByRole("link", { name: "Datei importieren" }).first().click();
  await look(page, "hochladen");
  const good = `${releaseId};Bremer Bote;Grüße;https://bote.example/1;02.11.2026;Tageszeitung`;
  const bad = `Unbekannt;Bremer Bote;Titel;https://bote.example/2;31.11.2026;Tageszeitung`;
  await page.locator("input[type=file]").setInputFiles(csv([good, bad]));
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
  await page.getByText("Gelesen als Windows-1252").waitFor();
  await page.getByRole("cell", { name: "Grüße" }).waitFor();
  await look(page, "zuordnen");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("Bitte wählen Sie eine Spalte.").first().waitFor();
  await choose(page);
  await page.locator("#f-source_all").fill("Clipping-Dienst");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("1 von 2 Zeilen stimmen nicht").waitFor({ timeout: 30_000 });
  await page.getByText("Es gibt keine Meldung „Unbekannt“").waitFor();
  await page.getByText("Diesen Tag gibt es nicht").waitFor();
  await look(page, "fehler");
  // The mended file is of the same kind: its columns are remembered.
  await page.goto("/app/clippings/importe/neu");
  await page.locator("input[type=file]").setInputFiles(csv([good]));
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
  await page.getByText("Die ersten Zeilen").first().waitFor();
  expect(await page.locator("#f-medium").inputValue()).toBe("Zeitung");
  expect(await page.locator("#f-source_all").inputValue()).toBe("Clipping-Dienst");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await page.getByText("1 neue Clippings").waitFor({ timeout: 30_000 });
  await page.getByRole("link", { name: "Clippings ansehen" }).click();
  await page.getByText("Neues Werk in Bremen eröffnet").waitFor();
  await look(page, "importiert");
  expect(complaints).toEqual([]);
}, 90_000);

test("without JavaScript a small file takes the same way", async () => {
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto("/app/clippings/importe/neu");
  await page
    .locator("input[type=file]")
    .setInputFiles(csv([`${releaseId};Bote;T;https://bote.example/3;02.11.2026;TV`]));
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
  await page.getByText("Gelesen als UTF-8").waitFor();
  await page.getByText("Import abbrechen …").click();
  await page.getByRole("button", { name: "Ja, abbrechen" }).click();
  await page.getByText("Von der Datei ist nichts übernommen.").waitFor();
}, 60_000);

test.each([
  [390, "light"],
  [390, "dark"],
  [1280, "dark"],
] as const)(
  "the pages stand at %d px in %s",
  async (width, colorScheme) => {
    const { page } = await open({ width, colorScheme });
    for (const [name, path] of [
      ["clippings", "/app/clippings"],
      ["importe", "/app/clippings/importe"],
      ["neu", "/app/clippings/importe/neu"],
      ["feeds", "/app/clippings/feeds"],
      ["anfragen", "/app/einstellungen/anfragen"],
    ] as const) {
      await page.goto(path);
      await look(page, `${name}-${width}-${colorScheme}`);
    }
  },
  60_000,
);
