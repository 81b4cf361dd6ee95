import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { compress } from "../../../service/floor/web/compress.ts";
import { takePicture } from "../../edges/dashboard/support-browser.ts";
import { expectAccessible, onlyColours } from "../../support/axe.ts";
import { until } from "../../support/until.ts";
import { launchChromium } from "./support/chromium.ts";
import { pages, sampleSite } from "./support/sample-pages.ts";
import { sampleWindows } from "./support/sample-windows.ts";

const site = sampleSite();
const { openContext, withPage } = sampleWindows();

describe("every page", () => {
  let judged: Page;
  /** One window for all looks: in a new one axe takes four times as long. */
  beforeAll(async () => {
    judged = await (await openContext({})).newPage();
  });
  afterAll(() => judged.context().close());

  test.each(["release", "newsroom", "search", "gallery", "not-found", "error", "english", "front"])(
    "is accessible, light and dark, narrow and wide: %s",
    async (name) => {
      await judged.emulateMedia({ colorScheme: "light" });
      await judged.setViewportSize({ width: 390, height: 800 });
      await servePictures(judged, name);
      await judged.goto(`${site.url}/${name}`);
      await takePicture(judged, `newsroom-${name}`);
      await expectAccessible(judged);
      await judged.emulateMedia({ colorScheme: "dark" });
      for (const width of [390, 1280]) {
        await judged.setViewportSize({ width, height: 800 });
        await expectAccessible(judged, `${name} in the dark`, onlyColours);
      }
    },
  );

  test("fits a small phone and a wide screen without scrolling sideways, and breaks nothing by its own policy", async () => {
    await withPage({ width: 320 }, async (page) => {
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      for (const name of pages.keys()) {
        await page.goto(`${site.url}/${name}`);
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 800 });
          const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth");
          expect({ name, width, fits }).toEqual({ name, width, fits: true });
        }
        expect(await page.evaluate("getComputedStyle(document.body).display")).toBe("flex");
      }
      expect(complaints.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
    });
  });

  test.each(["newsroom", "gallery", "release"])("%s moves nothing when its pictures arrive", async (name) => {
    for (const width of [390, 1280]) {
      await withPage({ width }, async (page) => {
        await servePictures(page, name, { lateByMs: 150 });
        await page.addInitScript(`window.shifts = 0; new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shifts += entry.value;
        }).observe({ type: "layout-shift", buffered: true });`);
        await page.goto(`${site.url}/${name}`);
        // Not until the network rests: it rests as well while a slow machine has not yet asked for the first one.
        await until("pictures in view", () => page.evaluate<boolean>(hasPicturesInView));
        await page.evaluate(
          "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
        );
        // The controls of a player move within themselves; a picture without a place moves by a hundred times that.
        expect(await page.evaluate("window.shifts")).toBeLessThan(0.002);
        // Those below the view may still be on their way.
        await page.unrouteAll({ behavior: "wait" });
      });
    }
  });

  test("weighs at most 30 KB compressed, and carries no script", async () => {
    for (const [name, body] of pages) {
      const { byteLength } = await compress(new TextEncoder().encode(body), "gzip");
      expect({ name, fits: byteLength <= 30_000 }).toEqual({ name, fits: true });
      expect(body.replace('<script type="application/ld+json">', "")).not.toContain("<script");
    }
  });

  test("can be reached past its masthead by keyboard", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${site.url}/release`);
      await page.keyboard.press("Tab");
      await page.locator("a:focus", { hasText: /^Zum Inhalt springen$/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.locator("#inhalt:focus").waitFor();
    });
  });

  test("prints without navigation, with the address where it can be found", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${site.url}/release`);
      await page.emulateMedia({ media: "print" });
      for (const hidden of [".masthead nav", ".neighbours", ".footer", ".skip"]) {
        expect(await page.locator(hidden).isVisible()).toBe(false);
      }
      for (const shown of ["h1", ".contact", ".about", ".source"])
        expect(await page.locator(shown).isVisible()).toBe(true);
    });
  });
});

test("a redirect to a mail address opens the mail program and leaves the reader on the page", async () => {
  // Chromium on Linux hands a mail address to `xdg-email`; this one only writes down what it was given. The shell opens no program.
  const programs = await mkdtemp(join(tmpdir(), "newsroom-programs-"));
  await writeFile(join(programs, "xdg-email"), `#!/bin/sh\necho "$1" >> ${join(programs, "opened.txt")}\n`);
  await chmod(join(programs, "xdg-email"), 0o755);
  const windowed = await launchChromium({ env: { PATH: `${programs}:/usr/bin:/bin` }, isShell: false });
  const page = await windowed.newPage();
  await page.route(/^https:/, (route) => route.abort());
  await page.goto(`${site.url}/release`);
  await page.getByRole("link", { name: "presse@nordlicht-energie.example" }).click();
  await until(async () => (await readFile(join(programs, "opened.txt"), "utf8").catch(() => "")) !== "");
  expect(await readFile(join(programs, "opened.txt"), "utf8")).toBe(
    "mailto:presse@nordlicht-energie.example\n",
  );
  expect(page.url()).toBe(`${site.url}/release`);
  expect(site.received.some(({ path }) => path.includes("/go/contact_click/"))).toBe(true);
  await windowed.close();
  await rm(programs, { recursive: true });
});

/** Loaded ones, and none in view that is still to come. */
const hasPicturesInView = `(() => {
  const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  return inView.every(({ complete }) => complete) && inView.some(({ naturalWidth }) => naturalWidth > 0);
})()`;

/** Pictures in the shape that their files have. */
async function servePictures(page: Page, name: string, { lateByMs = 0 } = {}): Promise<void> {
  await page.unrouteAll();
  await page.route(/\/media\//, async (route) => {
    await Bun.sleep(lateByMs);
    const body = pictureOf(pages.get(name) ?? "", new URL(route.request().url()).pathname);
    await route.fulfill({ contentType: "image/svg+xml", body });
  });
}

/** In the size that the page says it has; tall where it says none, so that it would be seen to move the page. */
function pictureOf(page: string, path: string): string {
  const said = page.match(/<picture.*?<\/picture>|<img [^>]*>/gs)?.find((each) => each.includes(path)) ?? "";
  const [width = "600", height = "1800"] = ["width", "height"].map(
    (side) => new RegExp(`\\b${side}="(\\d+)"`).exec(said)?.[1],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="teal"/></svg>`;
}
