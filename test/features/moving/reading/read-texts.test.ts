import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openFile, readTexts, unpackPicture } from "../../../../service/features/moving/reading/open-file.ts";
import { splitEntries } from "../../../../service/features/moving/reading/split-entries.ts";
import { textsMax } from "../../../../service/features/moving/schema.ts";
import { damage, pictureOf, wordPressExport, zipOf } from "../support/old-newsroom.ts";
import { textFiles } from "../support/text-files.ts";

const site = "https://presse.alt.example";
const { folder, write, open, read } = textFiles();

describe("a WordPress export", () => {
  test("gives its public posts with address, day, topics, keywords and pictures; all else stays behind with the reason", async () => {
    const post = { slug: "a", date: "2019-05-03 08:00:00", html: "<p>Text</p>" };
    const texts = await read(
      wordPressExport(site, {
        pictures: [
          {
            id: 7,
            file: "2019/05/werk.png",
            alt: "Das Werk",
            caption: "Das Werk am Abend. Foto: Anna Beispiel",
          },
        ],
        posts: [
          {
            ...{
              id: 1,
              title: "Neues Werk &#8211; größer & schöner",
              slug: "neues-werk",
              date: "2019-05-03 08:00:00",
            },
            html: `<!-- wp:paragraph --><p>Am <b>Freitag</b> öffnet das <a href="/werk">Werk</a>.</p><!-- /wp:paragraph -->
<h2>Zahlen</h2><ul><li>eins</li><li>zwei</li></ul>
<figure class="wp-block-image"><img class="wp-image-7" src="${site}/wp-content/uploads/2019/05/werk-300x200.png" alt=""/><figcaption>Am Abend</figcaption></figure>`,
            ...{ categories: ["Allgemein", "Werke"], tags: ["Bremen"], thumbnail: 7 },
          },
          { ...post, id: 2, title: "Entwurf", status: "draft" },
          { ...post, id: 3, title: "Über uns", type: "page" },
          { ...post, id: 4, title: "Menü", type: "nav_menu_item" },
          { ...post, id: 5, title: "" },
          { ...post, id: 6, title: "Leer", html: "<p> </p>" },
        ],
      }),
    );
    expect(texts.map(({ title, problem }) => [title, problem])).toEqual([
      ["Neues Werk – größer & schöner", null],
      ["Entwurf", "not_public"],
      ["Über uns", "no_release"],
      ["", "no_title"],
      ["Leer", "no_text"],
    ]);
    expect(texts[0]).toMatchObject({
      guid: `${site}/?p=1`,
      url: `${site}/2019/05/neues-werk/`,
      publishedAt: "2019-05-03T08:00:00.000Z",
      content: {
        markdown: `Am **Freitag** öffnet das [Werk](${site}/werk).\n\n## Zahlen\n\n- eins\n- zwei\n\n![](moved-picture:0)`,
        slug: "neues-werk",
        language: "de",
        topics: ["Werke"],
        keywords: ["Bremen"],
        pictures: [
          {
            url: `${site}/wp-content/uploads/2019/05/werk.png`,
            alt: "Das Werk",
            caption: "Das Werk am Abend. Foto: Anna Beispiel",
            credit: "Anna Beispiel",
          },
        ],
        leading: 0,
      },
    });
  });

  test("of the first editor keeps its paragraphs, line breaks and captions, and loses what is no text", async () => {
    const html = `Erste Zeile
zweite Zeile

Zweiter Absatz mit <em>Betonung</em>.<script>alert(1)</script>

[caption id="attachment_7" align="alignnone" width="300"]<img src="/bild.png" alt="Bild" /> Foto: Werk AG[/caption]

[gallery ids="1,2"]
Ende [1] – *kein* Markdown`;
    const [text] = await read(
      wordPressExport(site, { posts: [{ id: 1, title: "T", slug: "t", date: "2019-05-03 08:00:00", html }] }),
    );
    expect(text?.content?.markdown).toBe(
      "Erste Zeile\\\nzweite Zeile\n\nZweiter Absatz mit *Betonung*.\n\n![Bild](moved-picture:0)\n\nEnde \\[1\\] – \\*kein\\* Markdown",
    );
    expect(text?.content?.pictures).toEqual([
      { url: `${site}/bild.png`, alt: "Bild", caption: "Foto: Werk AG", credit: "Werk AG" },
    ]);
  });

  test("whose posts speak of RSS is split at its own entries alone", async () => {
    const html = "<p>Ein Feed endet mit &lt;/item&gt;, und das steht so im Text: </item><item> ]]> Ende</p>";
    const posts = [1, 2].map((id) => ({
      id,
      title: `T${id}`,
      slug: `t${id}`,
      date: "2019-05-03 08:00:00",
      html,
    }));
    const texts = await read(wordPressExport(site, { posts }));
    expect(texts.map(({ title, problem }) => [title, problem])).toEqual([
      ["T1", null],
      ["T2", null],
    ]);
  });
});

