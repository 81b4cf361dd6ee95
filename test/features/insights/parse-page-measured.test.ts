import { expect, test } from "bun:test";
import { parsePage } from "../../../service/features/insights/pages/parse-page.ts";
import { pageBytesMax } from "../../../service/features/insights/pages/read-article-page.ts";
import { decodeBody } from "../../../service/floor/outbound/decode-body.ts";
import { processorMsOf } from "../../support/processor-time.ts";

const filled = (piece: string) => piece.repeat(Math.floor(pageBytesMax / piece.length));
const counted = (of: (n: number) => string) =>
  Array.from({ length: 300_000 }, (_, n) => of(n))
    .join("")
    .slice(0, pageBytesMax);
const empty = "{},".repeat(60_000);

/** One of full length without malice takes 0.1 s. */
const hostileMsMax = 3_000;

test.each([
  ["elements in elements", filled("<div>"), null],
  ["elements that others close", "<b>".repeat(400_000) + filled("<p>").slice(1_200_000), null],
  ["closing tags of none", filled("<b></p>"), null],
  ["attributes of one element", `<p ${counted((n) => `a${n} `)}`, null],
  ["an attribute without an end", filled("<a href='"), null],
  ["entities", filled("&amp;"), ""],
  ["headings", filled("<h1>"), ""],
  ["one script", `<title>Werk</title><script>${filled("x<")}`, "Werk"],
  ["one script of data", `<script type="application/ld+json">${filled("[")}</script>`, ""],
  [
    "scripts of data with many nodes",
    filled(`<script type="application/ld+json">{"@graph":[${empty}{}]}</script>`),
    "",
  ],
])("3 MB of %s take no longer than others", async (_, text, headline) => {
  const said: ReturnType<typeof parsePage>[] = [];
  expect(
    await processorMsOf(() => said.push(parsePage({ html: text, timeZone: "Europe/Berlin" }))),
  ).toBeLessThan(hostileMsMax);
  const [page] = said;
  expect(page === null ? null : (page?.fields.headline ?? "")).toBe(headline);
});

test("bytes that are no letters are read in the time of others", async () => {
  const body = Buffer.alloc(pageBytesMax, Buffer.from([0xff, 0xc3, 0xa4]));
  let text = "";
  const spentMs = await processorMsOf(() => (text = decodeBody({ body, headers: {} }, /(?!)/)));
  expect(text).toHaveLength((pageBytesMax / 3) * 2);
  expect(spentMs).toBeLessThan(300);
});
