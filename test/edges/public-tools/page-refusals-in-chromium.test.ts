import { afterAll, describe, expect, test } from "bun:test";
import { toolMessages } from "../../../service/edges/public-tools/messages.ts";
import { given } from "../../support/cast.ts";
import { newClient, startProxiedService } from "./tool-calls.ts";
import { toolPages, useTool } from "./tool-pages.ts";

const service = given(() => startProxiedService("server"));
const openPage = toolPages(service);
afterAll(() => service.stop());

describe("the page of the tools", () => {
  test("what a tool would refuse is said before a try is lost on it", async () => {
    const { page } = await openPage();
    const refusals = [
      ["krisenstatement", "   ", "Bitte beschreiben Sie, was vorgefallen ist."],
      ["krisenstatement", "😀".repeat(9), toolMessages.problemTooShort],
      ["ueberschriften", "x".repeat(501), toolMessages.topicTooLong],
      ["seo-check", "x".repeat(49), toolMessages.textTooShort],
    ] as const;
    for (const [id, text, message] of refusals) {
      await useTool(page, id, text);
      await page.locator(`#${id} .problem`).getByText(message).waitFor();
      await page.locator(`#${id} [aria-invalid="true"]:focus`).waitFor();
    }
    await useTool(page, "krisenstatement", "😀".repeat(10));
    await page.locator("#krisenstatement .tries").getByText("Noch 4 von 5 Versuchen.").waitFor();
  });

  test("tries are counted down, the fifth starts the clock, and a refusal by the service is shown", async () => {
    const from = newClient();
    const { page } = await openPage({ from });
    const tries = page.locator("#ueberschriften .tries");
    expect(await tries.textContent()).toBe("5 Versuche in 15 Minuten.");
    for (const left of [4, 3, 2, 1]) {
      await useTool(page, "ueberschriften", `Neue Halle ${left}`);
      await tries.getByText(`Noch ${left} von 5 Versuchen.`).waitFor();
    }
    await useTool(page, "ueberschriften", "Neue Halle");
    await tries.getByText(/^Kein Versuch mehr frei\. Der nächste in 1[45]:\d\d Minuten\.$/).waitFor();
    expect(await page.locator("#ueberschriften [type=submit]").getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator("#seo-check [type=submit]").getAttribute("aria-disabled")).toBeNull();

    // A second window of the same person does not know yet, and learns it from the refusal.
    const other = await openPage({ from });
    await useTool(other.page, "ueberschriften", "Neue Halle");
    await other.page
      .locator("#ueberschriften .problem")
      .getByText(/5 kostenlosen Versuche ausgeschöpft/)
      .waitFor();
    await other.page
      .locator("#ueberschriften .tries")
      .getByText(/Der nächste in 1[45]:\d\d Minuten/)
      .waitFor();
  });

  test("the button is free again when the wait is over", async () => {
    const { page } = await openPage();
    await page.route("**/api/tools/headline-generator", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "1", "x-ratelimit-remaining": "0" },
        json: { error: "Bitte warten Sie." },
      }),
    );
    await useTool(page, "ueberschriften", "Neue Halle");
    await page.getByText("Bitte warten Sie.").first().waitFor();
    await page.locator("#ueberschriften .tries").getByText("Ein Versuch ist wieder frei.").waitFor();
    expect(await page.locator("#ueberschriften [type=submit]").getAttribute("aria-disabled")).toBeNull();
    expect(await page.locator("#ueberschriften .problem").isVisible()).toBe(false);
  });

  test("a line that is down, a proxy's page and a code instead of a sentence end in a German sentence", async () => {
    const { page } = await openPage();
    const problem = page.locator("#ueberschriften .problem");
    await page.route("**/api/tools/headline-generator", (route) => route.abort());
    await useTool(page, "ueberschriften", "Neue Halle");
    await problem.getByText(/nicht erreichbar/).waitFor();
    for (const [status, body] of [
      [502, "<html>502</html>"],
      [421, '{"error":"misdirected_request"}'],
      [500, "null"],
      [200, "null"],
      [200, "{}"],
    ] as const) {
      await page.unroute("**/api/tools/headline-generator");
      await page.route("**/api/tools/headline-generator", (route) => route.fulfill({ status, body }));
      await useTool(page, "ueberschriften", "Neue Halle");
      await problem.getByText(/Fehler aufgetreten/).waitFor();
    }
  });
});
