import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { Browser, BrowserContext, Page } from "playwright-core";
import {
  engagementScript,
  engagementScriptHeaders,
} from "../../../service/features/newsroom/beacon/engagement-script.ts";
import { Beacon } from "../../../service/features/newsroom/beacon/schema.ts";
import type { Newsroom } from "../../../service/features/newsroom/pages/page-input.ts";
import { renderReleasePage } from "../../../service/features/newsroom/pages/render-release-page.ts";
import { beaconPath, engagementScriptPath, releasePath } from "../../../service/features/newsroom/paths.ts";
import { documentHeaders } from "../../../service/floor/web/content-security-policy.ts";
import { linkHash } from "../../../service/floor/web/link-hash.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { until } from "../../support/until.ts";
import { closeWindows, sharedChromium } from "./support/chromium.ts";
import { newsroom, release, samplePicture } from "./support/sample-newsroom.ts";
import { servePages } from "./support/serve-pages.ts";

const path = releasePath(newsroom, release.slug);
const beacons = beaconPath(newsroom, release.slug);
const sound = {
  ...{ title: "O-Ton", url: "/o-ton.wav", mediaType: "audio/wav", bytes: null, credit: null },
  picture: null,
};
const image = samplePicture({ url: "/werk.svg", alt: "Windräder", mediaType: "image/png", previews: [] });

let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closeWindows(browser));

let language: Newsroom["language"];

beforeEach(async () => {
  language = "de";
  site = await servePages((request) => {
    if (request.path === engagementScriptPath(engagementScript)) {
      return { headers: engagementScriptHeaders, body: engagementScript };
    }
    if (request.path === "/werk.svg") {
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>';
      return { headers: { "content-type": "image/svg+xml" }, body };
    }
    if (request.path === "/o-ton.wav") return { headers: { "content-type": "audio/wav" }, body: silence() };
    if (request.path === beacons) return { status: 202 };
    if (request.path !== path)
      return { headers: { "content-type": "text/html" }, body: "<title>anderswo</title>" };
    const text = readText("Ein langer Absatz über das neue Werk. ".repeat(40).concat("\n\n").repeat(12));
    const page = renderReleasePage({
      publicUrl: "https://presse.example",
      newsroom: { ...newsroom, level: "L2", language },
      release: { ...release, image, assets: [sound], text },
      topics: [],
      translations: [],
      previous: null,
      next: null,
      viewId: "view-0001",
    });
    return { headers: documentHeaders({ script: engagementScript }), body: page };
  });
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(watchStorage);
  page = await context.newPage();
  await page.clock.install();
});
afterEach(async () => {
  await context.close();
  await site.close();
});

