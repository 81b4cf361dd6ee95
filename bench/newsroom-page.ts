import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { browserHeaders } from "../test/features/measurement/fixtures/browser-headers.ts";
import { peopleAgents } from "../test/features/measurement/fixtures/people.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { seededChance } from "../test/support/seeded-chance.ts";
import { createTestAgency, createTestRelease } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";
import { type Collector, startCollector } from "./support/start-collector.ts";
import { drive, freshAddress, type HttpRequest, type Load } from "./support/wrk.ts";

const connections = 64;
/** Long enough that memory which fills slowly is full, and that tables and their indexes have grown. */
const long = { rounds: 3, seconds: 60 };
/** For what a page costs at more connections, which is compared with itself. */
const short = { rounds: 9, seconds: 1 };
const releases = 20;
const visitors = 5_000;
/** This reference has Umami's statements without its framework, which is several times slower: docs/benchmarks.md. */
const viewsRatioMin = 2;
const settlePauseMs = 20;
const settleTimeoutMs = 60_000;

export type Scene = {
  sql: Sql;
  own: string;
  collector: Collector;
  requests: HttpRequest[];
  stop(): Promise<void>;
};

/**
 * P3: newsroom pages that are classified, attributed and written as hits, for readers behind a trusted proxy, against a collector in a
 * process of its own that stores the same views as Umami's handler does. Both rates hold the time until the last view is in the
 * database, so none may be dropped. First all readers are new, then a tenth.
 */
export const benchNewsroomPage: Bench = { measure, growth };

async function measure(report: Report): Promise<Figure[]> {
  const all = { who: "all readers new", share: 1, target: { atLeast: viewsRatioMin } };
  const few = { who: "a tenth of the readers new", share: 0.1 };
  return [await measureReaders(all, report), await measureReaders(few, report)];
}

/** On tables of its own: what a collector stores is slower the more it has. */
async function measureReaders(
  { who, share, target }: { who: string; share: number; target?: Figure["target"] },
  report: Report,
): Promise<Figure> {
  const scene = await openScene();
  const counted = createCount(scene);
  const requests = withFreshReaders(scene.requests, share);
  const views = viewsOf(requests);
  const own = (seconds: number) => counted.rate({ requests, connections, seconds });
  const reference = async (seconds: number) =>
    (await drive(scene.collector.url, { requests: views, connections, seconds })).requestsPerSecond;
  await own(short.seconds);
  await reference(short.seconds);
  const { rounds, seconds } = long;
  const { ratios, details } = await alternate(
    { rounds, own: () => own(seconds), reference: () => reference(seconds), unit: "pages a second" },
    report,
  );
  await scene.stop();
  return {
    id: "P3",
    what: `newsroom page, counted, ${connections} connections, rounds of ${seconds} s, ${who}`,
    reference: "a collector that stores a session and an event for each view",
    ...(target === undefined ? {} : { target }),
    values: ratios,
    details,
  };
}

/** What a page costs at twice and four times the connections. */
async function growth(report: Report): Promise<Figure[]> {
  const scene = await openScene();
  const counted = createCount(scene);
  const rate = (connectionsTotal: number) =>
    counted.rate({ requests: scene.requests, connections: connectionsTotal, seconds: short.seconds });
  await rate(connections);
  const figures: Figure[] = [];
  for (const times of [2, 4]) {
    // The rate at the usual load over the rate at more is the cost at more over the usual one.
    const { ratios, details } = await alternate(
      {
        rounds: short.rounds,
        own: () => rate(connections),
        reference: () => rate(connections * times),
        unit: "pages a second",
      },
      report,
    );
    figures.push({
      id: `P3 x${times}`,
      what: `cost of a page at ${connections * times} connections`,
      reference: `at ${connections} connections`,
      target: { atMost: 1.1 },
      values: ratios,
      details,
    });
  }
  await scene.stop();
  return figures;
}

