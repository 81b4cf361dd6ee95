import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { sharedChromium } from "../../../features/newsroom/support/chromium.ts";
import { hostileMarkdown } from "../../../press-text/markdown/support/hostile-markdown.ts";
import { clipboards } from "./support/clipboards.ts";

let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const built = await Bun.build({
    entrypoints: [new URL("support/paste-in-page.ts", import.meta.url).pathname],
    target: "browser",
  });
  context = await (await sharedChromium()).newContext();
  page = await context.newPage();
  await page.addScriptTag({ content: (await built.outputs[0]?.text()) ?? "" });
});
afterAll(() => context.close());

describe("what is pasted", () => {
  test.each(clipboards.map(({ form, html, markdown }) => [form, html, markdown]))(
    "keeps its structure: %s",
    async (_form, html, markdown) => {
      expect((await read(html)).markdown).toBe(markdown);
    },
  );

  test("hands over pictures that stand in it as data, and only those", async () => {
    const { pictures, html } = await read(
      `<p>a</p><img src="data:image/png;base64,iVBORw0KGgo="><img src="data:image/svg+xml;base64,PHN2Zz4=">`,
    );
    expect(pictures).toEqual(["data:image/png;base64,iVBORw0KGgo="]);
    expect(html).toContain("Bild fehlt");
  });

  test("runs nothing, loads nothing and leaves no attribute that could", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const hostile = hostileMarkdown.filter((text) => text.includes("<"));
    for (const html of [...hostile, hostile.join(""), `<p>${hostile.join("</p><p>")}</p>`]) {
      const { html: clean } = await read(html);
      // The only attributes that the cleaned markup has.
      expect(
        (clean ?? "").replace(
          /<[a-z0-9]+(?: (?:href="(?:https?:|mailto:)[^"]*"|start="\d+"|data-(?:src|alt)="[^"]*"))*>/g,
          "",
        ),
      ).not.toMatch(/<[a-z]/i);
    }
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test("is read in a moment however long or deep it is, and refused past its bound", async () => {
    // Nested deeper, the browser's own parser takes seconds: it looks through all open elements at each one.
    const texts = [
      "<div>a".repeat(3_000),
      `<ul><li data-aria-level=1>${"<div>a".repeat(3_000)}`,
      "<ul><li>a".repeat(3_000),
      "<b><i>a".repeat(100),
      "<p style='mso-list:l0 level9 lfo1'>a".repeat(10_000),
      `<table>${"<tr><td rowspan=65534 colspan=1000>a".repeat(5_000)}</table>`,
      "<!--[if !supportLists]>".repeat(50_000),
    ];
    for (const html of texts) {
      const { html: clean, tookMs } = await read(html);
      expect(clean).not.toBeNull();
      expect(tookMs).toBeLessThan(20_000);
    }
    expect((await read("<br>".repeat(30_000))).html).not.toBeNull();
    expect((await read("<br>".repeat(30_001))).html).toBeNull();
    expect((await read("a".repeat(4_000_000))).html).not.toBeNull();
    expect((await read("a".repeat(4_000_001))).html).toBeNull();
  });
});

type Read = { markdown: string; html: string | null; pictures: string[]; tookMs: number };

type PasteWindow = { readPaste: (html: string) => Read };

const read = (html: string): Promise<Read> =>
  page.evaluate((text) => (globalThis as unknown as PasteWindow).readPaste(text), html);