describe("the engagement script on a release page", () => {
  test("counts the time while the reader is active, up to 30 s after the last sign of it", async () => {
    await page.goto(site.url + path);
    await page.clock.runFor(10_000);
    await page.mouse.move(5, 5);
    await page.clock.runFor(20_000);
    await page.mouse.move(9, 9);
    await page.clock.runFor(300_000);
    const [beacon] = await leave();
    expect(beacon?.view).toBe("view-0001");
    expectAbout(beacon?.engagedMs, 60_000);
  });

  test("does not count the time in which the page is hidden or another window has the focus", async () => {
    await page.goto(site.url + path);
    await page.clock.runFor(5_000);
    await setVisible(false);
    await page.clock.runFor(20_000);
    await setVisible(true);
    await page.clock.runFor(5_000);
    await setFocus(false);
    await page.clock.runFor(20_000);
    await setFocus(true);
    await page.clock.runFor(5_000);
    const sent = await leave(2);
    expect(sent).toHaveLength(2);
    expectAbout(sent[0]?.engagedMs, 5_000);
    expectAbout(sent[1]?.engagedMs, 15_000);
  });

  test("ends at 30 minutes for one view", async () => {
    await page.goto(site.url + path);
    for (let step = 0; step < 75; step++) {
      await page.clock.runFor(29_000);
      await page.mouse.move(step, 5);
    }
    expect((await leave())[0]?.engagedMs).toBe(1_800_000);
  });

  test("reports the deepest quarter of the page that was reached", async () => {
    await page.goto(site.url + path);
    await scrollTo(0.55);
    await scrollTo(0.1);
    await setVisible(false);
    expect((await arrived(1))[0]?.scroll).toBe(50);
    await setVisible(true);
    await scrollTo(1);
    expect((await leave(2)).at(-1)?.scroll).toBe(100);
  });

  test("reports pictures seen, sound played, text copied and the link copied, each by hash or without a target", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(site.url + path);
    await page.locator(".hero img").scrollIntoViewIfNeeded();
    await page.evaluate("document.querySelector('audio').play()");
    await page.locator(".subtitle").selectText();
    await page.keyboard.press("Control+c");
    await page.getByRole("button", { name: "Link kopieren" }).click();
    await page.getByRole("button", { name: "Link kopiert" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`https://presse.example${path}`);
    const [beacon] = await leave();
    expect(beacon?.events.map(({ kind, target }) => `${kind} ${target}`).sort()).toEqual([
      "copy_link ",
      "copy_text ",
      `image_view ${linkHash("/werk.svg")}`,
      `media_play ${linkHash("/o-ton.wav")}`,
    ]);
  });

  test("says in the newsroom's language that the link is copied, and that it is shared", async () => {
    language = "en";
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.addInitScript("navigator.share = async () => {}");
    await page.goto(site.url + path);
    for (const [before, after] of [
      ["Copy link", "Link copied"],
      ["Share", "Shared"],
    ] as const) {
      await page.getByRole("button", { name: before, exact: true }).click();
      await page.getByRole("button", { name: after, exact: true }).waitFor();
    }
  });

  test("sends the events of one view once, and nothing when nothing is new", async () => {
    await page.goto(site.url + path);
    await page.locator(".hero img").scrollIntoViewIfNeeded();
    await page.clock.runFor(2_000);
    for (let times = 0; times < 3; times++) await setVisible(false);
    const sent = await leave();
    expect(sent.map(({ events }) => events.length)).toEqual([1]);
  });

  test("does not wait for the page to be left once it holds 20 events", async () => {
    await page.goto(site.url + path);
    await page.locator(".subtitle").selectText();
    for (let times = 0; times < 20; times++) await page.evaluate("document.dispatchEvent(new Event('copy'))");
    const [beacon] = await arrived(1);
    expect(beacon?.events).toHaveLength(20);
  });

  test("touches no storage and no cookie, and asks nobody else", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(site.url + path);
    await page.mouse.move(5, 5);
    await scrollTo(1);
    expect(await page.evaluate("window.touched")).toEqual([]);
    await leave();
    expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
    expect(site.received.filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await page.goto(site.url + path);
    await page.evaluate("localStorage.length; document.cookie = 'a=b'");
    expect(await page.evaluate("window.touched")).toEqual(["localStorage", "cookie"]);
  });

  test("is allowed by the page's own policy and leaves no error behind", async () => {
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(site.url + path);
    await page.clock.runFor(2_000);
    await leave();
    expect(complaints).toEqual([]);
  });
});

/** Replaces each store by one that writes down that it was asked for. */
function watchStorage() {
  const touched: string[] = [];
  Object.assign(window, { touched });
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"]) {
    Object.defineProperty(window, name, {
      get() {
        touched.push(name);
        return {};
      },
    });
  }
  Object.defineProperty(document, "cookie", {
    get: () => touched.push("cookie"),
    set() {
      touched.push("cookie");
    },
  });
}

async function setVisible(isVisible: boolean): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "${isVisible ? "visible" : "hidden"}" });
    document.dispatchEvent(new Event("visibilitychange"));
  })()`);
}

async function setFocus(isFocused: boolean): Promise<void> {
  await page.evaluate(
    `document.hasFocus = () => ${isFocused}; window.dispatchEvent(new Event("${isFocused ? "focus" : "blur"}"))`,
  );
}

/** Scrolls until the given share of the page has been above the lower edge of the window. */
async function scrollTo(share: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const top = document.documentElement.scrollHeight * ${share} - innerHeight;
    addEventListener("scrollend", resolve, { once: true });
    scrollTo({ top, behavior: "instant" });
  })`);
}

/** What the view has sent once the page is left: `count` beacons at least, of which the last may arrive behind the next page. */
async function leave(count = 1): Promise<Beacon[]> {
  await page.goto(`${site.url}/anderswo`);
  return arrived(count);
}

/** The beacons that came in so far, at least `count` of them; each fits the schema. */
async function arrived(count: number): Promise<Beacon[]> {
  await until(`${count} beacons came in`, () => received().length >= count);
  return received().map((message) => Value.Decode(Beacon, message));
}

function received(): unknown[] {
  return site.received
    .filter((request) => request.path === beacons && request.method === "POST")
    .map((request) => {
      expect(request.headers["content-type"]).toBe("application/json");
      return JSON.parse(request.body);
    });
}

/** The page's clock goes on while the test's own steps take their time, so a little more may be counted, and nothing less. */
function expectAbout(actualMs: number | undefined, expectedMs: number): void {
  expect(actualMs).toBeGreaterThanOrEqual(expectedMs - 5);
  expect(actualMs).toBeLessThan(expectedMs + 8_000);
}

/** A tenth of a second of silence as WAV: 8 kHz, 8 bit, mono, unsigned. */
function silence(): Uint8Array {
  const samples = 800;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 0x80)]);
}
