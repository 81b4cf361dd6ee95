import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import type { ClippingFields } from "../../../../service/features/insights/clippings/schema.ts";
import { migrate } from "../../../../service/floor/db/migrate.ts";
import { migrations } from "../../../../service/floor/db/migrations.ts";
import { type Database, openDatabase } from "../../../../service/floor/db/open.ts";
import { createShiftedClock, type ShiftedClock } from "../../../faults/support/shifted-clock.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { type PostgresServer, startPostgres } from "../../../support/postgres.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { type LoggingServiceProcess, startServiceProcess } from "../../../support/service-process.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser } from "../support.ts";
import { insertViews } from "./support.ts";

const operator = { type: "operator", id: null } as const;
/** A Friday, and the third business day of the month after it. */
const [friday, dueDay] = ["2026-10-30T11:00:00Z", "2026-11-04T07:00:05Z"];

describe.each(storyBrowsers)("a schedule over the end of a month, in $name", ({ openBrowser }) => {
  let clock: ShiftedClock;
  let postgres: PostgresServer;
  let service: LoggingServiceProcess;
  let mailServer: MailServer;
  let database: Database;
  let agencyId: number;
  let release: TestRelease;
  let window: { context: BrowserContext; page: Page };

  beforeAll(async () => {
    clock = createShiftedClock();
    goTo(friday);
    mailServer = await startMailServer();
    postgres = await startPostgres({ environment: clock.environment });
    database = await openDatabase({ databaseUrl: postgres.url, dataDirectory: "", connectionsMax: 2 });
    const { sql } = database;
    await migrate(sql, migrations);
    ({ agencyId } = await createTestAgency(sql));
    release = await createTestRelease(sql, agencyId, { title: "Neues Werk", clientName: "Müller" });
    await sql`update release set published_at = now() - interval '20 days' where agency_id = ${agencyId}`;
    await insertViews(sql, agencyId, release.pressReleaseId);
    const contact = { clientId: release.clientId, name: "Anna Müller", email: "anna@mueller.example" };
    await addClientContact(sql, agencyId, contact, operator);
    service = await startService();
    const owner = await createDashboardUser({ url: service.url, sql }, agencyId);
    const context = await (await openBrowser()).newContext();
    const [name = "", value = ""] = owner.cookie.split("=");
    await context.addCookies([{ name, value, url: at("") }]);
    window = { context, page: await context.newPage() };
  }, 120_000);
  afterAll(async () => {
    await window.context.close();
    await database.close();
    await service.process.end("SIGKILL");
    await postgres.stop();
    await mailServer.stop();
    clock.remove();
  });

  test("it is made in October, waits on Heute in November, counts what comes late until it is issued, and goes out", async () => {
    const { page } = window;
    await page.goto(at("/app/berichte/zeitplaene/neu"));
    await page.getByLabel("Worüber").selectOption({ label: "Müller" });
    await page.getByRole("button", { name: "Kontakte dazu anzeigen" }).click();
    await page.getByLabel(/Anna Müller/).check();
    await page.getByRole("button", { name: "Anlegen", exact: true }).click();
    await page.getByText("Der Zeitplan ist angelegt.").waitFor();
    await page.getByText("am 3. Werktag des Monats, 08:00 Uhr").waitFor();
    await page.goto(at("/app"));
    await page.locator("h1").waitFor();
    expect(await page.getByText("Berichte zum Durchsehen").count()).toBe(0);

    // The service is away over the weekend, as the office is.
    await service.stop();
    goTo(dueDay);
    service = await startService();
    await until("the draft waits on Heute", async () => {
      await page.goto(at("/app"));
      return (await page.getByText("Berichte zum Durchsehen").count()) === 1;
    });
    await page.getByText("Oktober 2026").first().waitFor();
    await enterClipping("Auf den letzten Drücker");
    await page.getByRole("link", { name: /Durchsehen\s*: Müller/ }).click();
    await page.getByText("Auf den letzten Drücker").first().waitFor();
    expect(await page.getByLabel(/Anna Müller/).isChecked()).toBe(true);
    await page.getByLabel("Kommentar der Agentur").fill("Ein **starker** Oktober.");
    await page.getByRole("button", { name: "Ausstellen und senden" }).click();
    await page.getByText("Der Bericht für Müller wird ausgestellt").waitFor();

    const mail = await mailServer.next();
    expect(mail.to).toEqual(["anna@mueller.example"]);
    await enterClipping("Zu spät");
    const reports = await database.sql`
      select from_day::text as from, to_day::text as to, content from publication_report where agency_id = ${agencyId}
    `;
    expect(reports.map(({ from, to }) => [from, to])).toEqual([["2026-10-01", "2026-10-31"]]);
    const { comment, externalInsights } = JSON.parse(String(reports[0]?.content));
    expect(comment).toBe("Ein **starker** Oktober.");
    expect(externalInsights.mediaMentions.items.map((item: { headline: string }) => item.headline)).toEqual([
      "Auf den letzten Drücker",
    ]);
    const [schedule] = await database.sql`
      select next_run_at, last_error from report_schedule where agency_id = ${agencyId}
    `;
    expect(schedule).toMatchObject({ next_run_at: new Date("2026-12-03T07:00:00Z"), last_error: null });
  });

  const goTo = (moment: string) => clock.shift(Math.round((Date.parse(moment) - Date.now()) / 1_000));
  const startService = () =>
    startServiceProcess({
      ...clock.environment,
      ...{ DATABASE_URL: postgres.url, SMTP_URL: mailServer.url, MAIL_FROM: "dienst@nordlicht.example" },
    });
  /** By the name that the service takes for its own. */
  const at = (path: string) => service.url.replace("127.0.0.1", "localhost") + path;

  /** A clipping of October that somebody enters now. */
  async function enterClipping(headline: string): Promise<void> {
    const fields: ClippingFields = {
      ...{
        clientId: release.clientId,
        releaseId: release.pressReleaseId,
        medium: "Kurier",
        url: "",
        headline,
      },
      mediaType: "print",
      ...{ publishedOn: "2026-10-30", author: null, place: null, language: null },
      ...{ note: null, reach: null, reachSource: null },
      matchType: "mention",
    };
    await addClipping(database.sql, agencyId, { fields, actor: operator });
  }
});
