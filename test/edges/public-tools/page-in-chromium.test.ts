import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { toolMessages } from "../../../service/edges/public-tools/messages.ts";
import { closeWindows, sharedChromium } from "../../features/newsroom/support/chromium.ts";
import {
  type AiReply,
  type AiServer,
  fails,
  isSilent,
  says,
  startAiServer,
} from "../../features/writer/ai-server.ts";
import { expectAccessible, onlyColours } from "../../support/axe.ts";
import type { TestService } from "../../support/service.ts";
import { newClient, startProxiedService } from "./tool-calls.ts";

const ids = ["krisenstatement", "ueberschriften", "seo-check"];

let browser: Browser;
let service: TestService;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, service] = await Promise.all([sharedChromium(), startProxiedService("server")]);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await closeWindows(browser);
  await service.stop();
});

describe("the page of the tools", () => {
  test("is accessible, empty and with all results, light and dark", async () => {
    const { page } = await openPage({ width: 390 });
    await expectAccessible(page);
    for (const id of ids) {
      await useTool(page, id);
      await page.locator(`#${id} .result h3`).waitFor();
    }
    await useTool(page, "krisenstatement", "kurz");
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, "in the dark", onlyColours);
  });

  test("works within its own policy, asks nobody else, and fits a small phone", async () => {
    const { page, complaints } = await openPage({ width: 320 });
    for (const id of ids) {
      await useTool(page, id);
      await page.locator(`#${id} .result h3`).waitFor();
    }
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(complaints).toEqual([]);
    const { headers } = await fetch(`${service.url}/tools`);
    expect(headers.get("content-security-policy")).toStartWith("default-src 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([
      0,
      0,
      "",
    ]);
  });

  test("a statement is shown with its gaps marked, and copied whole with one click", async () => {
    const { page } = await openPage();
    await useTool(page, "krisenstatement", "In unserem Lager in Kassel hat es gebrannt.");
    const sheet = page.locator("#krisenstatement .sheet");
    await sheet.waitFor();
    await page.locator(":focus", { hasText: /^Ihr Entwurf$/ }).waitFor();
    expect(await sheet.locator("mark").first().textContent()).toBe("[Name des Unternehmens]");
    await page.getByRole("button", { name: "Text kopieren" }).click();
    await page.getByText("Kopiert ✓").waitFor();
    expect(await clipboard(page)).toBe(await sheet.textContent());
  });

  test("headlines are copied one by one and all together", async () => {
    const { page } = await openPage();
    await useTool(
      page,
      "ueberschriften",
      "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
    );
    const copies = page.locator("#ueberschriften .headlines button");
    await copies.nth(1).click();
    await page.getByText("Kopiert ✓").waitFor();
    const second = await clipboard(page);
    expect(await page.locator("#ueberschriften li p").nth(1).textContent()).toStartWith(String(second));
    await page.getByRole("button", { name: "Alle kopieren" }).click();
    await page.locator("#ueberschriften .bar").getByText("Kopiert ✓").waitFor();
    const all = String(await clipboard(page)).split("\n");
    expect(all).toHaveLength(5);
    expect(all[1]).toBe(String(second));
  });

  test("a topic without words gets no headline, and a hint at what to name", async () => {
    const { page } = await openPage();
    await useTool(page, "ueberschriften", "🔥🔥🔥");
    await page.getByText("Für weitere Vorschläge nennen Sie, wer was tut, wo und wann.").waitFor();
    await page.locator(":focus", { hasText: /^Aus diesem Thema wird keine Überschrift$/ }).waitFor();
    expect(await page.locator("#ueberschriften .headlines").count()).toBe(0);
  });

  test("a check shows score, tip and twelve criteria, and is copied as a report", async () => {
    const { page } = await openPage();
    await useTool(page, "seo-check");
    await page.locator("#seo-check .criteria li").nth(11).waitFor();
    const score = await page.locator("#seo-check .score strong").textContent();
    expect(score).toMatch(/^\d{1,3}(?:,\d)?$/);
    await page.getByRole("button", { name: "Bericht kopieren" }).click();
    await page.getByText("Kopiert ✓").waitFor();
    const report = String(await clipboard(page));
    expect(report).toStartWith(`SEO-Check: ${score} von 100 Punkten\nWichtigster Tipp – `);
    expect(report.split("\n")).toHaveLength(15);
  });

  test("copying works without the clipboard object too, which plain HTTP does not have", async () => {
    const { page } = await openPage();
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await useTool(
      page,
      "ueberschriften",
      "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
    );
    await page.getByRole("button", { name: "Alle kopieren" }).click();
    await page.getByText("Kopiert ✓").waitFor();
    await page.locator("#seo-check textarea").focus();
    await page.keyboard.press("Control+V");
    expect((await page.locator("#seo-check textarea").inputValue()).split("\n")).toHaveLength(5);
  });

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