describe("a feed", () => {
  test("in RSS gives full texts, and says where it has their beginnings alone", async () => {
    const texts = await read(
      `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><language>en-us</language>
<item><title>Gr\u00fc\u00dfe</title><link>${site}/gruesse</link><guid>g-1</guid><pubDate>Fri, 03 May 2019 10:00:00 +0200</pubDate><description>kurz</description><content:encoded><![CDATA[<p>Ganz lang</p>
<p>Der Beitrag <a href="${site}">Gr\u00fc\u00dfe</a> erschien zuerst auf <a href="${site}">Presse</a>.</p>]]></content:encoded><category>Werke</category></item>
<item><title>Zwei</title><link>${site}/zwei</link><pubDate>Fri, 03 May 2019 10:00:00 +0200</pubDate><description>&lt;p&gt;Der Anfang [&amp;#8230;]&lt;/p&gt;</description></item>
<item><title>Drei</title><link>${site}/drei</link><description>Text</description></item>
</channel></rss>`,
      "latin1",
    );
    expect(texts.map(({ title, guid, problem }) => [title, guid, problem])).toEqual([
      ["Grüße", "g-1", null],
      ["Zwei", `${site}/zwei`, "only_summary"],
      ["Drei", `${site}/drei`, "no_date"],
    ]);
    expect(texts[0]).toMatchObject({
      publishedAt: "2019-05-03T08:00:00.000Z",
      content: { markdown: "Ganz lang", language: "en", topics: ["Werke"], slug: "gruesse" },
    });
  });

  test("in Atom gives texts in XHTML, escaped HTML and plain text", async () => {
    const entry = (id: number, content: string) =>
      `<entry><title type="html">T&amp;amp;${id}</title><link rel="self" href="${site}/x"/><link href="${site}/a/${id}"/><id>tag:${id}</id><published>2019-05-03T10:00:00+02:00</published><category term="Werke"/>${content}</entry>`;
    const texts = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">${entry(1, '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>A &amp; <b>B</b></p></div></content>')}${entry(2, '<content type="html">&lt;p&gt;C &lt;i&gt;D&lt;/i&gt;&lt;/p&gt;</content>')}${entry(3, '<content type="text">E &lt; F\n\nG</content>')}</feed>`,
    );
    expect(texts.map(({ title, url, content }) => [title, url, content?.markdown])).toEqual([
      ["T&1", `${site}/a/1`, "A & **B**"],
      ["T&2", `${site}/a/2`, "C *D*"],
      ["T&3", `${site}/a/3`, "E \\< F\n\nG"],
    ]);
    expect(texts[0]?.content?.topics).toEqual(["Werke"]);
  });

  test("that declares entities is refused unread, and what it refers to is not opened", async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      "",
    );
    const laughing = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">${laughs}]><rss><channel><item><title>&l9;</title></item></channel></rss>`;
    expect(await open(laughing)).toEqual({ fault: "forbidden_xml" });
    const file = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&x;</title></item></channel></rss>`;
    expect(await open(file)).toEqual({ fault: "forbidden_xml" });
    // Within an entry the parser knows no entity but those of XML, and leaves the others as they stand.
    const [inside] = await read(
      `<rss><channel><item><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><title>A &y; &lt;</title><link>${site}/x</link><pubDate>2019-05-03</pubDate><description>Text</description></item></channel></rss>`,
    );
    expect(inside?.title).toBe("A &y; <");
  });

  test("has 100,000 entries at most, and no more are listed than it takes to tell", async () => {
    const items = (count: number) => `<rss><channel>${"<item></item>".repeat(count)}</channel></rss>`;
    expect(await open(items(100_000))).toEqual({ entries: 100_000 });
    expect(await open(items(100_001))).toEqual({ fault: "too_many_texts" });
    expect(splitEntries(items(5), 3)).toHaveLength(3);
  });
});

describe("a table", () => {
  const heading = "Titel;Datum;Text;Adresse;Themen;Bilder;Bildnachweis;Bildbeschreibung";

  test("with a folder of pictures gives texts and pictures by their names", async () => {
    const zip = zipOf({
      "export/meldungen.csv": `\ufeff${heading}\r\nNeues Werk;3.5.2019 10:00;"Erster Absatz\r\n\r\nZweiter";${site}/werk.html;Werke, Bremen;Werk.PNG;Anna Beispiel;Das Werk\r\nZwei;2019-05-04;<p>Mit <b>HTML</b></p>;;;fehlt.png;;\r\nDrei;gestern;x;;;;;\r\n`,
      "export/bilder/werk.png": pictureOf(1),
      "__MACOSX/export/._meldungen.csv": "x",
    });
    const path = write(zip);
    expect(await openFile(path)).toEqual({ entries: 3 });
    const texts = await readTexts({ path, site: "presse.alt.example", from: 0, count: 10 });
    expect(texts.map(({ title, publishedAt, problem }) => [title, publishedAt, problem])).toEqual([
      ["Neues Werk", "2019-05-03T10:00:00", null],
      ["Zwei", "2019-05-04T12:00:00", null],
      ["Drei", null, "no_date"],
    ]);
    expect(texts[0]?.content).toMatchObject({
      markdown: "Erster Absatz\n\nZweiter",
      slug: "werk",
      topics: ["Werke", "Bremen"],
      pictures: [{ url: "zip:export/bilder/werk.png", credit: "Anna Beispiel", alt: "Das Werk" }],
    });
    expect(texts[1]?.content?.pictures[0]?.url).toBe("zip:fehlt.png");
    const to = join(folder, "picture");
    expect(await unpackPicture({ path, name: "export/bilder/werk.png", to })).toBeNull();
    expect(Buffer.from(await Bun.file(to).bytes()).equals(Buffer.from(pictureOf(1)))).toBe(true);
    expect(await unpackPicture({ path, name: "../werk.png", to })).toBe("not_found");
  });

  test("with a damaged or oversized picture says so of that picture alone", async () => {
    const rows = ["a", "b", "c"].map((name) => `${name};2019-05-03;Text;;;${name}.png;;\r\n`).join("");
    const pictures = { "a.png": pictureOf(1), "b.png": pictureOf(2), "c.png": Buffer.alloc(25_000_001) };
    const zip = damage(zipOf({ "t.csv": `${heading}\r\n${rows}`, ...pictures }), "a.png");
    const path = write(zip);
    expect(await openFile(path)).toEqual({ entries: 3 });
    const to = join(folder, "picture");
    const unpacked = await Promise.all(
      ["a.png", "b.png", "c.png"].map((name) => unpackPicture({ path, name, to })),
    );
    expect(unpacked).toEqual(["no_picture", null, "too_large"]);
  });

  test("needs title, day and text, and has as many rows as a newsroom has texts", async () => {
    expect(await open("Titel;Text\r\na;b\r\n")).toEqual({ fault: "columns_missing" });
    const rows = (count: number) => `Titel;Datum;Text\r\n${"a;2019-05-03;b\r\n".repeat(count)}`;
    expect(await open(rows(textsMax))).toEqual({ entries: textsMax });
    expect(await open(rows(textsMax + 1))).toEqual({ fault: "too_many_texts" });
  });

  test("that is no table, no archive or a bomb is not read", async () => {
    expect(await open("\0\0\0")).toEqual({ fault: "not_readable" });
    expect(await open(zipOf({ "a.txt": "x" }))).toEqual({ fault: "not_readable" });
    expect(await open(zipOf({ "a.csv": "a".repeat(10_000_000) }))).toEqual({ fault: "not_readable" });
    expect(await open(zipOf({ "a.csv": "Titel;Datum;Text\r\n" }).subarray(0, -30))).toEqual({
      fault: "not_readable",
    });
  });
});
