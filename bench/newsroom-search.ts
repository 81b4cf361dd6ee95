import { textArray } from "../service/floor/db/array-literals.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { seededChance } from "../test/support/seeded-chance.ts";
import { createTestAgency, createTestRelease } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { vocabulary, wordOf } from "./support/vocabulary.ts";

const releases = 10_000;
const wordsPerRelease = 300;
const rowsPerStatement = 500;
const rounds = 5;
const searchesPerRound = 100;
const p95MsMax = 50;

/**
 * P16: searches over HTTP in a newsroom with 10,000 releases, beside one of another agency with as many: the time that 95 of 100
 * take at most. One in five words stands in every release, the others are rare.
 */
export const benchNewsroomSearch: Bench = { measure };

async function measure(report: Report): Promise<Figure[]> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  await migrate(database.sql, migrations);
  const paths = [await fillNewsroom(database.sql), await fillNewsroom(database.sql)];
  await database.sql`vacuum analyze release`;
  report(`two newsrooms with ${releases} releases each`);
  const service = await startServiceProcess({ DATABASE_URL: server.url, LOG_LEVEL: "warn" });
  const chance = seededChance(16);
  const p95s: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = [];
    for (let search = 0; search < searchesPerRound; search += 1) {
      const isCommon = search % 5 === 0;
      const words = isCommon
        ? "presse"
        : `${wordOf(chance.whole(50, vocabulary))} ${search % 2 ? "presse" : ""}`;
      const url = `${service.url}${paths[0]}/suche?q=${encodeURIComponent(words)}`;
      const startedAt = performance.now();
      const answer = await fetch(url);
      await answer.text();
      times.push(performance.now() - startedAt);
      if (answer.status !== 200) throw new Error(`A search was answered ${answer.status}.`);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(times.length * 0.95)] ?? 0;
    report(`round ${round}: median ${sorted[times.length / 2]?.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    // The first one reads texts that nobody has read yet.
    if (round > 0) p95s.push(p95);
  }
  await service.stop();
  await database.close();
  await server.stop();
  return [
    {
      id: "P16",
      what: `search over ${releases.toLocaleString("en")} releases, p95`,
      reference: "",
      target: { atMost: p95MsMax },
      unit: "ms",
      values: p95s,
      details: [],
    },
  ];
}

async function fillNewsroom(sql: Sql): Promise<string> {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, clientSlug } = await createTestRelease(sql, agencyId);
  const chance = seededChance(agencyId);
  const word = () => wordOf(Math.floor(vocabulary ** chance.between(0, 1)));
  for (let done = 0; done < releases; done += rowsPerStatement) {
    const texts = Array.from({ length: rowsPerStatement }, () =>
      Array.from({ length: wordsPerRelease }, word).join(" "),
    );
    await sql`
      insert into release (agency_id, client_id, slug, title, body_markdown, topics, status, published_at)
      select
        ${agencyId}, ${clientId}, 'meldung-' || (${done}::integer + position), left(body, 60), 'Presse. ' || body,
        array['Thema ' || position % 30], 'published', now() - (${done}::integer + position) * interval '1 hour'
      from unnest(${textArray(texts)}::text[]) with ordinality as text (body, position)
    `;
  }
  return `/newsroom/${clientSlug}`;
}
