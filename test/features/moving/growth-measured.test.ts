import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressPictures } from "../../../service/features/moving/place-pictures.ts";
import { treeOf } from "../../../service/features/moving/reading/html-tree.ts";
import { openFile, readTexts, unpackPicture } from "../../../service/features/moving/reading/open-file.ts";
import { pictureNames } from "../../../service/features/moving/reading/picture-names.ts";
import { toText } from "../../../service/features/moving/reading/to-text.ts";
import { blocksOf } from "../../../service/press-text/docx/html-to-markdown.ts";
import { processorMsOf } from "../../support/processor-time.ts";
import { zipOf } from "./support/old-newsroom.ts";

const site = "https://presse.alt.example";
const folder = mkdtempSync(join(tmpdir(), "prs-growth-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** Four times the input takes four times as long, or five by what the caches of a core no longer hold; the square of it sixteen times. */
const [growth, growthMax] = [4, 9];
/** The least of each is of a moment in which nobody else kept the core from it: such a moment comes, and no square becomes less. */
const [timesMin, timesMax] = [4, 12];
let files = 0;

function write(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, content);
  return path;
}

/** A name in a folder of its own: nothing but the whole tells it from the others. */
const nameOf = (n: number) => `${"ordner/".repeat(8)}${n % 100}/bild-${n}.png`;

function table(count: number): string {
  const picturesEach = 10;
  const rows = Array.from({ length: count / picturesEach }, (_, row) => {
    const names = Array.from(
      { length: picturesEach },
      (_, n) => `${(row * 10 + n) % 100}/bild-${row * 10 + n}.png`,
    );
    return `T${row};2019-05-03;Text;${names.join("|")}\r\n`;
  });
  return `Titel;Datum;Text;Bilder\r\n${rows.join("")}`;
}

const plain = {
  ...{ guid: "g", title: "T", url: null, slug: null, publishedAt: "2019-05-03T08:00:00Z", subtitle: null },
  ...{ hasBareLines: false, topics: [], keywords: [], language: null, pictures: [], problem: null },
};

const works: [string, number, (count: number) => () => unknown][] = [
  [
    "finding names of pictures in an archive",
    2_000,
    (count) => {
      const names = Array.from({ length: count }, (_, n) => nameOf(n));
      return () => {
        const find = pictureNames(names);
        for (const name of names) find(name.split("/").slice(-2).join("/"));
      };
    },
  ],
  [
    "reading a table with an archive",
    2_000,
    (count) => {
      const pictures = Array.from({ length: count }, (_, n) => [nameOf(n), new Uint8Array(1)] as const);
      const path = write(zipOf({ "t.csv": table(count), ...Object.fromEntries(pictures) }));
      return async () => {
        await openFile(write("Titel;Datum;Text\r\n"));
        await openFile(path);
        const texts = await readTexts({ path, site: "x.example", from: 0, count });
        expect(texts.at(-1)?.content?.pictures.at(-1)?.url).toBe(`zip:${nameOf(count - 1)}`);
        const to = join(folder, "picture");
        for (let n = 0; n < count; n += 40)
          expect(await unpackPicture({ path, name: nameOf(n), to })).toBeNull();
      };
    },
  ],
  [
    "finding what an export says of a picture",
    2_000,
    (count) => {
      const pictures = Array.from({ length: count }, (_, n) => {
        const url = `${site}/bild-${n}.png`;
        return [String(n), { url, alt: "Bild", caption: null, credit: "Anna" }] as const;
      });
      const byUrl = new Map(pictures.map(([, picture]) => [picture.url, picture]));
      const attachments = { byId: new Map(pictures), byUrl };
      return () => {
        for (let n = 0; n < count; n += 1) {
          const raw = { ...plain, html: `<img src="${site}/bild-${n}-300x200.png">` };
          const text = toText(raw, { site: "presse.alt.example", attachments, language: null });
          expect(text.content?.pictures[0]?.credit).toBe("Anna");
        }
      };
    },
  ],
  [
    "reading a text in wrappers within wrappers",
    250,
    (count) => {
      const words = "<i>a</i>".repeat(count);
      const html = `${"<b>".repeat(29)}${words}${"<div>".repeat(29)}${words}`;
      return () => blocksOf(treeOf(html).children);
    },
  ],
  [
    "placing pictures in a text that begins one again and again",
    // The engine gives up on a search of half a second, which would hide the square of more.
    1_500,
    (count) => {
      const markdown = `![Ein !\\[Werk\\]](moved-picture:0)\n\n${"![".repeat(count)}`;
      return () => {
        // One takes less than what a clock can tell.
        for (let time = 0; time < 20; time += 1) {
          const placed = addressPictures(markdown, () => "/media/1.png");
          expect(placed.startsWith("![Ein !\\[Werk\\]](/media/1.png)\n\n![")).toBe(true);
        }
      };
    },
  ],
];

test.each(works)(
  "%s takes no more than in proportion to its length",
  async (_name, count, prepare) => {
    const [once, more] = [prepare(count), prepare(count * growth)];
    // Before the first figure, for what is compiled and loaded once.
    await once();
    const least = { once: Number.POSITIVE_INFINITY, more: Number.POSITIVE_INFINITY };
    const isGood = () => least.more < growthMax * least.once;
    for (let time = 0; time < timesMin || (time < timesMax && !isGood()); time += 1) {
      least.once = Math.min(least.once, await processorMsOf(once));
      least.more = Math.min(least.more, await processorMsOf(more));
    }
    expect(least.more / least.once).toBeLessThan(growthMax);
  },
  120_000,
);
