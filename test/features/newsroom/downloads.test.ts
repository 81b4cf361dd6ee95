import { expect, test } from "bun:test";
import { renderDownloads } from "../../../service/features/newsroom/pages/downloads.ts";
import { renderHtml } from "../../../service/floor/web/html.ts";

const file = {
  title: "Results of the field test",
  url: "/media/1/2.pdf",
  mediaType: "application/pdf",
  bytes: 1_000,
  credit: null,
  picture: null,
};
const shown = (language: string) => {
  const drawn = renderDownloads({ assets: [file], language }, ({ url }) => url, { language: "de" });
  return drawn === null ? "" : renderHtml(drawn);
};

test("the title of a download names its language where the page has another one", () => {
  expect(shown("en")).toContain('lang="en">Results of the field test</a>');
  expect(shown("ar")).toContain('lang="ar" dir="rtl">Results');
  expect(shown("de")).not.toContain("lang=");
});
