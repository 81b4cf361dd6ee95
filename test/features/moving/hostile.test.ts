import { expect, test } from "bun:test";
import { moveOf } from "../../../service/features/moving/moves.ts";
import { createMoveReader } from "../../../service/features/moving/reading/move-reader.ts";
import { noAttachments } from "../../../service/features/moving/reading/read-entry.ts";
import { toText } from "../../../service/features/moving/reading/to-text.ts";
import { listMovedTexts } from "../../../service/features/moving/texts-sql.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createMediaClient } from "../media/support/media.ts";
import { wordPressExport } from "./support/old-newsroom.ts";
import { handOver, openMoving, work } from "./support/open-moving.ts";

const { sql, agency, atEnd } = databaseScene();
/** A thread starts within it on a busy machine. */
const readTimeoutMs = 6_000;
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

test("a text that never ends to be read stays behind alone, and the service goes on meanwhile", async () => {
  const module = new URL("./support/hanging-worker.ts", import.meta.url);
  const moves = createMoveReader(module, readTimeoutMs);
  atEnd(() => moves.close());
  const deps = { ...moving.deps, moves };
  const clientId = await createMediaClient(sql, agency.agencyId);
  const posts = ["Eins", "Hängt", "Drei"].map((title, n) => ({
    ...{ id: n + 1, title, slug: `t-${n}`, date: "2019-05-03 08:00:00", html: "<p>Text</p>" },
  }));
  const content = wordPressExport("https://presse.alt.example", { posts });
  const moveId = await handOver({ deps }, agency.agencyId, { clientId, content });
  let beats = 0;
  const beating = setInterval(() => {
    beats += 1;
  }, 100);
  await work({ deps }, agency.agencyId);
  clearInterval(beating);
  // Once for the whole, once for the text alone: on a thread of its own, or nothing would have beaten.
  expect(beats).toBeGreaterThan(20);
  expect((await moveOf(sql, agency.agencyId, moveId)).state).toBe("checked");
  const texts = await listMovedTexts(sql, agency.agencyId, moveId);
  expect(texts.map(({ title, reason }) => [title, reason])).toEqual([
    ["Eins", null],
    ["Eintrag 2", "not_readable"],
    ["Drei", null],
  ]);
}, 120_000);

test.each([
  ["lists", "<ul><li>"],
  ["tables", "<table><tr><td>"],
  ["pictures in figures", "<figure><img src=x>"],
  ["shortcodes that never end", "[caption "],
  ["marks of Markdown", "*["],
  ["pieces of a line", "<b>a</b>b"],
  ["blanks", "&nbsp; "],
])("%s at full length make a text or a reason", (_name, unit) => {
  const html = unit.repeat(Math.ceil(400_000 / unit.length)).slice(0, 400_000);
  const raw = {
    guid: "g",
    title: "T",
    url: null,
    slug: null,
    publishedAt: "2019-05-03T08:00:00Z",
    subtitle: null,
  };
  const lists = { topics: [], keywords: [], pictures: [] };
  const text = toText(
    { ...raw, ...lists, html, hasBareLines: false, language: null, problem: null },
    { site: "presse.alt.example", attachments: noAttachments, language: null },
  );
  expect(text.content === null).toBe(text.problem !== null);
});
