/**
 * Feeds and sitemaps held against schemas by xmllint, as a newsroom answers with them; structured data and previews of a release against
 * what schema.org and Google ("Article"), the Open Graph protocol and HTML say of them.
 */
import { beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { parseHTML } from "linkedom";
import { renderAtom, renderRss } from "../../service/features/newsroom/feeds.ts";
import { newsArticle } from "../../service/features/newsroom/json-ld.ts";
import {
  feedRelease,
  newsroom,
  release,
  teasers,
  windTopic,
} from "../features/newsroom/support/sample-newsroom.ts";
import { given, serviceScene } from "../support/cast.ts";
import { createTestRelease } from "../support/service.ts";

const publicUrl = "https://presse.example";
const schemas = join(import.meta.dirname, "support/schemas");
const title = `Ein „Titel“ & <b>mehr</b> \u{1F680} ${"lang ".repeat(30)}genug`;

const { service, agency } = serviceScene("embedded", { LOOPS: "on" });
const made = given(async () => {
  const { path } = await createTestRelease(service.sql, agency.agencyId, { title });
  return { release: path, newsroom: path.split("/").slice(0, -1).join("/") };
});
let page: Document;
beforeAll(async () => {
  page = parseHTML(await (await fetch(service.url + made.release)).text()).document;
});

/** What xmllint says against a document; empty where it is as the schema wants it. */
function faultsOf(schema: "atom" | "rss" | "sitemap", text: string): string {
  const args = ["--noout", "--nonet", "--relaxng", join(schemas, `${schema}.rng`), "-"];
  const { status, stderr } = spawnSync("xmllint", args, { input: text, encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

test.each([
  ["rss", "/rss.xml", "application/rss+xml; charset=utf-8"],
  ["atom", "/atom.xml", "application/atom+xml; charset=utf-8"],
  ["sitemap", "/sitemap.xml", "application/xml; charset=utf-8"],
] as const)("a newsroom's %s is as its schema wants it", async (schema, name, type) => {
  const answer = await fetch(service.url + made.newsroom + name);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  expect(faultsOf(schema, await answer.text())).toBe("");
});

test.each(["/sitemap.xml", "/sitemap-news.xml"])("the host's %s is as its schema wants it", async (path) => {
  const text = await (await fetch(service.url + path)).text();
  expect(text).toContain(made.newsroom);
  expect(faultsOf("sitemap", text)).toBe("");
});

test("feeds with pictures, topics, two languages and none of it are as their schemas want them", () => {
  const releases = teasers.map((teaser) => ({ ...feedRelease, ...teaser }));
  for (const input of [
    { publicUrl, newsroom, topic: windTopic, releases },
    { publicUrl, newsroom: { ...newsroom, about: null, language: "en" as const }, topic: null, releases: [] },
  ]) {
    expect(faultsOf("rss", renderRss(input))).toBe("");
    const atom = renderAtom(input);
    expect(faultsOf("atom", atom)).toBe("");
    const ids = [...atom.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("a document that lacks what it must have is found: these schemas can fail", () => {
  const input = { publicUrl, newsroom, topic: null, releases: [feedRelease] };
  expect(
    faultsOf("rss", renderRss(input).replace(/<pubDate>.*?<\/pubDate>/, "<pubDate>gestern</pubDate>")),
  ).toContain("pubDate");
  expect(faultsOf("atom", renderAtom(input).replace(/<updated>.*?<\/updated>/g, ""))).toContain("updated");
  expect(faultsOf("sitemap", "<urlset/>")).not.toBe("");
});

/** Properties that schema.org has for each type, and the values that Google takes. Any other is a slip of the pen. */
const absolute = Type.RegExp(/^https?:\/\/\S+$/);
const moment = Type.RegExp(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
const words = Type.String({ minLength: 1 });
const only = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const Organization = only({
  "@type": Type.Literal("Organization"),
  name: words,
  url: absolute,
  contactPoint: Type.Optional(
    only({ "@type": Type.Literal("ContactPoint"), contactType: words, email: Type.RegExp(/^\S+@\S+$/) }),
  ),
});
const NewsArticle = only({
  "@context": Type.Literal("https://schema.org"),
  "@type": Type.Literal("NewsArticle"),
  headline: Type.String({ minLength: 1 }),
  alternativeHeadline: Type.Optional(words),
  description: words,
  datePublished: moment,
  dateModified: moment,
  dateline: Type.Optional(words),
  inLanguage: Type.RegExp(/^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/),
  articleSection: words,
  wordCount: Type.Integer({ minimum: 0 }),
  keywords: Type.Optional(Type.Array(words, { minItems: 1 })),
  image: Type.Array(absolute, { minItems: 1 }),
  author: Organization,
  publisher: Organization,
  mainEntityOfPage: only({ "@type": Type.Literal("WebPage"), "@id": absolute }),
  url: absolute,
  isAccessibleForFree: Type.Boolean(),
});

test("structured data has the properties of a NewsArticle and no other, with the page's own address", () => {
  const blocks = [...page.querySelectorAll('script[type="application/ld+json"]')];
  const [data] = blocks.map((block) => JSON.parse(block.textContent ?? ""));
  expect(blocks).toHaveLength(1);
  for (const article of [data, newsArticle({ publicUrl, newsroom, release })])
    expect([...Value.Errors(NewsArticle, article)].map(({ path, message }) => `${path}: ${message}`)).toEqual(
      [],
    );
  expect(data.url).toBe(page.querySelector('link[rel="canonical"]')?.getAttribute("href"));
});

test("previews have what Open Graph asks for, with whole addresses, and a picture that is there", async () => {
  const said = (name: string) =>
    page.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content") ?? "";
  for (const name of ["title", "type", "image", "url", "description", "site_name", "locale"])
    expect([name, said(name)]).not.toEqual([name, ""]);
  expect(said("title")).toBe(title);
  expect(said("type")).toBe("article");
  expect(said("locale")).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
  for (const name of ["image", "url"]) expect(said(name)).toStartWith(service.url);
  const image = await fetch(said("image"));
  expect([image.status, image.headers.get("content-type")]).toEqual([
    200,
    expect.stringMatching(/^image\/(?:png|jpeg)$/),
  ]);
  expect(said("image:alt")).not.toBe("");
  for (const kind of ["application/rss+xml", "application/atom+xml"])
    expect(page.querySelector(`link[rel="alternate"][type="${kind}"]`)?.getAttribute("href") ?? "").not.toBe(
      "",
    );
});
