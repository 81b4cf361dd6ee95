import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { createDashboardUser, type DashboardUser } from "../edges/dashboard/support.ts";
import { makeDocx, makeZip, type Part, partsOf } from "../press-text/docx/make-docx.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { createMigratedDatabase } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { slowness } from "../support/slowness.ts";
import { createRequested, createWorkshop } from "../support/workflow.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { prepareDatabase } from "./support/open-scene.ts";
import type { LoadTarget } from "./support/start-load.ts";

/** Quiet and loud by turns, so that what the machine does besides hits both. */
const { rounds, isShort, timeoutMs } = faultRounds(1, 10);
const measuredMs = isShort ? 2_500 : 10_000;
/** Until all threads have something hostile before them. */
const loudMs = 1_000;
/** As in the test of the noisy neighbour: what a busy machine adds by itself. */
const noiseMs = isShort ? 1_500 : 500;
const pauseMs = 5;
const answerTimeoutMs = 10_000 * patience;
/** Of one agency's people at once, of each kind: everybody pastes and imports. */
const workersOfEach = 2;

const word = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const deep = (count: number) =>
  `${"<w:tbl><w:tr><w:tc>".repeat(count)}${word("unten")}${"</w:tc></w:tr></w:tbl>".repeat(count)}`;
const cell = (text: string) => `<w:tc>${word(text)}</w:tc>`;
const withPart = (part: Part) => makeZip([...partsOf(word("Text")), part]);
const textOf = (part: string) => part.repeat(Math.ceil(30_000 / part.length)).slice(0, 30_000);

const documents: Record<string, Buffer> = {
  bomb: withPart({ name: "word/media/a.png", data: Buffer.alloc(41_000_000) }),
  lyingBomb: withPart({ name: "word/media/a.png", data: Buffer.alloc(41_000_000), unpackedBytes: 1_000 }),
  manyTags: makeZip(partsOf("<w:p/>".repeat(120_000)).map((part) => ({ ...part, isStored: true }))),
  longTable: makeDocx(
    `${word("Titel")}<w:tbl>${`<w:tr>${Array.from({ length: 10 }, () => cell("Zahl")).join("")}</w:tr>`.repeat(600)}</w:tbl>`,
  ),
  deepTables: makeDocx(word("Titel") + deep(200)),
  deeperTables: makeZip(partsOf(deep(20_000)).map((part) => ({ ...part, isStored: true }))),
};
/** What a paste leaves in the text field; the pasting itself runs in the browser of who pastes. */
const pasted: Record<string, string> = {
  table: textOf(`${"| a ".repeat(40)}|\n`).replace("\n", `\n${"| - ".repeat(40)}|\n`),
  wideTable: `${"| a ".repeat(5_000)}|\n${"|-".repeat(5_000)}|`,
  quotes: textOf("> "),
  lists: textOf("- "),
  brackets: textOf("[a]("),
  stars: textOf("**a *b "),
  pipes: textOf("|"),
};

let service: ServiceProcess;
let database: Database;
let neighbour: LoadTarget;
let colleague: DashboardUser;
let colleagueDraft: string;
let hostile: { user: DashboardUser; clientId: number };

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  const scene = await prepareDatabase({ databaseUrl, dataDirectory: "" });
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 4 });
  service = await startServiceProcess({ DATABASE_URL: databaseUrl, LOG_LEVEL: "error" });
  neighbour = { ...scene, url: service.url };
  const at = { url: service.url, sql: database.sql };
  const [quietOne, loudOne] = [await createWorkshop(database.sql), await createWorkshop(database.sql)];
  colleague = await createDashboardUser(at, quietOne.agencyId);
  colleagueDraft = (await createRequested(database.sql, quietOne)).draftId;
  const user = await createDashboardUser(at, loudOne.agencyId);
  hostile = { user, clientId: loudOne.clientId };
  // The first requests compile and connect; they would make the quiet measure the slower one.
  await measure();
});
afterAll(async () => {
  await service.process.end("SIGKILL");
  await database.close();
});

