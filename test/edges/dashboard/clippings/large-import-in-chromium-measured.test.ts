import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Browser, Page } from "playwright-core";
import { closeWindows, sharedChromium } from "../../../features/newsroom/support/chromium.ts";
import { childEnvironment } from "../../../support/environment.ts";
import {
  createTestAgency,
  createTestRelease,
  freePort,
  startTestService,
  type TestService,
} from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser } from "../support.ts";

/** A few pieces. `IMPORT_ROWS=1000000 bun test <this file>` is the long form, which prints its figures. */
const rows = Number(childEnvironment().IMPORT_ROWS ?? 12_000);
const importMs = 60_000 + rows * 3;
/** Of the page, which holds one piece of the file at a time, and of the service with the test itself. */
const pageBytesMax = 64 * 1024 * 1024;
const serviceBytesMax = 1_500 * 1024 * 1024;

let browser: Browser;
let service: TestService;
let page: Page;
let agencyId: number;
let path: string;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  [browser, service] = await Promise.all([
    sharedChromium(),
    startTestService("server", { LOOPS: "on", PORT: String(port), PUBLIC_URL: url }),
  ]);
  ({ agencyId } = await createTestAgency(service.sql));
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const [name = "", value = ""] = (await createDashboardUser(service, agencyId)).cookie.split("=");
  const context = await browser.newContext({ baseURL: service.url });
  await context.addCookies([{ name, value, url: service.url }]);
  page = await context.newPage();
  path = join(mkdtempSync(join(tmpdir(), "prs-large-")), "grosse-datei.csv");
  await pipeline(Readable.from(lines(pressReleaseId)), createWriteStream(path));
});
afterAll(async () => {
  await closeWindows(browser);
  await service.stop();
  rmSync(join(path, ".."), { recursive: true });
});

test("a transfer tells how far it is, and leaves nothing when it is stopped", async () => {
  // The second part never arrives.
  await page.route("**/importe/teile/*", async (route) => {
    const range = route.request().headers()["content-range"] ?? "";
    if (range === "" || range.startsWith("bytes 0-")) await route.continue();
  });
  await upload();
  await page.getByText("% übertragen").waitFor();
  await until(async () => (await left()).parts === 1);
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await page.getByText("Abgebrochen. Es wurde nichts gespeichert.").waitFor();
  await until(isNothingLeft);
  await page.unroute("**/importe/teile/*");
});

test(
  "an import tells how far it is, is stopped while rows are stored, and taken in whole the second time",
  async () => {
    let bytesMax = 0;
    const sampling = setInterval(() => {
      bytesMax = Math.max(bytesMax, process.memoryUsage().rss);
    }, 500);
    const startedAt = performance.now();
    await upload();
    const session = await page.context().newCDPSession(page);
    let pageBytes = 0;
    await until(async () => {
      const { usedSize } = (await session.send("Runtime.getHeapUsage")) as { usedSize: number };
      pageBytes = Math.max(pageBytes, usedSize);
      return await preview().isVisible();
    });
    const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
    const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(0);
    console.log(`${rows} rows: transfer ${seconds(startedAt)} s, page at most ${megabytes(pageBytes)} MB`);
    await page.getByRole("button", { name: "Übernehmen" }).click();
    await page.getByText("Sie können die Seite verlassen").waitFor();
    await until(async () => (await left()).mentions > 100);
    console.log(`first rows stored ${seconds(startedAt)} s after the beginning`);
    const goOn = await holdStoring();
    const answerLook = await holdLook();
    await page.getByText("Import abbrechen …").click();
    await answerLook();
    await page.getByRole("button", { name: "Ja, abbrechen" }).click();
    await page.getByText("Von der Datei ist nichts übernommen.").waitFor();
    await goOn();
    await page.goto("/app/clippings");
    await page.getByText("Noch keine Clippings").waitFor();
    await until(isNothingLeft);

    await upload();
    await preview().waitFor({ timeout: importMs });
    await page.getByRole("button", { name: "Übernehmen" }).click();
    const importedFrom = performance.now();
    const shown = new Intl.NumberFormat("de-DE").format(rows);
    await page.getByText(`${shown} neue Clippings`).waitFor({ timeout: importMs });
    clearInterval(sampling);
    console.log(
      `import ${seconds(importedFrom)} s, service and test together at most ${megabytes(bytesMax)} MB`,
    );
    expect(await left()).toMatchObject({ parts: 0, mentions: rows });
    expect(pageBytes).toBeLessThan(pageBytesMax);
    expect(bytesMax).toBeLessThan(serviceBytesMax);
  },
  importMs * 3,
);

function* lines(pressReleaseId: number): Generator<string> {
  yield "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle\n";
  for (let n = 0; n < rows; n += 1)
    yield `${pressReleaseId};Weser-Kurier;Online;Neues Werk in Bremen ${n};https://weser.example/artikel/2026/11/${n};02.11.2026;Auszug;Clipping-Dienst\n`;
}

async function upload(): Promise<void> {
  await page.goto("/app/clippings/importe/neu");
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByRole("button", { name: "Hochladen und ansehen" }).click();
}
async function left(): Promise<{ parts: number; mentions: number; open: number }> {
  const [row] = await service.sql<{ parts: number; mentions: number; open: number }[]>`
    select
      (select count(*)::integer from asset_upload_part where agency_id = ${agencyId}) as parts,
      (select count(*)::integer from media_mention where agency_id = ${agencyId}) as mentions,
      (select count(*)::integer from insight_upload where agency_id = ${agencyId} and state <> 'cancelled') as open
  `;
  return row ?? { parts: -1, mentions: -1, open: -1 };
}
/** Keeps rows from being stored, because a fast machine stores all of them while the question is read. */
async function holdStoring(): Promise<() => Promise<void>> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = service.sql.begin(async (transaction) => {
    await transaction`select from release where agency_id = ${agencyId} for update`;
    held.resolve();
    await over.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    over.resolve();
    await holding;
  };
}
/** Holds the answer of the page's look at itself: a question that is opened meanwhile stays open. */
async function holdLook(): Promise<() => Promise<void>> {
  const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const path = new URL(page.url()).pathname;
  await page.route(`**${path}`, async (route) => {
    asked.resolve();
    await over.promise;
    await route.continue();
  });
  await asked.promise;
  return async () => {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    over.resolve();
    await (await answered).finished();
  };
}
const preview = () => page.getByRole("heading", { name: "Die ersten Zeilen" });
const isNothingLeft = async () => Object.values(await left()).every((count) => count === 0);
