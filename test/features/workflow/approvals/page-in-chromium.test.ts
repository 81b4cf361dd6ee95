import { beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { checkApprovalStatus } from "../../../../service/features/workflow/approvals/check-approval-status.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { expectAccessible, onlyColours } from "../../../support/axe.ts";
import { serviceScene } from "../../../support/cast.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { createRequested, strangeToken } from "../../../support/workflow.ts";
import { closeWindows, sharedChromium } from "../../newsroom/support/chromium.ts";

const bodyMarkdown = `**Bremen.** Müller Maschinenbau hat am Montag sein neues Werk eröffnet. Auf 12.000 Quadratmetern entstehen Pressen für die Verpackungsindustrie, und 120 Menschen finden dort Arbeit.

## Strom vom eigenen Dach

- 1.800 Module auf dem Hallendach
- [Mehr zum Werk](https://example.org/werk)

> „Wir bauen dort, wo unsere Leute leben“, sagt Anna Müller.`;

const { service, workshop, atEnd } = serviceScene();
let browser: Browser;

beforeAll(async () => {
  browser = await sharedChromium();
});
atEnd(() => closeWindows(browser));

describe("the approval page in Chromium", () => {
  test("is accessible in each of its states, light and dark", async () => {
    const { url } = await request();
    await withPage({ width: 390 }, async (page) => {
      const check = async () => {
        await page.emulateMedia({ colorScheme: "light" });
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: "dark" });
        await expectAccessible(page, "in the dark", onlyColours);
      };
      await page.goto(url);
      await check();
      await page.getByRole("button", { name: "Änderungen wünschen" }).click();
      await page.getByRole("alert").waitFor();
      await check();
      await page.getByRole("button", { name: "Freigeben" }).click();
      await page.getByRole("heading", { name: /Ihre Freigabe ist angekommen/ }).waitFor();
      await check();
      await page.goto(`${service.url}/approvals/${strangeToken()}`);
      await check();
    });
  });

  test("approves without JavaScript, by keyboard alone, and shows the receipt when opened again", async () => {
    const { url, draftId } = await request();
    await withPage({ width: 390, javaScriptEnabled: false }, async (page) => {
      await page.goto(url);
      await page.getByLabel("Anmerkung zum ganzen Text").fill("Passt so.\nDanke!");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("Mit Ihren Anmerkungen freigeben oder").waitFor();
      // From the decision, which the address names: the comment, then the button.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /Ihre Freigabe ist angekommen/ }).waitFor();
      expect(await page.locator("dd").allTextContents()).toContain("Passt so.\nDanke!");
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Ihre Freigabe" }).waitFor();
    });
    expect(await checkApprovalStatus(service.sql, workshop.agencyId, { draftId })).toMatchObject({
      status: "approved",
      publishable: true,
      decidedBy: "Anna Müller",
      comment: "Passt so.\nDanke!",
    });
  });

  test("asks for a comment where changes are wanted, keeps what was written, and decides nothing before", async () => {
    const { url, draftId } = await request();
    await withPage({ width: 390, javaScriptEnabled: false }, async (page) => {
      await page.goto(url);
      await page.getByRole("button", { name: "Änderungen wünschen" }).click();
      expect(await page.getByRole("alert").textContent()).toContain("was geändert werden soll");
      expect(await statusOf(draftId)).toBe("pending");
      await page.getByLabel("Anmerkung zum ganzen Text").fill("Bitte die Zahl der Module prüfen.");
      await page.getByRole("button", { name: "Änderungen wünschen" }).click();
      await page.getByRole("heading", { name: /Ihre Rückmeldung ist angekommen/ }).waitFor();
    });
    expect(await statusOf(draftId)).toBe("changes_requested");
  });

  test("runs nothing of the text, loads nothing from elsewhere and tells no other site its address", async () => {
    const { url } = await request({
      bodyMarkdown: `${bodyMarkdown}\n\n<script>window.pwned=1</script><img src=x onerror="window.pwned=1">`,
    });
    await withPage({ width: 390 }, async (page) => {
      const complaints: string[] = [];
      const requested: { url: string; referrer: string | undefined }[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      await page.route("**", async (route) => {
        const target = route.request().url();
        requested.push({ url: target, referrer: (await route.request().allHeaders()).referer });
        await (target.startsWith(service.url) ? route.continue() : route.fulfill({ body: "elsewhere" }));
      });
      await page.goto(url);
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(await page.evaluate("getComputedStyle(document.querySelector('.sheet')).borderRadius")).toBe(
        "6px",
      );
      await page.getByRole("link", { name: "Mehr zum Werk" }).click();
      await page.waitForURL("https://example.org/werk");
      expect(requested.map((each) => each.url)).toEqual([url, "https://example.org/werk"]);
      expect(requested[1]?.referrer).toBeUndefined();
      expect(complaints).toEqual([]);
    });
  });

  test("prints on A4: text with numbered lines, version and decision, and nothing to press", async () => {
    const { url, draftId } = await request();
    const person = await createDashboardUser(service, workshop.agencyId);
    const [name = "", value = ""] = person.cookie.split("=");
    await withPage({ width: 1280 }, async (page) => {
      await page.goto(url);
      const asked = pdfText(await page.pdf({ format: "A4" }));
      expect(asked).toMatch(/Fassung .* 1 Pressemitteilung .* Neues Werk in Bremen eröffnet/);
      expect(asked).toContain("1.800 Module auf dem Hallendach");
      expect(asked).not.toMatch(/Freigeben|Änderungen wünschen|Anmerken|Weitergeben/);
      await page.getByLabel("Anmerkung zum ganzen Text").fill("Bitte die Zahl prüfen.");
      await page.getByRole("button", { name: "Änderungen wünschen" }).click();
      await page.getByRole("heading", { name: "Der Text von Fassung 1" }).waitFor();
      const decided = pdfText(await page.pdf({ format: "A4" }));
      expect(decided).toMatch(
        /Änderungen gewünscht Anna Müller .* Bitte die Zahl prüfen\. .* 1 Pressemitteilung/,
      );
      expect(decided).toContain("1.800 Module auf dem Hallendach");
      await page.context().addCookies([{ name, value, url: service.url }]);
      await page.goto(`${service.url}/app/meldungen/${draftId}/freigabe`);
      await page.getByRole("button", { name: /^Erledigt/ }).waitFor();
      const kept = pdfText(await page.pdf({ format: "A4" }));
      expect(kept).toContain("Änderungen gewünscht am");
      expect(kept).not.toMatch(/Erledigt|anlegen|Entwurf zeigen/);
    });
  });

  test("fits a small phone without scrolling sideways", async () => {
    const { url } = await request({
      title: "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik wächst",
    });
    await withPage({ width: 320 }, async (page) => {
      await page.goto(url);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    });
  });
});

async function request(input: { title?: string; bodyMarkdown?: string } = {}) {
  const { draftId, token } = await createRequested(service.sql, workshop, {
    subtitle: "120 Arbeitsplätze und Strom vom eigenen Dach",
    keywords: ["Maschinenbau", "Bremen"],
    bodyMarkdown,
    ...input,
  });
  return { draftId, url: `${service.url}/approvals/${token}` };
}

async function statusOf(draftId: string): Promise<string> {
  return (await checkApprovalStatus(service.sql, workshop.agencyId, { draftId })).status;
}

async function withPage(
  look: { colorScheme?: "light" | "dark"; width: number; javaScriptEnabled?: boolean },
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { width, ...options } = look;
  const tab = await browser.newContext({ ...options, viewport: { width, height: 800 } });
  try {
    await work(await tab.newPage());
  } finally {
    await tab.close();
  }
}