test(
  "hostile pastes and Word documents of one agency fail none of another's requests and double the time of none",
  async () => {
    const quiet: Measured[] = [];
    const among: Measured[] = [];
    const loudness: Record<string, Record<string, number>>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure());
      const noise = beHostile();
      await Bun.sleep(loudMs);
      among.push(await measure());
      loudness.push(await noise.stop());
    }
    reportFault("hostile desk", {
      p99MsQuiet: quiet.map(({ p99Ms }) => p99Ms),
      p99MsLoud: among.map(({ p99Ms }) => p99Ms),
      p50MsQuiet: quiet.map(({ p50Ms }) => p50Ms),
      p50MsLoud: among.map(({ p50Ms }) => p50Ms),
      p99MsByCall: { quiet: quiet.at(-1)?.p99MsByCall, loud: among.at(-1)?.p99MsByCall },
      loudness: loudness.at(-1),
    });
    for (const { failed, requests } of among) {
      expect(requests).toBeGreaterThan(20);
      expect(failed).toEqual([]);
    }
    // A thing that nobody answered would have disturbed nobody.
    for (const [name, { 0: broken = 0, ...answered }] of loudness.flatMap((each) => Object.entries(each)))
      expect({ name, broken, isAnswered: Object.keys(answered).length > 0 }).toEqual({
        name,
        broken: 0,
        isAnswered: true,
      });
    const p99Ms = (list: Measured[]) => medianOf(list.map((each) => each.p99Ms));
    expect(p99Ms(among)).toBeLessThan(p99Ms(quiet) * 2 + noiseMs * slowness(measuredMs));
  },
  timeoutMs,
);

type Measured = Awaited<ReturnType<typeof measure>>;

/** What the other agency does all the time: its program, its readers, and somebody at the desk who has a preview beside the text. */
const neighbourCalls: Record<string, (signal: AbortSignal) => Promise<Response>> = {
  conversion: (signal) =>
    callConversions({ ...neighbour, body: conversionBody(neighbour.pressReleaseId), signal }),
  page: (signal) => fetch(neighbour.url + neighbour.path, { signal }),
  today: () => colleague.get("/app"),
  preview: () => colleague.get(`/app/meldungen/${colleagueDraft}/ansicht`),
  typing: () =>
    colleague.post(`/app/meldungen/${colleagueDraft}/ansicht`, {
      title: "Neues Werk",
      bodyMarkdown: `Bremen. Zum ${Date.now()}. Mal **getippt**.`,
    }),
};

/** One of each of these calls at a time, again and again. */
async function measure() {
  const answers: { name: string; status: number; durationMs: number }[] = [];
  const endMs = performance.now() + measuredMs;
  await Promise.all(
    Object.entries(neighbourCalls).map(async ([name, ask]) => {
      while (performance.now() < endMs) {
        const startedMs = performance.now();
        const response = await ask(AbortSignal.timeout(answerTimeoutMs)).catch(() => null);
        await response?.arrayBuffer().catch(() => null);
        answers.push({ name, status: response?.status ?? 0, durationMs: performance.now() - startedMs });
        await Bun.sleep(pauseMs);
      }
    }),
  );
  const percentile = (share: number, name: string | null) => {
    const durations = answers
      .filter((answer) => name === null || answer.name === name)
      .map(({ durationMs }) => durationMs)
      .sort((left, right) => left - right);
    return Math.round(durations[Math.floor(durations.length * share)] ?? 0);
  };
  return {
    p50Ms: percentile(0.5, null),
    p99Ms: percentile(0.99, null),
    p99MsByCall: Object.fromEntries(
      Object.keys(neighbourCalls).map((name) => [name, percentile(0.99, name)]),
    ),
    requests: answers.length,
    failed: [
      ...new Set(
        answers
          .filter(({ status }) => status !== 200 && status !== 201)
          .map(({ name, status }) => `${name}: ${status}`),
      ),
    ],
  };
}

/** Everything hostile at once, until it is stopped; says how often each was answered how. */
function beHostile() {
  const { user, clientId } = hostile;
  const at = `/app/meldungen/neu/${clientId}`;
  let isStopped = false;
  const loudness: Record<string, Record<string, number>> = {};
  const acts: Record<string, () => Promise<Response>> = {
    ...Object.fromEntries(Object.entries(documents).map(([name, bytes]) => [name, () => send(at, bytes)])),
    ...Object.fromEntries(
      Object.entries(pasted).map(([name, bodyMarkdown]) => [
        name,
        () =>
          user.post(`${at}/ansicht`, {
            title: "Titel",
            bodyMarkdown: `${bodyMarkdown}\n\n${crypto.randomUUID()}`,
          }),
      ]),
    ),
  };
  const running = Object.entries(acts).flatMap(([name, act]) => {
    const outcomes: Record<string, number> = {};
    loudness[name] = outcomes;
    return Array.from({ length: workersOfEach }, async () => {
      while (!isStopped) {
        const response = await act().catch(() => null);
        await response?.arrayBuffer().catch(() => null);
        const status = response?.status ?? 0;
        outcomes[status] = (outcomes[status] ?? 0) + 1;
        await Bun.sleep(pauseMs);
      }
    });
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return loudness;
    },
  };

  function send(path: string, bytes: Buffer): Promise<Response> {
    const body = new FormData();
    body.set("file", new File([new Uint8Array(bytes)], "text.docx"));
    const headers = { cookie: user.cookie, "sec-fetch-site": "same-origin" };
    return fetch(`${service.url}${path}/import`, { method: "POST", body, headers, redirect: "manual" });
  }
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}
