import { sumNextDays } from "../service/features/measurement/client-sums.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase } from "../service/floor/db/open.ts";
import { createDashboardUser, type DashboardUser } from "../test/edges/dashboard/support.ts";
import { secretKey } from "../test/features/media-contacts/support.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { seededChance } from "../test/support/seeded-chance.ts";
import { createTestAgency } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Figure, Report } from "./figure.ts";
import {
  insertLargeAgency,
  itemsOfEach,
  type LargeAgency,
  portfolioReleases,
} from "./support/large-agency.ts";
import { insertContacts, rareContact, rareTopic } from "./support/large-distribution.ts";
import { vocabulary, wordOf } from "./support/vocabulary.ts";

const rounds = 5;
const requestsPerRound = 40;
/** A page that takes long is asked for less often, at least twice. */
const roundMs = 4_000;
const p95MsMax = 150;
/** P16 asks more of the search over everything. */
const searchP95MsMax = 100;

type Page = { id: string; what: string; msMax: number; path: () => string };

/**
 * P15: the pages of the dashboard in an agency with 10,000 items of each kind, one request after the other: the time that 95 of 100
 * take at most, the reading of the answer included.
 */
export async function benchDashboardPages(report: Report): Promise<Figure[]> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 1 });
  await migrate(database.sql, migrations);
  // On a busy machine a year's figures take longer than a statement of the service may.
  await database.sql`set statement_timeout = 0`;
  const chance = seededChance(15);
  const { agencyId } = await createTestAgency(database.sql);
  const agency = await insertLargeAgency(database.sql, agencyId, chance);
  await insertContacts(database.sql, agencyId);
  while ((await sumNextDays(database.sql, agencyId)) !== null);
  report(`an agency with ${itemsOfEach.toLocaleString("en")} items of each kind`);
  const service = await startServiceProcess({
    ...{ DATABASE_URL: server.url, LOG_LEVEL: "warn" },
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
  });
  const owner = await createDashboardUser({ url: service.url, sql: database.sql }, agencyId);
  const pages = pagesOf(agency, () => wordOf(chance.whole(50, vocabulary)));
  const figures = pages.map(({ id, what, msMax }): Figure => {
    return {
      id,
      what: `${what}, p95`,
      reference: "",
      target: { atMost: msMax },
      unit: "ms",
      values: [],
      details: [],
    };
  });
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, page] of pages.entries()) {
      const times = await timesOf(page, owner);
      const [median = 0, p95 = 0] = [0.5, 0.95].map((part) => times[Math.floor(times.length * part)]);
      report(`round ${round}, ${page.what}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      // The first one reads what nobody has read yet.
      if (round > 0) figures[index]?.values.push(p95);
    }
  }
  await service.stop();
  await database.close();
  await server.stop();
  return figures;
}

/** Of one round, the shortest first. */
async function timesOf({ what, path }: Page, owner: DashboardUser): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + roundMs;
  while (times.length < requestsPerRound && (times.length < 2 || performance.now() < endsAt)) {
    const startedAt = performance.now();
    const answer = await owner.get(path());
    await answer.text();
    // One that was given up took longer than any time that is measured here.
    times.push(answer.status === 503 ? Number.POSITIVE_INFINITY : performance.now() - startedAt);
    if (![200, 503].includes(answer.status)) throw new Error(`${what} was answered ${answer.status}.`);
  }
  return times.toSorted((a, b) => a - b);
}

function pagesOf({ clientId, portfolioId }: LargeAgency, rareWord: () => string): Page[] {
  const page = (what: string, path: string): Page => ({ id: "P15", what, msMax: p95MsMax, path: () => path });
  const search = (what: string, words: () => string): Page => ({
    id: "P16",
    what,
    msMax: searchP95MsMax,
    path: () => `/app/suche?q=${encodeURIComponent(words())}`,
  });
  return [
    page("Heute", "/app"),
    page("Meldungen", "/app/meldungen"),
    page("Meldungen of one client", `/app/meldungen?kunde=${clientId}`),
    page("Kunden", "/app/kunden"),
    page("Zahlen", "/app/zahlen"),
    page("Zahlen, a year", "/app/zahlen?tage=365"),
    page(
      `figures of a portfolio, ${portfolioReleases.toLocaleString("en")} releases, 365 days`,
      `/app/zahlen/portfolio/${portfolioId}?tage=365`,
    ),
    page("the same, its releases by views", `/app/zahlen/portfolio/${portfolioId}?tage=365&sortiert=views`),
    page("Clippings", "/app/clippings"),
    page("Verteiler, 100,000 contacts", "/app/verteiler"),
    page("Verteiler, a word", `/app/verteiler?q=${rareContact}`),
    page("Verteiler, a topic", `/app/verteiler?thema=${encodeURIComponent(rareTopic)}`),
    page("Mediathek of one client", `/app/kunden/${clientId}/mediathek`),
    search("search of the dashboard, one word", rareWord),
    search("search of the dashboard, two words", () => `${rareWord()} ${wordOf(3)}`),
  ];
}
