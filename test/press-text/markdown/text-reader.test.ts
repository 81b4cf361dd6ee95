import { expect, test } from "bun:test";
import { join } from "node:path";
import { threadUrl } from "../../../service/floor/concurrency/thread-url.ts";
import { createLog } from "../../../service/log.ts";
import { plainParagraphs } from "../../../service/press-text/markdown/plain-paragraphs.ts";
import type { PressText } from "../../../service/press-text/markdown/press-text.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { createTextReader, type TextReader } from "../../../service/press-text/markdown/text-reader.ts";
import { textTasks } from "../../../service/press-text/text-tasks.ts";
import { errorOf } from "../../support/error-of.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

const agencyId = 7;
const module = threadUrl("press-text/markdown/text-worker");
/** 0.2 s of parsing on an idle machine. */
const costly = "<a@b.de> ".repeat(11_000);

/** Its thread holds each text that does not begin with "kurz" until the test lets them go, and never reads one that begins with "nie". */
const holdingModule = new URL("./support/held-text-worker.ts", import.meta.url);
/** A slow machine takes a second or two to start a thread. */
const patientMs = 4_000;

test("a thread reads what this one would, and a known text is answered without it", async () => {
  const reader = await openWarmReader();
  const markdown = "# Titel\n\nEin [Link](https://a.example/x) und ![Bild](https://a.example/b.png)";
  const [text, same] = await Promise.all([reader.read(agencyId, markdown), reader.read(agencyId, markdown)]);
  expect(text).toEqual(readText(markdown));
  expect(same).toBe(text);
  await reader.close();
  expect(await reader.read(agencyId, markdown)).toBe(text);
  expect(reader.logged).toEqual([]);
});

test("memory for texts has a bound: the one used last stays, the one unused longest is read again", async () => {
  const reader = await openWarmReader();
  const [old = "", used = "", ...others] = Array.from({ length: 60 }, (_, at) =>
    `Text ${at}. `.repeat(9_000).slice(0, 99_000),
  );
  const [first, second] = [await reader.read(agencyId, old), await reader.read(agencyId, used)];
  for (const text of others) {
    await reader.read(agencyId, text);
    expect(await reader.read(agencyId, used)).toBe(second);
  }
  const again = await reader.read(agencyId, old);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
  await reader.close();
});

test("while a costly text is read, nobody waits for it", async () => {
  const reader = await openWarmReader();
  let isReading = true;
  const reading = reader.read(agencyId, costly).finally(() => {
    isReading = false;
  });
  let turns = 0;
  for (; isReading; turns += 1) await Bun.sleep(1);
  await reading;
  await reader.close();
  // Read by this thread it would be one turn of 200 ms.
  expect(turns).toBeGreaterThan(10);
});

test("a text that is not read in time twice is refused, comes as plain paragraphs, is logged without a word of it, and holds up nobody", async () => {
  const reader = openReader({ module: holdingModule, timeoutMs: patientMs });
  const slow = "nie https://b.de";
  const first = await reader.read(agencyId, slow);
  expect(first).toEqual({ ...plainParagraphs(slow, null), isFinal: false });
  // A busy machine may not start the thread in time again, which is not the text's fault.
  const text = await untilFinal(reader, slow);
  expect(text).toEqual(plainParagraphs(slow, "The text takes too long to read. Simplify its Markdown."));
  expect(reader.logged.join("\n")).toContain('"problem":"timeout"');
  expect(reader.logged.join("\n")).not.toContain("b.de");
  const lines = reader.logged.length;
  expect(await reader.read(agencyId, slow)).toBe(text);
  expect(reader.logged).toHaveLength(lines);
  await reader.close();
});

test("a text whose thread starts too slowly the first time is refused by no rule of texts, and read when it is asked for again", async () => {
  const folder = createFolder("test-text-reader-");
  const reader = openReader({
    module: new URL("./support/slow-start-worker.ts", import.meta.url),
    timeoutMs: patientMs,
  });
  // The worker says nothing where this file is not there yet, and makes it.
  const markdown = join(folder, "started");
  const first = await reader.read(agencyId, markdown);
  expect({ isFinal: first.isFinal, excess: first.excess }).toEqual({ isFinal: false, excess: null });
  expect(await untilFinal(reader, markdown)).toEqual(readText(markdown));
  await reader.close();
  removeFolder(folder);
});

test("a thread that can't start leaves plain paragraphs", async () => {
  const reader = openReader({
    module: new URL("../../features/newsroom/no-such-module.ts", import.meta.url),
  });
  expect((await reader.read(agencyId, "*Text* & mehr")).pieces).toEqual(["<p>*Text* &amp; mehr</p>\n"]);
  expect(reader.logged.join("\n")).toContain('"problem":"failed"');
  await reader.close();
});

test("texts that have to wait for too long come as plain paragraphs for now, and are read for the next reader", async () => {
  const reader = await openHoldingReader();
  const [first, second, quick] = await Promise.all(
    ["*eins*", "*zwei*", "kurz vorweg"].map((text) => reader.read(agencyId, text)),
  );
  expect([first?.isFinal, second?.isFinal, quick?.isFinal]).toEqual([false, false, true]);
  expect(second?.pieces).toEqual(["<p>*zwei*</p>\n"]);
  expect(reader.logged.filter((line) => line.includes('"problem":"waited_too_long"'))).toHaveLength(2);
  reader.letGo();
  for (const text of ["*eins*", "*zwei*"]) expect(await untilFinal(reader, text)).toEqual(readText(text));
  await reader.close();
});

