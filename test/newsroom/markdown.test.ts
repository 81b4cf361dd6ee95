import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renderMarkdown } from "../../service/newsroom/markdown.ts";
import { markdownLengthMax } from "../../service/newsroom/markdown-parser.ts";
import { hostileMarkdown } from "./support/hostile-markdown.ts";

const allowedTags = new Set(
  "h2 h3 h4 p br hr strong em s code pre blockquote ul ol li a img figure figcaption div table thead tbody tr th td".split(
    " ",
  ),
);
const allowedAttributes = new Set(
  "href rel src alt loading decoding referrerpolicy start class role aria-label tabindex".split(" "),
);

describe("a hostile text", () => {
  test.each(hostileMarkdown.map((markdown) => [markdown]))("becomes harmless: %p", async (markdown) => {
    expect(await violations(renderMarkdown(markdown).html)).toEqual([]);
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
        expect(await violations(renderMarkdown(parts.join("")).html)).toEqual([]);
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
    const { html, links } = renderMarkdown(
      "[Gesetz](https://Gesetze.example/eeg?a=1&b=2) und <https://ümlaut.example/ö>, dazu https://daten.example.",
      { linkUrl: (_target, label) => `/go/${encodeURIComponent(label)}` },
    );
    expect(links).toEqual([
      { index: 0, url: "https://gesetze.example/eeg?a=1&b=2", label: "Gesetz" },
      { index: 1, url: "https://xn--mlaut-jva.example/%C3%B6", label: "https://ümlaut.example/ö" },
      { index: 2, url: "https://daten.example/", label: "https://daten.example" },
    ]);
    expect(html).toContain('<a href="/go/Gesetz" rel="noopener">Gesetz</a>');
    expect(html).not.toContain("https://gesetze.example");
  });

  test("to mail and telephone go through the other callback", () => {
    const { html, links } = renderMarkdown("[Mail](mailto:a@b.example) [Ruf](tel:+4930123) c@d.example", {
      contactUrl: (target) => `/go/${target.slice(0, 3)}`,
    });
    expect(links.map(({ url }) => url)).toEqual(["mailto:a@b.example", "tel:+4930123", "mailto:c@d.example"]);
    expect(html.match(/href="[^"]+"/g)).toEqual(['href="/go/mai"', 'href="/go/tel"', 'href="/go/mai"']);
  });

  test("within the service stay as they are and are not counted", () => {
    const { html, links } = renderMarkdown("[andere Meldung](/newsroom/a/b)", { linkUrl: () => "/go/x" });
    expect(links).toEqual([]);
    expect(html).toBe('<p><a href="/newsroom/a/b">andere Meldung</a></p>\n');
  });

  test("that nobody may follow leave their label", () => {
    expect(renderMarkdown("[Intranet](//intern/x) und [hier](https://a:b@c.example/)").html).toBe(
      "<p>Intranet und hier</p>\n",
    );
  });

  test("are not made of German abbreviations or file names", () => {
    expect(renderMarkdown("Das ist z.B.die Firma, bzw.de und main.rs.").links).toEqual([]);
  });
});

describe("the structure of a text", () => {
  test("begins its headings at level 2 and skips none", () => {
    const headings = (markdown: string) => renderMarkdown(markdown).html.match(/<h\d/g)?.join("");
    expect(headings("# A\n## B\n# C")).toBe("<h2<h3<h2");
    expect(headings("## A\n### B")).toBe("<h2<h3");
    expect(headings("#### A\n###### B\n###### C\n###### D")).toBe("<h2<h3<h4<h4");
  });

  test("shows a picture of its own paragraph as a figure with its caption, loaded late", () => {
    const { html, images } = renderMarkdown('![Ein Park](https://bilder.example/p.jpg "Foto: J. <Thoms>")', {
      imageTarget: () => "0123456789ab",
    });
    expect(html).toContain("<figure><img");
    expect(html).toContain("<figcaption>Foto: J. &lt;Thoms&gt;</figcaption></figure>");
    expect(html).toContain('alt="Ein Park" loading="lazy" decoding="async" referrerpolicy="no-referrer"');
    expect(html).toContain('data-target="0123456789ab"');
    expect(images).toEqual([{ index: 0, url: "https://bilder.example/p.jpg", label: "Ein Park" }]);
  });

  test("keeps a picture within a sentence, and the description of one that may not be loaded", () => {
    expect(renderMarkdown("Ein ![Zeichen](https://a.example/z.png) hier").html).toMatch(
      /^<p>Ein <img [^>]+> hier<\/p>\n$/,
    );
    expect(renderMarkdown("![Zeichen](http://a.example/z.png)").html).toBe("<p>Zeichen</p>\n");
  });

  test("aligns the cells of a table by class and frames it for scrolling by keyboard", () => {
    const { html } = renderMarkdown("| | Wert |\n|---|---:|\n| a | 1 |");
    expect(html).toContain('<div class="table" role="region" aria-label="Tabelle" tabindex="0"><table>');
    expect(html).toContain('<th class="right">Wert</th>');
    expect(html).toContain("<td></td>");
    expect(html).not.toContain("style=");
  });

  test("keeps the words exactly as they were approved", () => {
    expect(renderMarkdown('"So" -- (c) 5...').html).toBe(
      "<p>&quot;So&quot; -- (c) 5...</p>\n".replaceAll("&quot;", '"'),
    );
  });
});

describe("the length of a text", () => {
  test("may reach the limit, and one character more is refused", () => {
    expect(renderMarkdown("a".repeat(markdownLengthMax)).html).toHaveLength(
      markdownLengthMax + "<p></p>\n".length,
    );
    expect(() => renderMarkdown("a".repeat(markdownLengthMax + 1))).toThrow("at most 100000");
  });

  test("at the limit with hostile nesting takes no more than two seconds", () => {
    for (const unit of ["> ", "[", "*a _", "- ", "![", "<", "`", "(https://", "|"]) {
      const started = performance.now();
      renderMarkdown(unit.repeat(markdownLengthMax / unit.length));
      expect({ unit, isFast: performance.now() - started < 2_000 }).toEqual({ unit, isFast: true });
    }
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
