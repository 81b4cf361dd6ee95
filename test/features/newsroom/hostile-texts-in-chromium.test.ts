import { expect, test } from "bun:test";
import { renderAtom, renderRss } from "../../../service/features/newsroom/feeds.ts";
import { renderSitemap } from "../../../service/features/newsroom/sitemaps.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { hostileMarkdown } from "../../press-text/markdown/support/hostile-markdown.ts";
import { htmlOf } from "../../press-text/markdown/support/html-of.ts";
import { until } from "../../support/until.ts";
import { feedRelease, newsroom, publicUrl } from "./support/sample-newsroom.ts";
import { sampleWindows } from "./support/sample-windows.ts";

const { withPage } = sampleWindows();

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