describe("the page with an AI server", () => {
  let reply: AiReply = isSilent;
  let ai: AiServer;
  let withAi: TestService;
  beforeAll(async () => {
    ai = await startAiServer((response, request) => reply(response, request));
    withAi = await startProxiedService("server", {
      AI_BASE_URL: ai.baseUrl,
      AI_MODEL: "m",
    });
  });
  afterAll(async () => {
    await withAi.stop();
    await ai.close();
  });

  test("says that a service of others reads along, and shows HTML that comes back as text", async () => {
    const { page, complaints } = await openPage({ at: withAi });
    expect(await page.locator(".opening").textContent()).toContain("nichts Vertrauliches");
    const hostile = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script> ${"[<b>Lücke</b>] ".repeat(9)}`;
    reply = says(JSON.stringify({ statement: hostile }));
    await useTool(page, "krisenstatement");
    await page.locator("#krisenstatement .sheet").waitFor();
    expect(await page.locator("#krisenstatement .sheet").textContent()).toBe(hostile.trim());
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test("says while it waits that it works, takes no second click, and then why nothing came", async () => {
    const { page } = await openPage({ at: withAi });
    ai.requests.length = 0;
    const { promise: isClicked, resolve: clicked } = Promise.withResolvers<void>();
    reply = async (response, request) => {
      await isClicked;
      await fails(500)(response, request);
    };
    await useTool(page, "ueberschriften");
    await page.getByRole("button", { name: "Die Überschriften werden geschrieben …" }).click({ force: true });
    clicked();
    await page.locator("#ueberschriften .problem").getByText(toolMessages.writerUnavailable).waitFor();
    expect(ai.requests).toHaveLength(1);
    await page.getByRole("button", { name: "Vorschläge holen" }).waitFor();
  });
});

test("with AI off, the page shows the two tools as switched off and keeps the check", async () => {
  const off = await startProxiedService("server", { AI_MODE: "off" });
  try {
    const { page } = await openPage({ at: off });
    expect(await page.locator("form").count()).toBe(1);
    expect(await page.getByText(toolMessages.writerOff).count()).toBe(2);
    await expectAccessible(page);
    await useTool(page, "seo-check");
    await page.locator("#seo-check .score").waitFor();
  } finally {
    await off.stop();
  }
});

type Look = {
  colorScheme?: "light" | "dark";
  width?: number;
  from?: string;
  at?: TestService;
};

/** The page as a visitor of its own sees it; anything that goes elsewhere than the service fails the test. */
async function openPage(look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  const { url } = look.at ?? service;
  const context = await browser.newContext({
    colorScheme: look.colorScheme ?? "light",
    viewport: { width: look.width ?? 390, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    extraHTTPHeaders: { "x-forwarded-for": look.from ?? newClient() },
  });
  contexts.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(`${url}/tools`);
  return { page, complaints };
}

async function useTool(page: Page, id: string, text?: string): Promise<void> {
  if (text === undefined) await page.locator(`#${id} .example`).click();
  else await page.locator(`#${id} textarea`).fill(text);
  await page.locator(`#${id} [type=submit]`).click();
}

const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()");
