import { afterAll, describe, expect, test } from "bun:test";
import { toolMessages } from "../../../service/edges/public-tools/messages.ts";
import { type AiReply, fails, isSilent, says, startAiServer } from "../../features/writer/ai-server.ts";
import { expectAccessible } from "../../support/axe.ts";
import { given } from "../../support/cast.ts";
import { startProxiedService } from "./tool-calls.ts";
import { toolPages, useTool } from "./tool-pages.ts";

let reply: AiReply = isSilent;
const ai = given(() => startAiServer((response, request) => reply(response, request)));
const withAi = given(() => startProxiedService("server", { AI_BASE_URL: ai.baseUrl, AI_MODEL: "m" }));
const openPage = toolPages(withAi);
afterAll(async () => {
  await withAi.stop();
  await ai.close();
});

describe("the page with an AI server", () => {
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
