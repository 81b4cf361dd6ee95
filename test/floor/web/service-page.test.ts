import { describe, expect, test } from "bun:test";
import { safeEmbedUrl } from "../../../service/floor/web/safe-url.ts";
import { isServicePage } from "../../../service/floor/web/service-page.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";

const pages = [
  "/newsroom/kunde/meldung/go/outbound_link/0123456789ab",
  "/newsroom/kunde/meldung",
  "/newsroom/kunde/meldung/",
  "/newsroom/kunde",
  "/newsroom/kunde?x=bild.png",
  "/newsroom/kunde/meldung#bild.png",
  "/NEWSROOM/kunde/meldung",
  "/newsroom/kunde/../kunde/./meldung",
  "/bilder/../newsroom/kunde/meldung",
  "/bilder/%2e%2e/newsroom/kunde/meldung",
  "/%6eewsroom/kunde/meldung",
  "//newsroom/kunde/meldung".replace("//", "/./"),
  "https://presse.example.de/newsroom/kunde/meldung/go/pdf_download/0123456789ab",
  "https://presse.example.de:443/newsroom/kunde/meldung",
  "https://PRESSE.example.de./newsroom/kunde/meldung",
  "https://192.0.2.1/newsroom/kunde/meldung",
  "https://presse.example.de//newsroom/kunde/meldung",
  "https://presse.example.de\\newsroom\\kunde\\meldung",
  " https://presse.example.de/newsroom/kunde/meldung ",
  "https://xn--mnchen-3ya.example/newsroom/kunde/meldung",
  "https://presse.example.de/unter/newsroom/kunde/meldung/go/pdf_download/0123456789ab",
  "/approvals/abc",
  "/api/reporting/v1/data",
];
const files = [
  "/newsroom/kunde/media/bild.jpg",
  "/newsroom/bild.webp",
  "/bilder/werk",
  "/media/0123",
  "https://bilder.example/newsroom/foto.jpg",
  "https://bilder.example/werk/newsroom/foto",
  "https://bilder.example/newsrooms/foto",
  "https://cdn.example/api/images/123",
  "https://bilder.example.de/werk.jpg?size=2",
];

describe("a picture", () => {
  test("can't be a page or counted link of a newsroom, whatever its spelling", () => {
    for (const target of pages) expect([target, isServicePage(target)]).toEqual([target, true]);
    for (const target of pages) expect([target, safeEmbedUrl(target)]).toEqual([target, null]);
  });

  test("can be a file of this service or of any other host", () => {
    for (const target of files) expect([target, safeEmbedUrl(target)]).toEqual([target, target]);
  });

  test("that is a page leaves its description behind and is no target", () => {
    for (const target of pages.filter((each) => !each.includes("\\") && !each.startsWith(" "))) {
      const markdown = `Text ![Foto vom Werk](${target}) und ![Plan][p]\n\n[p]: <${target}>`;
      const text = readText(markdown);
      const html = text.pieces.join("");
      expect(html).not.toContain("<img");
      expect(html).toContain("Foto vom Werk");
      expect(text.images).toEqual([]);
      expect(text.pageImages).toHaveLength(1);
    }
    expect(readText(files.map((file) => `![x](${file})`).join("\n")).pageImages).toEqual([]);
  });
});
