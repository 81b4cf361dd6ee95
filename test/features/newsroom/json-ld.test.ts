import { describe, expect, test } from "bun:test";
import { jsonLd, newsArticleJsonLd } from "../../../service/features/newsroom/json-ld.ts";
import { renderHtml } from "../../../service/floor/web/html.ts";
import { newsroom, release } from "./support/sample-newsroom.ts";

const publicUrl = "https://presse.example";

describe("structured data", () => {
  test("describes the release as a NewsArticle", () => {
    expect(parsed(newsArticleJsonLd({ publicUrl, newsroom, release }))).toMatchObject({
      "@context": "https://schema.org",
      "@type": "NewsArticle",
      headline: release.title,
      datePublished: "2026-11-19T08:30:00.000Z",
      dateModified: "2026-11-19T09:12:00.000Z",
      inLanguage: "de",
      image: ["https://presse.example/media/werk-1600.jpg"],
      publisher: {
        "@type": "Organization",
        name: "Nordlicht Energie",
        url: "https://www.nordlicht-energie.example/",
      },
      mainEntityOfPage: { "@id": `https://presse.example/newsroom/nordlicht-energie/${release.slug}` },
    });
  });

  test("cuts the headline at 110 characters and never changes before it was published", () => {
    const data = (title: string) =>
      parsed(
        newsArticleJsonLd({ publicUrl, newsroom, release: { ...release, title, updatedAt: new Date(0) } }),
      );
    expect(data("ß".repeat(110))).toMatchObject({
      headline: "ß".repeat(110),
      dateModified: "2026-11-19T08:30:00.000Z",
    });
    expect(data("ß".repeat(111))).toMatchObject({ headline: "ß".repeat(110) });
  });

  test("can't end its element or a line, and still says the same", () => {
    const hostile = "</script><script>x()</script><!--\u2028\u2029&amp;";
    const element = renderHtml(jsonLd({ hostile }));
    expect(element.match(/<\/?script/g)).toEqual(["<script", "</script"]);
    expect(element).not.toMatch(/[\u2028\u2029]|<!--/);
    expect(parsed(jsonLd({ hostile }))).toEqual({ hostile });
  });
});

function parsed(element: ReturnType<typeof jsonLd>): unknown {
  return JSON.parse(renderHtml(element).replace(/^<script type="application\/ld\+json">|<\/script>$/g, ""));
}
