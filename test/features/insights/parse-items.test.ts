import { describe, expect, test } from "bun:test";
import { FeedFault } from "../../../service/features/insights/providers/feed-fault.ts";
import { parseDocument } from "../../../service/features/insights/providers/parse-items.ts";

const parseItems = (xml: string) => parseDocument(xml).items;
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>`;

function faultOf(xml: string): string {
  try {
    parseItems(xml);
    return "none";
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
    return error.code;
  }
}

describe("parseItems", () => {
  test.each([
    ["Fri, 20 Nov 2026 10:00:00 +0100", "2026-11-20T09:00:00Z"],
    ["Fri, 20 Nov 2026 10:00:00 CET", "2026-11-20T09:00:00Z"],
    ["Mon, 20 Jul 2026 10:00:00 MESZ", "2026-07-20T08:00:00Z"],
    ["Fri, 20 Nov 2026 10:00:00 EST", "2026-11-20T15:00:00Z"],
  ])("reads %s with its zone", (date, moment) => {
    const entry = `<title>Neues Werk</title><link>https://a.example/1</link><pubDate>${date}</pubDate>`;
    expect(parseItems(rss(`<item>${entry}</item>`))[0]?.publishedAt).toEqual(new Date(moment));
  });

  test("takes a moment before the web or more than a day ahead for none, such as a slip of the year", () => {
    const dayMs = 86_400_000;
    const dated = (date: string) =>
      parseItems(
        rss(
          `<item><title>Neues Werk</title><link>https://a.example/1</link><pubDate>${date}</pubDate></item>`,
        ),
      )[0]?.publishedAt;
    expect(dated("Mon, 02 Nov 20026 10:00:00 GMT")).toBeNull();
    expect(dated("Sun, 31 Dec 1989 23:59:59 GMT")).toBeNull();
    expect(dated("Mon, 01 Jan 1990 00:00:00 GMT")).toEqual(new Date("1990-01-01T00:00:00Z"));
    expect(dated(new Date(Date.now() + dayMs + 10_000).toUTCString())).toBeNull();
    expect(dated(new Date(Date.now() + dayMs - 10_000).toUTCString())).toBeInstanceOf(Date);
  });

  test("leaves out an address of 20,000 marks, which would take a second to read, and keeps the entry behind it", () => {
    const marks = "\u0315".repeat(10_000) + "\u0316".repeat(10_000);
    const entry = (link: string) => `<item><title>Neues Werk</title><link>${link}</link></item>`;
    const items = parseItems(rss([`https://${marks}.example/`, "https://a.example/1"].map(entry).join("")));
    expect(items.map(({ url }) => url)).toEqual(["https://a.example/1"]);
  });

  test("reads RSS with markup, entities, source and date", () => {
    const [item] = parseItems(
      rss(
        `<item><title>Müller &amp; Söhne &lt;b&gt;wachsen&lt;/b&gt;</title><link>https://a.example/1?x=1&amp;y=2</link>
        <description><![CDATA[<p>Neues <a href="https://presse.example/x">Werk</a></p>]]></description>
        <pubDate>Fri, 20 Nov 2026 09:00:00 +0100</pubDate><source url="https://w.example/rss">Weser-Kurier</source></item>`,
      ),
    );
    expect(item).toMatchObject({
      headline: "Müller & Söhne wachsen",
      url: "https://a.example/1?x=1&y=2",
      publishedAt: new Date("2026-11-20T08:00:00Z"),
      medium: "Weser-Kurier",
    });
    expect(item?.text).toContain("Neues Werk");
    expect(item?.markup).toContain("https://presse.example/x");
  });

  test("reads Atom, and the article behind an alert of a search engine", () => {
    const [item] = parseItems(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Alert</title><entry><title type="html">A &amp;lt;b&amp;gt; B</title>
      <link href="https://www.google.com/url?rct=j&amp;url=https://b.example/art&amp;ct=ga"/>
      <published>2026-11-20T09:00:00Z</published><content type="html">x</content></entry></feed>`,
    );
    expect(item).toMatchObject({
      url: "https://b.example/art",
      publishedAt: new Date("2026-11-20T09:00:00Z"),
    });
  });

  test("reads RDF", () => {
    const [item] = parseItems(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>x</title></channel><item><title>Eins</title><link>https://a.example/1</link><dc:date>2026-11-20T09:00:00Z</dc:date></item></rdf:RDF>`,
    );
    expect(item).toMatchObject({ headline: "Eins", publishedAt: new Date("2026-11-20T09:00:00Z") });
  });

  test("leaves out entries without headline or web address, and keeps one without a date", () => {
    const items = parseItems(
      rss(
        `<item><title>Ohne Link</title></item><item><link>https://a.example/1</link></item>
        <item><title>Skript</title><link>javascript:alert(1)</link></item>
        <item><title>Gut</title><link>https://a.example/2</link><pubDate>gestern</pubDate></item>`,
      ),
    );
    expect(items).toMatchObject([{ headline: "Gut", publishedAt: null }]);
  });

  test("keeps a headline within what the database takes", () => {
    const [item] = parseItems(
      rss(`<item><title>${"😀".repeat(501)}&#0;</title><link>https://a.example/1</link></item>`),
    );
    expect([...(item?.headline ?? "")]).toHaveLength(500);
  });

  test.each([
    ["an HTML page", "<!DOCTYPE html><html><body>Login</body></html>", "not_a_feed"],
    ["JSON", '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}', "not_a_feed"],
    ["nothing", "", "not_a_feed"],
    ["half a feed", rss("<item><title>A</title>").slice(0, 70), "not_a_feed"],
    [
      "a billion laughs",
      `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${rss("<item>&b;</item>")}`,
      "forbidden_xml",
    ],
    [
      "an outside entity",
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${rss("")}`,
      "forbidden_xml",
    ],
    ["elements 200,000 deep", `<rss version="2.0"><channel>${"<a>".repeat(200_000)}`, "not_a_feed"],
  ])("%s is a fault with a name", (_name, xml, code) => expect(faultOf(xml)).toBe(code));

  test("takes 2,000 entries, and refuses one more", () => {
    const items = (count: number) =>
      rss("<item><title>a</title><link>https://a.example/1</link></item>".repeat(count));
    expect(parseItems(items(2_000))).toHaveLength(2_000);
    expect(faultOf(items(2_001))).toBe("too_many_items");
  });
});

describe("a news sitemap", () => {
  const article = (n: number, title = "Müller &amp; Söhne eröffnen Werk") =>
    `<url><loc> https://zeitung.example/${n}?a=1&amp;b=2 </loc><news:news><news:publication><news:name>Weser-Kurier</news:name>
    <news:language>de</news:language></news:publication><news:publication_date>2026-11-20T09:00:00+01:00</news:publication_date>
    <news:title><![CDATA[${n} ]]>${title}</news:title></news:news>
    <image:image><image:loc>https://zeitung.example/bild.jpg</image:loc><image:title>Bild</image:title></image:image></url>`;
  const head = '<?xml version="1.0"?>\n<!-- heute -->\n<?xml-stylesheet href="x.xsl"?>';
  const sitemap = (urls: string) => `${head}<urlset xmlns:news="x">${urls}</urlset>`;

  test("gives headline, address, day and medium of each article, whatever stands beside them", () => {
    expect(parseDocument(sitemap(article(1) + article(2, "B")))).toMatchObject({
      parts: [],
      items: [
        {
          headline: "1 Müller & Söhne eröffnen Werk",
          url: "https://zeitung.example/1?a=1&b=2",
          publishedAt: new Date("2026-11-20T08:00:00Z"),
          medium: "Weser-Kurier",
        },
        { headline: "2 B" },
      ],
    });
  });

  test("may be empty, has 2,000 articles at most, and is none without a headline", () => {
    expect(parseItems(sitemap(""))).toEqual([]);
    expect(parseItems(sitemap(article(1).repeat(2_000)))).toHaveLength(2_000);
    expect(faultOf(sitemap(article(1).repeat(2_001)))).toBe("too_many_items");
    expect(faultOf(sitemap("<url><loc>https://zeitung.example/impressum</loc></url>"))).toBe("not_a_feed");
  });

  test("an index names its ten latest sitemaps", () => {
    const parts = Array.from(
      { length: 12 },
      (_, n) =>
        `<sitemap><loc>https://zeitung.example/${n}.xml</loc><lastmod>2026-11-${10 + n}</lastmod></sitemap>`,
    );
    const index = parseDocument(`${head}<s:sitemapindex xmlns:s="x">${parts.join("")}</s:sitemapindex>`);
    expect(index.items).toEqual([]);
    expect(index.parts).toHaveLength(10);
    expect(index.parts[0]).toBe("https://zeitung.example/11.xml");
  });
});
