import { v7 as uuidv7 } from "uuid";
import { generateKey, hashKey } from "../../service/features/keys/key-format.ts";
import { valueId } from "../../service/features/measurement/dimensions.ts";
import { ensurePartitions } from "../../service/features/measurement/partitions.ts";
import { channels } from "../../service/features/measurement/vocabulary.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import type { Report } from "../figure.ts";
import { insertDay, type ValueIds } from "./hits-of-day.ts";

/** Days that hold hits: the 30 of a report and the 30 before, with which it compares. */
const days = 60;
/** The last of them in days before today: rows of visitors of younger days would have to exist too. */
const lastDayBack = 2;
const agenciesMax = 10;
/** One for each core of a small machine. */
const sessions = 2;
const seedDefault = 1;
const dayMs = 86_400_000;

export type MeasuredRelease = { agencyId: number; releaseId: number; key: string };

/**
 * Fills a migrated, empty database with `hits` of 60 days, spread evenly over `releases` of up to ten agencies: raw hits in their
 * partitions, and roll-ups that are the sums of exactly these. The same seed gives the same hits, whoever generates them.
 * The database makes the rows itself, on two connections: ten million take about two minutes on 2 cores.
 */
export async function insertManyHits(
  sql: Sql,
  input: { hits: number; releases: number; seed?: number },
  report: Report,
): Promise<MeasuredRelease[]> {
  const { hits, releases, seed = seedDefault } = input;
  const measured = await insertReleases(sql, releases);
  const ids = await insertDictionaries(sql);
  const today = Date.now();
  const calendar = Array.from({ length: days }, (_, index) =>
    new Date(today - (lastDayBack + index) * dayMs).toISOString().slice(0, 10),
  );
  await ensurePartitions(sql, calendar);
  const startedAt = performance.now();
  const waiting = calendar.entries();
  let [done, inserted] = [0, 0];
  const work = async () => {
    for (const [index, day] of waiting) {
      // The remainder goes to the first days, so that the sum is exactly what was asked for.
      const share = Math.floor(hits / releases / days) + (index < Math.floor(hits / releases) % days ? 1 : 0);
      const added = await insertDay(sql, { day, hitsPerRelease: share, seed: seed * 1_000 + index, ids });
      inserted += added;
      done += 1;
      if (done % 10 === 0) report(`${inserted.toLocaleString("en")} of ${hits.toLocaleString("en")} hits`);
    }
  };
  await Promise.all(Array.from({ length: sessions }, work));
  for (const table of ["hit_day", "hit_day_dimension", "release", "client", "newsroom"]) {
    await sql`vacuum (analyze) ${sql(table)}`;
  }
  report(`generated ${inserted.toLocaleString("en")} hits in ${elapsed(startedAt)} s`);
  return measured;
}

/**
 * Agencies, keys, newsrooms and releases in a few statements: through the verbs a thousand releases would take seconds. The
 * agencies take turns, so that a release's id tells whose it is.
 */
async function insertReleases(sql: Sql, releases: number): Promise<MeasuredRelease[]> {
  const agencies = Math.min(agenciesMax, releases);
  const keys = Array.from({ length: agencies }, generateKey);
  const made = await sql<{ id: number }[]>`
    insert into agency (name, plan, hourly_limit, reference_pepper)
    select 'Agentur ' || n, 'agency', 1000000, decode(repeat('00', 32), 'hex')
    from generate_series(1, ${agencies}::integer) as n
    returning id
  `;
  await sql`
    insert into api_key (agency_id, id, name, prefix, key_hash)
    select agency_id, id::uuid, 'bench', 'svc_key_', hash
    from unnest(
      ${sql.array(made.map(({ id }) => id))}::integer[],
      ${sql.array(keys.map(() => uuidv7()))}::text[],
      ${sql.array(keys.map(hashKey))}::bytea[]
    ) as given (agency_id, id, hash)
  `;
  await sql`
    insert into client (agency_id, name, slug)
    select id, 'Müller Maschinenbau', 'kunde-' || id
    from agency
  `;
  await sql`
    insert into newsroom (agency_id, client_id)
    select agency_id, id
    from client
  `;
  const rows = await sql<{ agencyId: number; releaseId: number }[]>`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    select agency_id, id, 'meldung-' || n, 'Neues Werk in Bremen eröffnet', 'Bremen.', 'published', now() - interval '60 days'
    from (select agency_id, id, row_number() over (order by agency_id) - 1 as position from client) as client,
      generate_series(0, ${releases - 1}::integer) as n
    where n % ${agencies}::integer = position
    order by n
    returning agency_id as "agencyId", id as "releaseId"
  `;
  const keyOf = new Map(made.map(({ id }, index) => [id, keys[index] ?? ""]));
  return rows.map((row) => ({ ...row, key: keyOf.get(row.agencyId) ?? "" }));
}

/** What readers come from, follow and click: as many of each as a release that does well has. */
const sources = Array.from({ length: 40 }, (_, n) => ({
  source: n === 0 ? "direct" : `zeitung-${n}.example`,
  domain: n === 0 ? null : `zeitung-${n}.example`,
  channel: channels.indexOf(n === 0 ? "direct" : (channels[n % 9] ?? "referral")),
}));
const campaigns = Array.from({ length: 5 }, (_, n) => ({
  source: "newsletter",
  medium: "email",
  name: `ausgabe-${n}`,
}));
const operators = ["OpenAI", "Anthropic", "Perplexity", "Google"];
const targets = Array.from({ length: 8 }, (_, n) => ({
  label: `Mehr ${n}`,
  url: `https://werk.example/${n}`,
}));

async function insertDictionaries(sql: Sql): Promise<ValueIds> {
  const ids = {
    sources: sources.map(({ source, domain, channel }) => valueId([source, domain, channel])),
    channels: sources.map(({ channel }) => channel),
    campaigns: campaigns.map(({ source, medium, name }) => valueId([source, medium, name])),
    operators: operators.map((name) => valueId([name])),
    targets: targets.map(({ label, url }) => valueId([label, url])),
  };
  const agencies = await sql<{ id: number }[]>`select id from agency`;
  for (const { id: agencyId } of agencies) {
    await sql`
      insert into hit_source ${sql(sources.map((row, n) => ({ agency_id: agencyId, id: ids.sources[n] ?? 0, ...row })))}
    `;
    await sql`
      insert into hit_campaign ${sql(
        campaigns.map(({ source, medium, name }, n) => ({
          agency_id: agencyId,
          id: ids.campaigns[n] ?? 0,
          source,
          medium,
          campaign: name,
        })),
      )}
    `;
    await sql`
      insert into hit_operator ${sql(operators.map((name, n) => ({ agency_id: agencyId, id: ids.operators[n] ?? 0, name })))}
    `;
    await sql`
      insert into hit_target ${sql(targets.map((row, n) => ({ agency_id: agencyId, id: ids.targets[n] ?? 0, ...row })))}
    `;
  }
  return ids;
}

function elapsed(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
