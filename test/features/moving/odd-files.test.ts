import { describe, expect, test } from "bun:test";
import { listMovedTexts } from "../../../service/features/moving/texts-sql.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { createMediaClient } from "../media/support/media.ts";
import { damage, pictureOf, zipOf } from "./support/old-newsroom.ts";
import { handOver, moveIn, oldHost, openMoving, work } from "./support/open-moving.ts";

const { sql, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

describe("a damaged picture", () => {
  test("in an archive is listed with its reason, and the rest of the move goes on", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const row = (title: string, picture: string) => `${title};2019-05-03;Text;${picture};Anna;Werk\n`;
    const names = ["kaputt.png", "kein-bild.png", "gut.png"];
    const zip = zipOf({
      "t.csv": `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\n${names.map((name, n) => row(`T${n}`, name)).join("")}`,
      ...{ "kaputt.png": pictureOf(1), "kein-bild.png": "x", "gut.png": pictureOf(2) },
    });
    const content = damage(zip, "kaputt.png");
    const move = await moveIn(moving, agencyId, { clientId, content, fileName: "umzug.zip" });
    expect(move).toMatchObject({ state: "done", taken: 3, left: 0 });
    const texts = await listMovedTexts(sql, agencyId, move.id);
    expect(texts.map(({ missing }) => missing)).toEqual([
      [{ url: "zip:kaputt.png", reason: "no_picture" }],
      [{ url: "zip:kein-bild.png", reason: "no_picture" }],
      [],
    ]);
  });
});

describe("an archive", () => {
  test("brings its pictures whatever its name", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const content = zipOf({
      "t.csv": "Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\nT;2019-05-03;Text;a.png;Anna;Werk\n",
      "a.png": pictureOf(3),
    });
    const { id } = await moveIn(moving, agencyId, { clientId, content, fileName: "umzug.ZIP.download" });
    const [text] = await listMovedTexts(sql, agencyId, id);
    expect(text).toMatchObject({ state: "taken", pictures: 1, missing: [] });
  });
});

describe("a picture", () => {
  test("has the name in the library that its address stands for", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const names = ["Büro-bild-5.png", "B%C3%BCro neu-bild-6.png", "B%FCro-bild-7.png"];
    const rows = names.map((name, n) => `T${n};2019-05-03;Text;${moving.site}/${name};Anna;Werk\n`).join("");
    const content = `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\n${rows}`;
    await moveIn(moving, agencyId, { clientId, content, fileName: "t.csv", site: moving.site });
    const assets = await sql<{ name: string }[]>`
      select file_name as name from asset where agency_id = ${agencyId} order by id
    `;
    expect(assets.map(({ name }) => name)).toEqual([
      "Büro-bild-5.png",
      "Büro neu-bild-6.png",
      "B%FCro-bild-7.png",
    ]);
  });
});

describe("an archive that was packed on Windows", () => {
  test("has its pictures under their names, whose umlauts are one byte each", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const zip = zipOf({
      "t.csv":
        "Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\nT;2019-05-03;Text;Büro Größe.png;Anna;Werk\n",
      "B?ro Gr??e.png": pictureOf(4),
    });
    // In the header of the part and in the directory, without the flag of UTF-8.
    const places = [[zip.indexOf("B?ro"), 24] as const, [zip.lastIndexOf("B?ro"), 38] as const];
    for (const [at, behindFlags] of places) {
      zip.write("B\x81ro Gr\x94\xe1e.png", at, "latin1");
      zip.writeUInt16LE(0, at - behindFlags);
    }
    const move = await moveIn(moving, agencyId, { clientId, content: zip, fileName: "umzug.zip" });
    const texts = await listMovedTexts(sql, agencyId, move.id);
    expect(texts.map(({ missing }) => missing)).toEqual([[]]);
    const [asset] = await sql`select file_name as name from asset where agency_id = ${agencyId}`;
    expect(asset?.name).toBe("Büro Größe.png");
  });
});

describe("days without a zone", () => {
  test("are the agency's, and each odd one is answered by itself", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const future = new Date(Date.now() + 86_400_000).toISOString();
    const days = ["2019-05-03 10:00", "0000-00-00", "0001-01-01", future, "2019-05-03T10:00:00+18:00", ""];
    const content = `Titel;Datum;Text\n${days.map((day, n) => `T${n};${day};Text\n`).join("")}`;
    const moveId = await handOver(moving, agencyId, { clientId, content, fileName: "t.csv" });
    await work(moving, agencyId);
    const texts = await listMovedTexts(sql, agencyId, moveId);
    expect(texts.map(({ publishedAt, reason }) => [publishedAt?.toISOString() ?? null, reason])).toEqual([
      ["2019-05-03T08:00:00.000Z", null],
      [null, "no_such_date"],
      [null, "no_such_date"],
      [future, "in_future"],
      [null, "no_date"],
      [null, "no_date"],
    ]);
  });
});

describe("texts of one name", () => {
  test("by the hundred each find an address: by the end of the old one, the title, or the day", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const rows = Array.from({ length: 130 }, (_, n) => {
      const day = `2019-05-${String(1 + (n % 28)).padStart(2, "0")}`;
      return [
        `Werk ${n};${day};Text;https://${oldHost}/2019/${n}/index.html\n`,
        `Pressemitteilung;${day};Text;https://${oldHost}/pm/${n}\n`,
      ].join("");
    });
    const content = `Titel;Datum;Text;Adresse\n${rows.join("")}`;
    const move = await moveIn(moving, agencyId, { clientId, content, fileName: "t.csv" });
    expect(move).toMatchObject({ state: "done", taken: 260, left: 0 });
    const slugs = await sql<{ slug: string }[]>`
      select slug from release where agency_id = ${agencyId} order by id limit 4`;
    expect(slugs.map(({ slug }) => slug)).toEqual([
      "index",
      "pressemitteilung",
      "werk-1",
      "pressemitteilung-2",
    ]);
  });
});
