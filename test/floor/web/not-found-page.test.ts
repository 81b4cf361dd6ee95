import { describe, expect, test } from "bun:test";
import { notFoundPage } from "../../../service/floor/web/not-found-page.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

function ask(path: string, { method = "GET", accept = browser } = {}) {
  return notFoundPage(new Request(`http://127.0.0.1${path}`, { method, headers: { accept } }));
}

describe("an address that leads nowhere", () => {
  test.each([
    ["/newsroom/x/y/z", "gibt es keine Meldung"],
    ["/newsroom", "gibt es nichts"],
    ["/pruefen/x", "gibt es nichts"],
    ["/", "gibt es nichts"],
  ])("%s is a page for who reads: %s", async (path, text) => {
    const page = ask(path);
    expect([page?.status, await page?.text()]).toEqual([404, expect.stringContaining(text)]);
    expect(ask(path, { method: "HEAD" })?.status).toBe(404);
  });

  test("is JSON for programs", () => {
    for (const path of ["/api/v1/unknown", "/mcp/x", "/oauth/x", "/.well-known/x"])
      expect(ask(path)).toBeNull();
    expect(ask("/pruefen/x", { accept: "*/*" })).toBeNull();
    expect(ask("/pruefen/x", { method: "POST" })).toBeNull();
  });
});