test("more texts of an agency at once than may wait come as plain paragraphs, and are read when they are asked for again", async () => {
  const reader = await openHoldingReader();
  // One is read and 50 wait.
  const texts = Array.from({ length: 52 }, (_, n) => `*${n}*`);
  const reading = texts.map((text) => reader.read(agencyId, text));
  expect((await reading.at(-1))?.isFinal).toBe(false);
  expect(reader.logged.filter((line) => line.includes("queue_full"))).toHaveLength(1);
  reader.letGo();
  await until(() => reader.order.length === 51);
  expect(reader.order).toEqual(texts.slice(0, -1));
  await Promise.all(reading);
  expect(await untilFinal(reader, "*51*")).toEqual(readText("*51*"));
  await reader.close();
});

test("all agencies together have at most 1,000 texts that wait", async () => {
  const reader = await openHoldingReader();
  const texts = await Promise.all(
    Array.from({ length: 1_001 }, (_, n) => reader.read(1 + Math.floor(n / 50), `*${n}*`)),
  );
  expect(texts.filter((text) => text.isFinal)).toEqual([]);
  const refused = reader.logged.filter((line) => line.includes("queue_full"));
  expect(refused).toHaveLength(1);
  await reader.close();
});

test("an agency whose line is full of slow texts holds another one's text up for no longer than one of them takes", async () => {
  const reader = await openHoldingReader();
  const loud = Array.from({ length: 60 }, (_, n) => reader.read(1, `*laut ${n}*`));
  // The same text, which the loud agency has at the end of its line, is no way to hold it up either.
  const others = [reader.read(2, "kurz"), reader.read(3, "*laut 50*")];
  await until(() => reader.logged.filter((line) => line.includes("queue_full")).length === 9);
  reader.letGo();
  expect(await untilFinal(reader, "kurz", 2)).toEqual(readText("kurz"));
  expect(await untilFinal(reader, "*laut 50*", 3)).toEqual(readText("*laut 50*"));
  await Promise.all([...loud, ...others]);
  await until(() => reader.order.includes("*laut 49*"));
  expect(reader.order.slice(0, 4)).toEqual(["*laut 0*", "kurz", "*laut 50*", "*laut 1*"]);
  await reader.close();
});

test("a task that the thread can't do in time is refused with when to come again, and the next one is done", async () => {
  const reader = openReader({ timeoutMs: 300 });
  const hostile = { terms: [`${"a ".repeat(49)}b`], texts: ["a ".repeat(3_000_000)], rangesMax: 1 };
  expect(await errorOf(reader.ask(agencyId, "findTerms", hostile))).toMatchObject({
    code: "service_unavailable",
    retryAfterSeconds: 2,
  });
  expect(reader.logged.join("")).toContain('"problem":"timeout"');
  // A busy machine may not start the next thread in so little time at once.
  await until(() => reader.ask(agencyId, "outline", "Titel").catch(() => null));
  await reader.close();
});

test("a thread finds, compares, outlines and checks what this one would", async () => {
  const reader = await openWarmReader();
  const question = { terms: ["billig"], texts: ["Ein billiges Haus"], rangesMax: 3 };
  expect(await reader.ask(agencyId, "findTerms", question)).toEqual(textTasks.findTerms(question));
  const pairs = [{ before: "Ein Haus", after: "Ein großes Haus" }];
  expect(await reader.ask(agencyId, "compare", pairs)).toEqual(textTasks.compare(pairs));
  const text = "Titel der Meldung\n\nDas Haus steht seit gestern in Bremen am Fluss.";
  expect(await reader.ask(agencyId, "outline", text)).toEqual(textTasks.outline(text));
  expect(await reader.ask(agencyId, "checkSeo", text)).toEqual(textTasks.checkSeo(text));
  await reader.close();
});

/** Whoever waits for too long is answered with plain paragraphs, and asks again. */
function untilFinal(
  reader: Pick<TextReader, "read">,
  markdown: string,
  agency = agencyId,
): Promise<PressText> {
  return until(async () => {
    const text = await reader.read(agency, markdown);
    return text.isFinal && text;
  });
}

function openReader(input: { module?: URL; timeoutMs?: number } = {}) {
  const logged: string[] = [];
  const log = createLog("debug", (line) => logged.push(line));
  const { timeoutMs = 60_000 } = input;
  return { logged, ...createTextReader(input.module ?? module, { log, timeoutMs }) };
}

/** A reader whose thread runs: starting it can take longer than a reader waits. */
async function openWarmReader(input: { module?: URL } = {}) {
  const reader = openReader(input);
  await untilFinal(reader, "kurz vorweg");
  reader.logged.length = 0;
  return reader;
}

/** A reader whose thread runs and holds texts: what was read since, in order, and what lets them go. */
async function openHoldingReader() {
  const channel = new BroadcastChannel("held texts");
  const order: string[] = [];
  channel.onmessage = ({ data }) => void order.push(data);
  const reader = await openWarmReader({ module: holdingModule });
  await until(() => order.includes("kurz vorweg"));
  order.length = 0;
  return {
    ...reader,
    order,
    letGo: () => channel.postMessage("go on"),
    async close() {
      channel.close();
      await reader.close();
    },
  };
}
