import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { linkHash } from "../../../service/floor/web/link-hash.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { hostileMarkdown } from "./support/hostile-markdown.ts";
import { htmlOf } from "./support/html-of.ts";

const allowedTags = new Set(
  "h2 h3 h4 p br hr strong em s code pre blockquote ul ol li a img figure figcaption div table thead tbody tr th td".split(
    " ",
  ),
);
const allowedAttributes = new Set(
  "href rel src alt loading decoding referrerpolicy start class role aria-label tabindex data-target".split(
    " ",
  ),
);

describe("a hostile text", () => {
  test.each(hostileMarkdown.map((markdown) => [markdown]))("becomes harmless: %p", async (markdown) => {
    expect(await violations(htmlOf(markdown))).toEqual([]);
  });

  test("stays harmless however its parts are combined", async () => {
    const part = fc.constantFrom(
      ...hostileMarkdown,
      "\n\n",
      "> ",
      "- ",
      "](",
      "<",
      '"',
      "`",
      "\\",
      "&#x6a;",
      "\t",
      "**",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        expect(await violations(htmlOf(parts.join("")))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("is seen by the check itself, were it let through", async () => {
    expect(await violations('<img src="https://a.de/x" onerror="x()">')).toEqual(["attribute onerror"]);
    expect(await violations("<script>x()</script>")).toEqual(["tag script"]);
    expect(await violations('<a href="javascript:x()">a</a>')).toEqual(["href javascript:x()"]);
    expect(await violations('<img src="http://a.de/x">')).toEqual(["src http://a.de/x"]);
  });
});

describe("links in a text", () => {
  test("are listed in order with normalised targets and written by the callback", () => {
    const markdown =
      "[Gesetz](https://Gesetze.example/eeg?a=1&b=2) und <https://ümlaut.example/ö>, dazu https://daten.example.";
    expect(readText(markdown).links).toEqual([
      { url: "https://gesetze.example/eeg?a=1&b=2", label: "Gesetz" },
      { url: "https://xn--mlaut-jva.example/%C3%B6", label: "https://ümlaut.example/ö" },
      { url: "https://daten.example/", label: "https://daten.example" },
    ]);
    const html = htmlOf(markdown, ({ kind, label, hash }) => `/go/${kind}/${hash}?${label}"&`);
    expect(html).toContain(
      `<a href="/go/outbound_link/${linkHash("https://gesetze.example/eeg?a=1&b=2")}?Gesetz&quot;&amp;" rel="noopener">Gesetz</a>`,
    );
    expect(html).not.toContain("https://gesetze.example");
  });

  test("to mail and telephone are of their own kind", () => {
    const markdown = "[Mail](mailto:a@b.example) [Ruf](tel:+4930123) c@d.example";
    expect(readText(markdown).links.map(({ url }) => url)).toEqual([
      "mailto:a@b.example",
      "tel:+4930123",
      "mailto:c@d.example",
    ]);
    const hrefs = htmlOf(markdown, ({ kind }) => kind).match(/href="[^"]+"/g) ?? [];
    expect([...new Set(hrefs)]).toEqual(['href="contact_click"']);
    expect(hrefs).toHaveLength(3);
  });

  test("within the service stay as they are and are not counted", () => {
    const markdown = "[andere Meldung](/newsroom/a/b)";
    expect(readText(markdown).links).toEqual([]);
    expect(htmlOf(markdown, () => "/go/x")).toBe('<p><a href="/newsroom/a/b">andere Meldung</a></p>\n');
  });

  test("that nobody may follow leave their label", () => {
    expect(htmlOf("[Intranet](//intern/x) und [hier](https://a:b@c.example/)")).toBe(
      "<p>Intranet und hier</p>\n",
    );
  });

  test("are not made of German abbreviations or file names", () => {
    expect(readText("Das ist z.B.die Firma, bzw.de und main.rs.").links).toEqual([]);
  });
});

describe("the structure of a text", () => {
  test("begins its headings at level 2 and skips none", () => {
    const headings = (markdown: string) => htmlOf(markdown).match(/<h\d/g)?.join("");
    expect(headings("# A\n## B\n# C")).toBe("<h2<h3<h2");
    expect(headings("## A\n### B")).toBe("<h2<h3");
    expect(headings("#### A\n###### B\n###### C\n###### D")).toBe("<h2<h3<h4<h4");
  });

  test("shows a picture of its own paragraph as a figure with its caption, loaded late", () => {
    const markdown = '![Ein Park](/media/p.jpg "Foto: J. <Thoms>")';
    const html = htmlOf(markdown);
    expect(html).toContain("<figure><img");
    expect(html).toContain("<figcaption>Foto: J. &lt;Thoms&gt;</figcaption></figure>");
    expect(html).toContain('alt="Ein Park" loading="lazy" decoding="async" referrerpolicy="no-referrer"');
    expect(html).toContain(`data-target="${linkHash("/media/p.jpg")}"`);
    expect(readText(markdown).images).toEqual([{ url: "/media/p.jpg", label: "Ein Park" }]);
  });

  test("keeps a picture within a sentence, and the description of one that may not be loaded", () => {
    expect(htmlOf("Ein ![Zeichen](/media/z.png) hier")).toMatch(/^<p>Ein <img [^>]+> hier<\/p>\n$/);
    expect(htmlOf("![Zeichen](http://a.example/z.png)")).toBe("<p>Zeichen</p>\n");
  });

  test("shows a picture of another server as a link, so that no reader asks that server", () => {
    const markdown =
      '![Ein <Park>](https://bilder.example/p.jpg "Titel") und ![](https://bilder.example/q.jpg)';
    const text = readText(markdown);
    const links = ["https://bilder.example/p.jpg", "https://bilder.example/q.jpg"];
    expect(text.pieces.join("#")).toBe(
      `<p><a href="#" rel="noopener">Ein &lt;Park&gt;</a> und <a href="#" rel="noopener">${links[1]}</a></p>\n`,
    );
    expect(text.links.map(({ url }) => url)).toEqual(links);
    expect([text.images, text.foreignImages]).toEqual([[], links]);
    expect(htmlOf("[![Logo](https://a.example/l.png)](https://b.example/)")).toBe(
      '<p><a href="https://b.example/" rel="noopener">Logo</a></p>\n',
    );
  });

  test("aligns the cells of a table by class and frames it for scrolling by keyboard", () => {
    const html = htmlOf("| | Wert |\n|---|---:|\n| a | 1 |");
    expect(html).toContain('<div class="table" role="region" aria-label="Tabelle" tabindex="0"><table>');
    expect(html).toContain('<th class="right">Wert</th>');
    expect(html).toContain("<td></td>");
    expect(html).not.toContain("style=");
  });

  test("keeps the words exactly as they were approved", () => {
    expect(htmlOf('"So" -- (c) 5...')).toBe("<p>&quot;So&quot; -- (c) 5...</p>\n".replaceAll("&quot;", '"'));
  });
});

/** What an independent HTML parser finds in the markup that should not be there. */
async function violations(markup: string): Promise<string[]> {
  const found: string[] = [];
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      if (!allowedTags.has(element.tagName)) found.push(`tag ${element.tagName}`);
      for (const [name, value] of element.attributes) {
        if (!allowedAttributes.has(name)) found.push(`attribute ${name}`);
        if (name === "href" && !/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/.test(value))
          found.push(`href ${value}`);
        if (name === "href" && /^https?:\/\/[^/?#]*@/.test(value)) found.push(`href ${value}`);
        if (name === "src" && !/^(https:\/\/|\/(?![/\\]))/.test(value)) found.push(`src ${value}`);
      }
    },
  });
  await rewriter.transform(new Response(markup)).text();
  return found;
}
