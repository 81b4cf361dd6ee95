import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { excerptOf } from "../../../service/features/newsroom/excerpt.ts";
import { renderAtom, renderRss } from "../../../service/features/newsroom/feeds.ts";
import { releaseLinks, resolveRedirect } from "../../../service/features/newsroom/links.ts";
import { renderFrontPage } from "../../../service/features/newsroom/pages/render-front-page.ts";
import { renderGalleryPage } from "../../../service/features/newsroom/pages/render-gallery-page.ts";
import { renderNewsroomPage } from "../../../service/features/newsroom/pages/render-newsroom-page.ts";
import { renderNotFoundPage } from "../../../service/features/newsroom/pages/render-not-found-page.ts";
import { renderReleasePage } from "../../../service/features/newsroom/pages/render-release-page.ts";
import { renderSearchPage } from "../../../service/features/newsroom/pages/render-search-page.ts";
import { renderSitemap } from "../../../service/features/newsroom/sitemaps.ts";
import { compress } from "../../../service/floor/web/compress.ts";
import { contentSecurityPolicy } from "../../../service/floor/web/content-security-policy.ts";
import { renderErrorPage } from "../../../service/floor/web/render-message-page.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { hostileMarkdown } from "../../press-text/markdown/support/hostile-markdown.ts";
import { htmlOf } from "../../press-text/markdown/support/html-of.ts";
import { expectAccessible, onlyColours } from "../../support/axe.ts";
import { until } from "../../support/until.ts";
import { closeWindows, launchChromium, sharedChromium } from "./support/chromium.ts";
import {
  feedRelease,
  newsroom,
  release,
  sampleAssets,
  teasers,
  windTopic,
} from "./support/sample-newsroom.ts";
import { servePages } from "./support/serve-pages.ts";

const publicUrl = "https://presse.example";
const neighbours = { previous: teasers[2] ?? null, next: teasers[0] ?? null };
/** Names as German ones are: the address alone is wider than the column beside the text. */
const longWord = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
const ofLongNames = {
  ...newsroom,
  clientName: longWord,
  pressContact: {
    ...{ name: longWord, role: longWord, organisation: longWord, picture: null },
    lines: [{ term: "E-Mail", value: `presse@${longWord}.example`, scheme: "mailto:" as const }],
  },
};
const audio = {
  title: "O-Ton",
  url: "/media/o.mp3",
  mediaType: "audio/mpeg",
  bytes: 2_400_000,
  credit: null,
  picture: null,
};
const pages = new Map([
  [
    "release",
    renderReleasePage({
      publicUrl,
      newsroom,
      release: { ...release, assets: [...release.assets, audio] },
      ...neighbours,
      topics: ["Windenergie"],
      translations: [{ slug: "wind-farm", language: "en" }],
      viewId: null,
    }),
  ],
  [
    "newsroom",
    renderNewsroomPage({
      publicUrl,
      newsroom,
      filter: { kind: "all" as const },
      leadImage: release.image,
      topics: [windTopic],
      years: [2026],
      releases: teasers,
      newerUrl: "/newsroom/a",
      olderUrl: "/newsroom/b",
    }),
  ],
  [
    "long-names",
    renderNewsroomPage({
      ...{ publicUrl, newsroom: ofLongNames, filter: { kind: "all" as const }, leadImage: null },
      ...{ topics: [], years: [], releases: teasers, newerUrl: null, olderUrl: null },
    }),
  ],
  [
    "release-of-long-names",
    renderReleasePage({
      ...{ publicUrl, newsroom: ofLongNames, release: { ...release, title: longWord } },
      ...{ previous: null, next: null, topics: [longWord], translations: [], viewId: null },
    }),
  ],
  [
    "search",
    renderSearchPage({
      newsroom,
      query: "Windparks",
      isCut: true,
      outcome: {
        kind: "found",
        count: 21,
        isAll: false,
        hits: teasers.map((teaser) => ({
          ...teaser,
          excerpt: excerptOf(release.text.lead, ["windpark", "burgerwindpark"]),
        })),
      },
    }),
  ],
  [
    "gallery",
    renderGalleryPage({
      publicUrl,
      newsroom,
      assets: sampleAssets,
      years: [2026, 2025],
      filter: { year: null, releaseSlug: null },
      olderUrl: "/newsroom/b",
      isFirstPage: false,
    }),
  ],
  [
    "english",
    renderNewsroomPage({
      publicUrl,
      newsroom: { ...newsroom, language: "en" },
      filter: { kind: "topic", topic: windTopic },
      leadImage: null,
      topics: [windTopic],
      years: [2026],
      releases: teasers.map((teaser) => ({ ...teaser, language: "en" })),
      newerUrl: null,
      olderUrl: null,
    }),
  ],
  [
    "front",
    renderFrontPage({
      operatorLinks: newsroom,
      newsrooms: [
        { clientSlug: "a", ownHost: null, clientName: "Ärger & Söhne" },
        { clientSlug: "b", ownHost: null, clientName: "Nordlicht" },
      ],
    }),
  ],
  ["not-found", renderNotFoundPage(newsroom)],
  ["error", renderErrorPage("0190-abc")],
]);

