import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { closeWindows, sharedChromium } from "../../features/newsroom/support/chromium.ts";
import { serviceScene } from "../../support/cast.ts";
import { rpc } from "./support/post-message.ts";

const sites = [startSite(), startSite()];
const [named = "", foreign = ""] = sites.map(({ port }) => `http://127.0.0.1:${port}`);
const { service, agency } = serviceScene("server", { MCP_ALLOWED_ORIGINS: named });
let browser: Browser;

beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(async () => {
  await closeWindows(browser);
  await Promise.all(sites.map((site) => site.stop(true)));
});

test("a browser lets a page of the named origin talk to the endpoint, and no other page", async () => {
  const page = await browser.newPage();
  const ask = async (origin: string) => {
    await page.goto(origin);
    return await page.evaluate(
      async ({ url, key, message }) => {
        const headers = {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-06-18",
        };
        const post = (path: string, init: RequestInit) =>
          fetch(url + path, { method: "POST", ...init }).then(
            ({ status, headers: got }) => [status, got.get("www-authenticate") !== null],
            () => "blocked",
          );
        const body = JSON.stringify(message);
        return [
          await post("/api/mcp", { headers: { ...headers, authorization: `Bearer ${key}` }, body }),
          await post("/api/mcp", { headers, body }),
          await post("/oauth/register", { headers: { "content-type": "application/json" }, body: "{}" }),
          await post("/oauth/token", { body: new URLSearchParams({ grant_type: "x" }) }),
        ];
      },
      { url: service.url, key: agency.key, message: rpc("tools/list") },
    );
  };
  expect(await ask(named)).toEqual([
    [200, false],
    [401, true],
    [400, false],
    [400, false],
  ]);
  expect(await ask(foreign)).toEqual(["blocked", "blocked", "blocked", "blocked"]);
});

function startSite() {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      new Response("<!doctype html><title>Seite</title>", { headers: { "content-type": "text/html" } }),
  });
}
