import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { createTestAgency, createTestRelease, type TestService } from "../../../support/service.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { checkBothLooks, type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";
import { insertViews } from "./support.ts";

const clients = ["Brauerei", "Gärtnerei", "Maschinenbau", "Reederei", "Stadtwerke"];

describe.each(storyBrowsers)("a month in $name", ({ name, openBrowser }) => {
  let dashboard: DashboardBrowser;
  let service: TestService;
  let mailServer: MailServer;
  let agencyId: number;
  let owner: DashboardUser;

  beforeAll(async () => {
    mailServer = await startMailServer();
    const mail = { SMTP_URL: mailServer.url, MAIL_FROM: "dienst@nordlicht.example" };
    dashboard = await startDashboardBrowser(mail, openBrowser);
    ({ service } = dashboard);
    ({ agencyId } = await createTestAgency(service.sql));
    for (const clientName of clients) {
      const release = await createTestRelease(service.sql, agencyId, {
        title: `Neues: ${clientName}`,
        clientName,
      });
      await service.sql`
      update release
      set published_at = now() - interval '50 days'
      where agency_id = ${agencyId} and id = ${release.pressReleaseId}
    `;
      await insertViews(service.sql, agencyId, release.pressReleaseId);
      const contact = {
        clientId: release.clientId,
        name: "Kontakt",
        email: `${clientName.toLowerCase().replace("ä", "ae")}@k.example`,
      };
      await addClientContact(service.sql, agencyId, contact, { type: "operator", id: null });
    }
    owner = await createDashboardUser(service, agencyId);
  }, 90_000);
  afterEach(() => dashboard.closeWindows());
  /** Of a month that was sent no second draft is made. */
  const forgetMonth = async () => {
    await service.sql`delete from report_draft where agency_id = ${agencyId}`;
    await service.sql`delete from mail where agency_id = ${agencyId}`;
  };
  afterAll(async () => {
    await dashboard.stop();
    await mailServer.stop();
  });

  test.each(name === "Chromium" ? [true, false] : [true])(
    "a month's reports for five clients, from nothing to sent: nine clicks, two of them with a comment (script: %p)",
    async (javaScriptEnabled) => {
      await forgetMonth();
      mailServer.received.length = 0;
      const { page, complaints } = await dashboard.open(owner, { javaScriptEnabled });
      const beganAtMs = performance.now();
      let clicks = 0;
      const click = async (role: "link" | "button", name: string | RegExp) => {
        clicks += 1;
        await page.getByRole(role, { name }).first().click();
      };
      await page.goto("/app/berichte");
      await click("link", "Entwürfe");
      await click("link", "Berichte für mehrere Kunden");
      await click("button", "Entwürfe anlegen");
      await page.getByText("5 Entwürfe liegen bereit").waitFor();
      for (const client of ["Brauerei", "Gärtnerei"]) {
        await click("link", client);
        await page.getByLabel("Kommentar der Agentur").fill("Ein **guter** Monat.");
        await click("button", "Ausstellen und senden");
        await page.getByText(`Der Bericht für ${client} wird ausgestellt`).waitFor();
      }
      clicks += 1;
      await page.getByText(/alle 3 Entwürfe ausstellen und senden …/).click();
      await click("button", "Ja, ausstellen und senden");
      await page.getByText("3 Berichte werden jetzt ausgestellt").waitFor();
      expect(clicks).toBe(9);
      await until(() => mailServer.received.length === clients.length);
      const to = mailServer.received.flatMap((mail) => mail.to).toSorted();
      expect(to).toEqual(
        ["brauerei", "gaertnerei", "maschinenbau", "reederei", "stadtwerke"].map(
          (name) => `${name}@k.example`,
        ),
      );
      // Until all are issued the page loads itself again, and Firefox gives one navigation up for another to the same address.
      await untilShown(page, "ausgestellt", { looksAgain: javaScriptEnabled });
      await until(async () => {
        const waiting =
          await service.sql`select from mail where agency_id = ${agencyId} and status = 'waiting'`;
        return waiting.length === 0;
      });
      await page.reload();
      expect(await page.getByText("ausgestellt und verschickt").count()).toBe(5);
      const minutes = (performance.now() - beganAtMs) / 60_000;
      console.info(
        `a month's reports for five clients in ${name}: ${clicks} clicks, ${minutes.toFixed(2)} minutes`,
      );
      expect(complaints).toEqual([]);
    },
  );

  if (name === "Chromium")
    test("its pages have no accessibility fault and fit a phone", async () => {
      await forgetMonth();
      const { page: first } = await dashboard.open(owner);
      await first.goto("/app/berichte/entwuerfe/neu");
      await first.getByRole("button", { name: "Entwürfe anlegen" }).click();
      await first.getByText("5 Entwürfe liegen bereit").waitFor();
      const draft = (await first.getByRole("link", { name: "Reederei" }).first().getAttribute("href")) ?? "";
      const paths = [
        "/app",
        "/app/berichte",
        "/app/berichte/neu",
        "/app/berichte/zeitplaene/neu",
        "/app/berichte/entwuerfe",
        "/app/berichte/entwuerfe/neu",
        draft,
      ];
      const { page } = await dashboard.open(owner, { width: 390, isChecked: true });
      for (const path of paths) {
        await page.goto(path);
        await checkBothLooks(page, path === draft ? "/app/berichte/entwuerfe/einer" : path);
      }
    });
});

/** Waits until all five are there: on the page's own looks, or on ours where it has no script. */
async function untilShown(page: Page, text: string, { looksAgain }: { looksAgain: boolean }): Promise<void> {
  const last = page
    .locator("main:not(:has([data-running])) .state.good", { hasText: text })
    .nth(clients.length - 1);
  if (looksAgain) return await last.waitFor();
  await until(async () => {
    await page.reload();
    return (await last.count()) === 1;
  });
}
