import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { allowLoopback } from "../../../features/reporting/webhooks/webhook-calls.ts";
import { startSink } from "../../../features/reporting/webhooks/webhook-sink.ts";
import { dashboardScene, given } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser } from "../support.ts";
import { checkBothLooks, type Look } from "../support-browser.ts";

const sink = given(async () => startSink());
const { dashboard, service } = dashboardScene({ ...allowLoopback });
afterAll(() => sink.stop());

describe("in Chromium", () => {
  test.each([[true], [false]])(
    "an owner makes a key and a webhook, tests it, rotates its secret and sends again (JavaScript: %p)",
    async (javaScriptEnabled) => {
      const { page } = await openAsOwner({ javaScriptEnabled });
      await page.goto(`${settings()}/schluessel`);
      await page.getByRole("link", { name: "Schlüssel erstellen" }).click();
      await page.getByLabel("Name").fill("Webshop");
      await page.getByRole("button", { name: "Erstellen" }).click();
      const key = (await page.locator("#key").textContent()) ?? "";
      expect(await page.locator("#curl").textContent()).toContain(
        `${dashboard.url}/api/reporting/v1/webhooks`,
      );
      const answer = await fetch(`${dashboard.url}/api/reporting/v1/webhooks`, {
        headers: { "x-api-key": key },
      });
      expect(answer.status).toBe(200);

      const oldSecret = await createEndpoint(page);
      await page.getByRole("link", { name: "Zum Webhook" }).click();
      await page.getByLabel("Ereignis", { exact: true }).selectOption("conversion.recorded");
      const before = sink.received.length;
      await page.getByRole("button", { name: "Testereignis senden" }).click();
      await page.getByRole("heading", { name: "Conversion erfasst" }).waitFor();
      await until("the test event arrives", () => sink.received.length === before + 1);
      await until("the page shows it", async () => {
        await page.reload();
        return (await page.getByText("zugestellt 204").count()) === 1;
      });

      await page.getByRole("link", { name: "Webhooks", exact: true }).first().click();
      await page.getByRole("link", { name: sink.url }).click();
      await page.getByRole("link", { name: "Geheimnis erneuern" }).click();
      await page.getByRole("button", { name: "Jetzt erneuern" }).click();
      await page.getByRole("heading", { name: "Neues Geheimnis" }).waitFor();
      const newSecret = (await page.locator("#secret").textContent()) ?? "";

      await page.getByRole("link", { name: "Zum Webhook" }).click();
      await page.getByRole("link", { name: "Zustellungen" }).first().click();
      await page.getByRole("link", { name: "Conversion erfasst" }).click();
      await page.getByRole("button", { name: "Erneut zustellen" }).click();
      await page.getByRole("heading", { name: "Erneut zustellen" }).waitFor();
      await until("it arrives again", () => sink.received.length === before + 2);
      const { body, headers } = sink.received.at(-1) ?? { body: "", headers: new Headers() };
      expect(headers.get("webhook-replay")).toBe("true");
      for (const secret of [oldSecret, newSecret])
        expect(new StandardWebhook(secret.slice(4)).verify(body, Object.fromEntries(headers))).toMatchObject({
          test: true,
        });
    },
  );

  test("a key is copied by keyboard alone", async () => {
    const { page } = await openAsOwner();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: dashboard.url });
    await page.goto(`${settings()}/schluessel/neu`);
    await page.getByLabel("Name").focus();
    await page.keyboard.type("Mit der Tastatur");
    await page.keyboard.press("Enter");
    const button = page.getByRole("button", { name: /Kopieren.*Schlüssel/ });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Kopiert.").first().waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      (await page.locator("#key").textContent()) ?? "",
    );
  });

  test("pages are accessible and fit: light on a telephone, dark on a wide screen", async () => {
    const { page, agencyId } = await openAsOwner({ width: 390, isChecked: true });
    const check = (name: string) => checkBothLooks(page, name);
    await createEndpoint(page);
    await check("webhook-secret");
    await page.getByRole("link", { name: "Zum Webhook" }).click();
    await check("webhook");
    sink.answer = () => new Response("<h1>Internal Server Error</h1>", { status: 500 });
    await page.getByRole("button", { name: "Testereignis senden" }).click();
    // A page that is on its way can't be loaded anew.
    await page.getByRole("status").waitFor();
    await until("it was tried", async () => {
      const rows =
        await service.sql`select from webhook_attempt where agency_id = ${agencyId} and status = 'failed'`;
      return rows.length === 1;
    });
    sink.answer = () => new Response(null, { status: 204 });
    await page.reload();
    await check("message");
    await page.getByRole("button", { name: "Erneut zustellen" }).click();
    await page.getByRole("heading", { name: "Erneut zustellen" }).waitFor();
    await check("replay");
    await page.goto(`${settings()}/schluessel/neu`);
    await page.getByLabel("Name").fill("Webshop");
    await page.getByRole("button", { name: "Erstellen" }).click();
    await check("key-created");
    await page.goto(`${settings()}/webhooks/zustellungen?meldung=7`);
    await check("deliveries of a release");
  });
});

/** A page of an owner who is signed in. */
async function openAsOwner(look: Look = {}): Promise<{ page: Page; agencyId: number }> {
  const { agencyId } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, agencyId);
  return { page: (await dashboard.open(owner, look)).page, agencyId };
}

const settings = () => `${dashboard.url}/app/einstellungen`;

async function createEndpoint(page: Page): Promise<string> {
  await page.goto(`${settings()}/webhooks`);
  await page.getByRole("link", { name: "Webhook anlegen" }).click();
  await page.getByLabel("Adresse").fill(`${sink.url}/${crypto.randomUUID()}`);
  await page.getByLabel("Bericht erstellt").check();
  await page.getByRole("button", { name: "Anlegen" }).click();
  await page.getByRole("heading", { name: "Webhook angelegt" }).waitFor();
  return (await page.locator("#secret").textContent()) ?? "";
}
