import { expect, test } from "bun:test";
import { renderReleaseArticle } from "../../../service/features/newsroom/pages/release-article.ts";
import { renderHtml } from "../../../service/floor/web/html.ts";
import { languageAttributes } from "../../../service/floor/web/language.ts";
import { release } from "../../features/newsroom/support/sample-newsroom.ts";

test.each([
  ["ar", true],
  ["ar-EG", true],
  ["he", true],
  ["FA", true],
  ["fa-Arab-IR", true],
  ["az-Arab", true],
  ["yi", true],
  ["ur-PK", true],
  ["ar-Latn", false],
  ["he-Latn-IL", false],
  ["de", false],
  ["en-GB", false],
  ["arn", false],
  ["psy", false],
  ["de-AT", false],
])("a text in %s is read from right to left: %p", (tag, isLeftwards) => {
  const attributes = ` lang="${tag}"${isLeftwards ? ' dir="rtl"' : ""}`;
  expect(renderHtml(languageAttributes(tag))).toBe(attributes);
  const article = renderHtml(renderReleaseArticle({ ...release, language: tag }, ({ url }) => url));
  expect(article).toStartWith(`<article class="release"${attributes}>`);
});
