import type { Browser, Page } from "playwright-core";
import { richTextSource } from "../service/edges/dashboard/rich-text/bundle.ts";
import { createDraft } from "../service/features/workflow/drafts/create-draft.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase } from "../service/floor/db/open.ts";
import { createDashboardUser } from "../test/edges/dashboard/support.ts";
import { launchChromium } from "../test/features/newsroom/support/chromium.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import { context, createWorkshop, draftInput } from "../test/support/workflow.ts";
import type { Figure, Report } from "./figure.ts";

const rounds = 5;
const gzippedKilobytesMax = 140;
const previewP95MsMax = 250;
const frameMsMax = 50;
/** What a press release has, and the longest one that people type. */
const characters = { usual: 3_000, longest: 30_000 } as const;
const previewsPerRound = 20;
const keysPerRound = 150;
/** 500 keys a minute: somebody who types fast. */
const betweenKeysMs = 120;
const sentence = "Das neue Werk in Bremen hat **120** Arbeitsplätze und ging am Montag in Betrieb. ";

/**
 * P19: what the editor weighs; the time from a key to the preview that shows it, in a text of usual length; and the longest frame while
 * somebody types in the middle of a very long text, preview and checks included. In Chromium, which shares the cores with the service.
 */
export async function benchEditor(report: Report): Promise<Figure[]> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  await migrate(database.sql, migrations);
  const workshop = await createWorkshop(database.sql);
  const service = await startServiceProcess({ DATABASE_URL: server.url, LOG_LEVEL: "warn" });
  const owner = await createDashboardUser({ url: service.url, sql: database.sql }, workshop.agencyId);
  const browser = await launchChromium();
  const window = await browser.newContext({ baseURL: service.url, viewport: { width: 1_280, height: 850 } });
  const [name = "", value = ""] = owner.cookie.split("=");
  await window.addCookies([{ name, value, url: service.url }]);
  const open = async (length: number) => {
    const bodyMarkdown = textOf(length);
    const input = draftInput(workshop.clientId, { bodyMarkdown });
    const { id } = await createDraft(database.sql, workshop.agencyId, input, context);
    const page = await window.newPage();
    await page.goto(`/app/meldungen/${id}`);
    const box = page.getByRole("textbox", { name: "Text", exact: true });
    await box
      .locator("p")
      .nth(Math.floor((await box.locator("p").count()) / 2))
      .click();
    await page.keyboard.press("End");
    return page;
  };
  const kilobytes = Bun.gzipSync(richTextSource, { level: 6 }).length / 1_000;
  const [usual, longest] = [await open(characters.usual), await open(characters.longest)];
  const [previews, frames, tasks]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    await usual.bringToFront();
    const preview = await p95OfPreviews(usual);
    await longest.bringToFront();
    const { frame, task } = await longestWhileTyping(browser, longest);
    const shown = [preview, frame, task].map((ms) => `${ms.toFixed(0)} ms`);
    report(`round ${round}: key to preview p95 ${shown[0]}, longest frame ${shown[1]}, its work ${shown[2]}`);
    // In the first one the code is not compiled yet.
    if (round === 0) continue;
    previews.push(preview);
    frames.push(frame);
    tasks.push(task);
  }
  await browser.close();
  await service.stop();
  await database.close();
  await server.stop();
  const long = characters.longest.toLocaleString("en");
  const figure = (what: string, values: number[], target: { unit: string; atMost: number }): Figure => {
    const { unit, atMost } = target;
    return { id: "P19", what, reference: "", values, target: { atMost }, unit, details: [] };
  };
  return [
    figure("the editor's script, gzipped", [kilobytes], { unit: "KB", atMost: gzippedKilobytesMax }),
    figure("from a key to its preview, p95", previews, { unit: "ms", atMost: previewP95MsMax }),
    figure(`longest frame while typing in ${long} characters`, frames, { unit: "ms", atMost: frameMsMax }),
    figure("the same: longest task, processor time", tasks, { unit: "ms", atMost: frameMsMax }),
  ];
}

/** Paragraphs of five sentences. */
function textOf(length: number): string {
  const paragraph = `${sentence.repeat(5).trim()}\n\n`;
  return paragraph
    .repeat(Math.ceil(length / paragraph.length))
    .slice(0, length)
    .trim();
}

/** One key after the other, each when the preview has shown the one before. */
async function p95OfPreviews(page: Page): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < previewsPerRound; index += 1) {
    await page.evaluate(awaitPreview);
    await page.keyboard.press("n");
    times.push(Number(await page.evaluate("window.shown")));
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** In `shown`: milliseconds from the next key until the frame's body is exchanged. */
const awaitPreview = `window.shown = new Promise((done) => {
  let pressedAt = 0;
  addEventListener("keydown", ({ timeStamp }) => { pressedAt = timeStamp; }, { once: true, capture: true });
  const frame = document.querySelector("iframe[data-preview]").contentDocument;
  const observer = new MutationObserver(() => {
    if (pressedAt === 0) return;
    observer.disconnect();
    done(performance.now() - pressedAt);
  });
  observer.observe(frame.documentElement, { childList: true });
}), null`;

/**
 * The longest time between two frames while keys come as from a person, and the processor time of the longest task of the page: on a
 * busy machine a frame waits for others too.
 */
async function longestWhileTyping(browser: Browser, page: Page): Promise<{ frame: number; task: number }> {
  await page.evaluate(`(() => {
    window.frames = { longest: 0, isOver: false };
    let last = performance.now();
    const next = (now) => {
      frames.longest = Math.max(frames.longest, now - last);
      last = now;
      if (!frames.isOver) requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(next); });
  })()`);
  await browser.startTracing(page, { categories: ["toplevel"] });
  for (let key = 0; key < keysPerRound; key += 1) {
    await page.keyboard.press(key % 7 === 6 ? "Space" : "n");
    await page.waitForTimeout(betweenKeysMs);
  }
  const trace: Trace = JSON.parse((await browser.stopTracing()).toString());
  const frame = Number(await page.evaluate("frames.isOver = true, frames.longest"));
  return { frame, task: longestTaskMs(trace) };
}

/** Durations in microseconds; `tdur` is the thread's processor time. */
type Trace = {
  traceEvents: { name: string; tid: number; pid: number; tdur?: number; args?: { name?: string } }[];
};

function longestTaskMs({ traceEvents }: Trace): number {
  const mainThreads = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === "thread_name" && args?.name === "CrRendererMain" ? [`${pid}:${tid}`] : [],
    ),
  );
  const times = traceEvents.flatMap(({ pid, tid, tdur = 0 }) =>
    mainThreads.has(`${pid}:${tid}`) ? [tdur] : [],
  );
  return Math.max(0, ...times) / 1_000;
}