/** 20 releases in one newsroom of a service with these settings, and the collector on the same database. */
export async function openScene(settings: Record<string, string> = {}): Promise<Scene> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  const { sql } = database;
  await migrate(sql, migrations);
  const { agencyId } = await createTestAgency(sql);
  const paths: string[] = [];
  for (let count = 0; count < releases; count += 1) paths.push((await createTestRelease(sql, agencyId)).path);
  const service = await startServiceProcess({
    DATABASE_URL: server.url,
    LOG_LEVEL: "warn",
    TRUSTED_PROXIES: "127.0.0.1/32",
    ...settings,
  });
  const collector = await startCollector(server.url);
  return {
    sql,
    own: service.url,
    collector,
    requests: requestsOf(paths),
    async stop() {
      await Promise.all([service.stop(), collector.stop()]);
      await database.close();
      await server.stop();
    },
  };
}

/** Navigations of people's browsers, each visitor with an address of its own. */
function requestsOf(paths: readonly string[]): HttpRequest[] {
  const chance = seededChance(3);
  // The one whose headers they all send: with another one's they would count as suspected bots, which takes fewer rows.
  const [agent = ""] = peopleAgents["desktop Chrome"] ?? [];
  const referers = [
    "https://www.google.com/",
    "https://www.linkedin.com/feed/",
    "https://www.faz.net/aktuell/",
    "",
  ];
  return Array.from({ length: visitors }, (_, visitor) => {
    const referer = referers[chance.whole(0, referers.length - 1)] ?? "";
    return {
      method: "GET",
      path: paths[Math.floor(releases ** chance.between(0, 1)) - 1] ?? "/",
      headers: {
        ...browserHeaders,
        "user-agent": agent,
        "x-forwarded-for": `93.${visitor % 200}.${Math.floor(visitor / 200)}.${chance.whole(1, 254)}`,
        ...(referer === "" ? {} : { referer }),
      },
    };
  });
}

/** What the script of an analytics service posts for the same page views. */
function viewsOf(requests: readonly HttpRequest[]): HttpRequest[] {
  return requests.map(({ path, headers }) => ({
    method: "POST",
    path: "/api/send",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      website: "7a1f5a0e-3a5b-4c55-9d0d-0f3c9a5f2b11",
      hostname: "presse.example",
      url: path,
      referrer: headers.referer ?? "",
      title: "Feldtest in 214 Altbauten",
    }),
  }));
}

/** The same, of which this share comes from readers who were never here before. */
export function withFreshReaders(requests: readonly HttpRequest[], share: number): HttpRequest[] {
  return requests.map((request, index) =>
    Math.floor((index + 1) * share) === Math.floor(index * share)
      ? request
      : { ...request, headers: { ...request.headers, "x-forwarded-for": freshAddress } },
  );
}

/** Drives the service and keeps count of its answers, each of which has to be counted. */
function createCount({ sql, own }: Scene) {
  let counted = 0;

  async function readCounted(): Promise<number> {
    const [row] = await sql<{ views: number }[]>`
      select coalesce(sum(requests), 0)::integer as views
      from hit_day
    `;
    return row?.views ?? 0;
  }

  /** Until what was answered is written: it belongs to the round, and the next one begins with an empty memory. */
  async function settle(answered: number): Promise<void> {
    const deadlineMs = performance.now() + settleTimeoutMs;
    for (;;) {
      counted = await readCounted();
      if (counted >= answered) return;
      if (performance.now() > deadlineMs)
        throw new Error(`${answered} pages were answered and ${counted} views written.`);
      await Bun.sleep(settlePauseMs);
    }
  }

  return {
    /** Pages a second, all of which are counted in the end. */
    async rate(load: Load): Promise<number> {
      const startedMs = performance.now();
      const { requests: total } = await drive(own, load);
      // wrk ends in the middle of up to one request for each connection, which is counted and not in its sum.
      await settle(counted + total);
      return (total * 1000) / (performance.now() - startedMs);
    },
  };
}