let browser: Browser;
let site: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  browser = await sharedChromium();
  site = await servePages(({ path }) => {
    const [, kind, hash] = /\/go\/([a-z_]+)\/([0-9a-f]+)$/.exec(path) ?? [];
    const link = resolveRedirect(releaseLinks({ newsroom, release }), kind ?? "", hash ?? "");
    if (link !== null) return { status: 302, headers: { location: link.url } };
    const body = pages.get(path.slice(1));
    if (body === undefined) return null;
    return {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": contentSecurityPolicy(),
      },
      body,
    };
  });
});

afterAll(async () => {
  await closeWindows(browser);
  await site.close();
});

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
      await judged.goto(`${site.url}/${name}`);
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
    const body = pages.get(name) ?? "";
    for (const width of [390, 1280]) {
      await withPage({ width }, async (page) => {
        // Pictures come late, in the shape that their files have.
        await page.context().route(/\/media\//, async (route) => {
          await Bun.sleep(150);
          await route.fulfill({
            contentType: "image/svg+xml",
            body: pictureOf(body, new URL(route.request().url()).pathname),
          });
        });
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
        await page.context().unrouteAll({ behavior: "wait" });
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

test("no hostile text runs a script in a browser, even without a policy", async () => {
  await withPage({}, async (page) => {
    const requests: string[] = [];
    await page.route("**", (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    for (const batch of [hostileMarkdown, ["<b>"]]) {
      await page.setContent(`<!doctype html><main>${batch.map((text) => htmlOf(text)).join("<hr>")}</main>`);
      await page.evaluate(
        "document.querySelectorAll('main *').forEach((each) => each.tagName != 'A' && each.click())",
      );
    }
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(requests).toEqual([]);
    await page.setContent("<img src=x onerror='window.pwned=1'>");
    await until(() => page.evaluate<boolean>("window.pwned === 1"));
  });
});

test("feeds are well-formed XML, whatever the texts hold", async () => {
  const hostile = "]]></title><x>&\u0000\u0008\ud800 <b>'\"</b> &amp; 😀 Ö";
  const releases = [1, 2].map(() => ({
    ...feedRelease,
    title: hostile,
    summary: hostile,
    topics: [hostile],
    text: readText(hostile),
    slug: hostile.replace("\ud800", ""),
  }));
  const feed = {
    publicUrl,
    newsroom: { ...newsroom, clientName: hostile, about: readText(hostile) },
    topic: null,
    releases,
  };
  const rss = renderRss(feed);
  const sitemap = renderSitemap({
    publicUrl,
    newsroom,
    releases: releases.map(({ slug }) => ({ slug, updatedAt: new Date(0) })),
  });
  await withPage({}, async (page) => {
    const parse = (xml: string, selector: string) =>
      page.evaluate(
        `(() => { const doc = new DOMParser().parseFromString(${JSON.stringify(xml)}, "application/xml");
          return [doc.querySelectorAll("parsererror").length, doc.querySelector(${JSON.stringify(selector)})?.textContent ?? null]; })()`,
      );
    expect(await parse(rss, "item > title")).toEqual([0, "]]></title><x>& <b>'\"</b> &amp; 😀 Ö"]);
    expect(await parse(renderAtom(feed), "entry > title")).toEqual([
      0,
      "]]></title><x>& <b>'\"</b> &amp; 😀 Ö",
    ]);
    expect(await parse(sitemap, "loc")).toEqual([0, "https://presse.example/newsroom/nordlicht-energie"]);
    expect(await parse("<rss><item></rss>", "item")).not.toEqual([0, ""]);
  });
});

async function openContext({ width = 1280, ...options }: Look): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, viewport: { width, height: 800 } });
  // Nothing but loopback: pictures of the sample stay unloaded.
  await context.route(/^https:/, (route) => route.abort());
  return context;
}

async function withPage(look: Look, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(look);
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Loaded ones, and none in view that is still to come. */
const hasPicturesInView = `(() => {
  const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  return inView.every(({ complete }) => complete) && inView.some(({ naturalWidth }) => naturalWidth > 0);
})()`;

/** In the size that the page says it has; tall where it says none, so that it would be seen to move the page. */
function pictureOf(page: string, path: string): string {
  const said = page.match(/<picture.*?<\/picture>|<img [^>]*>/gs)?.find((each) => each.includes(path)) ?? "";
  const [width = "600", height = "1800"] = ["width", "height"].map(
    (side) => new RegExp(`\\b${side}="(\\d+)"`).exec(said)?.[1],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="teal"/></svg>`;
}

type Look = { width?: number };
