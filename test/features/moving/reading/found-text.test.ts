import { describe, expect, test } from "bun:test";
import { creditOf } from "../../../../service/features/moving/reading/read-entry.ts";
import { picturesPerTextMax } from "../../../../service/features/moving/schema.ts";
import { wordPressExport } from "../support/old-newsroom.ts";
import { textFiles } from "../support/text-files.ts";

const site = "https://presse.alt.example";
const { read } = textFiles();

describe("the day of a text", () => {
  test.each([
    ["Fri, 03 May 2019 10:00:00 +0200", "2019-05-03T08:00:00.000Z", null],
    ["Fri, 3 May 2019 10:00 GMT", "2019-05-03T10:00:00.000Z", null],
    ["Fri, 03 May 2019 10:00:00 CEST", "2019-05-03T08:00:00.000Z", null],
    ["03.01.2019 10:00 MEZ", "2019-01-03T09:00:00.000Z", null],
    ["3 May 2019 10:00:00 EDT", "2019-05-03T14:00:00.000Z", null],
    ["2019-05-03T10:00:00.123456+02:00", "2019-05-03T08:00:00.123Z", null],
    // Without a zone the agency's own is meant, not the server's.
    ["Fri, 03 May 2019 10:00:00", "2019-05-03T10:00:00", null],
    ["2019-05-03 10:00", "2019-05-03T10:00:00", null],
    ["2019-05-03", "2019-05-03T12:00:00", null],
    ["0000-00-00 00:00:00", null, "no_such_date"],
    ["0001-01-01T00:00:00Z", null, "no_such_date"],
    ["Mon, 30 Nov -0001 00:00:00 +0000", null, "no_date"],
    ["2019-02-30", null, "no_such_date"],
    ["2019-05-03 25:00", null, "no_such_date"],
    ["03/04/2019", null, "ambiguous_date"],
    ["2019-05-03T10:00:00+18:00", null, "no_date"],
    ["5", null, "no_date"],
    ["Meldung 12", null, "no_date"],
    ["gestern", null, "no_date"],
    ["", null, "no_date"],
  ] as const)("%p is %p in a feed and in a table, or left with %p", async (day, publishedAt, problem) => {
    const [ofFeed] = await read(
      `<rss><channel><item><title>T</title><link>${site}/x</link><pubDate>${day}</pubDate><description>Text</description></item></channel></rss>`,
    );
    const [ofTable] = await read(`Titel;Datum;Text\r\nT;${day};Text\r\n`);
    for (const text of [ofFeed, ofTable])
      expect([text?.publishedAt, text?.problem]).toEqual([publishedAt, problem]);
  });

  test("of an export is that of its UTC column, or where that is empty the local one without a zone", async () => {
    const post = { title: "T", slug: "t", html: "<p>Text</p>", date: "2019-05-03 08:00:00" };
    const [zeros, published] = ["0000-00-00 00:00:00", "Mon, 30 Nov -0001 00:00:00 +0000"];
    const texts = await read(
      wordPressExport(site, {
        posts: [
          { ...post, id: 1, published },
          { ...post, id: 2, utc: zeros, published },
          { ...post, id: 3, utc: zeros, published, date: zeros },
        ],
      }),
    );
    expect(texts.map(({ publishedAt, problem }) => [publishedAt, problem])).toEqual([
      ["2019-05-03T08:00:00.000Z", null],
      ["2019-05-03T08:00:00", null],
      [null, "no_such_date"],
    ]);
  });
});

describe("the language of a text", () => {
  test.each([
    ["Englisch", "en", null],
    ["English", "en", null],
    ["französisch", "fr", null],
    ["Hebräisch", "he", null],
    ["en", "en", null],
    ["de-AT", "de", null],
    ["EN_us", "en", null],
    ["", "de", null],
    ["de-DE-formal", "de", null],
    ["zh_Hant", "zh", null],
    ["es-419", "es", null],
    ["deu", "de", null],
    ["ger", "de", null],
    ["ENG", "en", null],
    ["Lao", "lo", null],
    ["US", undefined, "no_language"],
    ["AT", undefined, "no_language"],
    ["US-Englisch", undefined, "no_language"],
    ["CH-Deutsch", undefined, "no_language"],
    ["Klingonisch", undefined, "no_language"],
    ["-", undefined, "no_language"],
  ] as const)("that its table calls %p is %p, or it is left with %p", async (said, language, problem) => {
    const [text] = await read(`Titel;Datum;Text;Sprache\r\nT;2019-05-03;Text;${said}\r\n`);
    expect([text?.content?.language, text?.problem]).toEqual([language, problem]);
  });
});

describe("a text", () => {
  test("of 100,000 characters comes, one more is too long", async () => {
    const [most, more] = await read(feedOf("a".repeat(100_000), "a".repeat(100_001)));
    expect([most?.problem, more?.problem]).toEqual([null, "too_long"]);
  });

  test("takes as many pictures as a release shows, and the others stay behind", async () => {
    const images = (count: number) =>
      Array.from({ length: count }, (_, n) => `<p><img src="/${n}.png"></p>`).join("");
    const [most, more] = await read(feedOf(images(picturesPerTextMax), images(picturesPerTextMax + 1)));
    expect([most, more].map((text) => text?.content?.pictures.length)).toEqual([
      picturesPerTextMax,
      picturesPerTextMax,
    ]);
  });

  test("with addresses that are none, scripts and deep nesting holds nothing of them", async () => {
    const html = `<a href="javascript:alert(1)">A</a> <img src="javascript:x"><img src="data:image/png;base64,AAAA">${"<div>".repeat(5_000)}tief<svg><script>x</script></svg>`;
    const [text] = await read(feedOf(html));
    expect(text?.content?.markdown).toBe("A\n\ntief");
    expect(text?.content?.pictures).toEqual([]);
  });
});

test("who took a picture is read from its caption", () => {
  expect(creditOf("Das Werk am Abend (Foto: Anna Beispiel)")).toBe("Anna Beispiel");
  expect(creditOf("© Werk AG / Anna Beispiel.")).toBe("Werk AG / Anna Beispiel");
  expect(creditOf("Bildnachweis: © Werk AG")).toBe("Werk AG");
  expect(creditOf("Fotos vom Werk")).toBeNull();
});

const feedOf = (...texts: string[]) =>
  `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${texts.map((html, n) => `<item><title>T${n}</title><link>${site}/${n}</link><pubDate>2019-05-03</pubDate><content:encoded><![CDATA[${html}]]></content:encoded></item>`).join("")}</channel></rss>`;
