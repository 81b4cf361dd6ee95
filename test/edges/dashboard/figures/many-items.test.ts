import { beforeAll, expect, test } from "bun:test";
import { serviceScene } from "../../../support/cast.ts";
import { fastestMs } from "../../../support/fastest.ts";
import { forgetSums } from "../../../support/forget-sums.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

/** Spec: 150 ms for each page; on a machine that others use too a page may take a few times that. */
const pageMsMax = 150;
const busyFactor = 4;
/** Figures over the 2,000 releases that a report holds at most are a heavy read, with the seat and the time of one. */
const heavyMsMax = 3_000;
const items = 10_000;

const { service } = serviceScene();
let owner: DashboardUser;
let limited: DashboardUser;
let releaseId: number;
let portfolioId = "";
let clientId: number;
let clippingId = "";
const providerId = crypto.randomUUID();

beforeAll(async () => {
  const { agencyId } = await createTestAgency(service.sql);
  ({ pressReleaseId: releaseId, clientId } = await createTestRelease(service.sql, agencyId));
  const columns = await service.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'release' and column_name not in ('id', 'slug', 'draft_id', 'translation_of')
      and is_generated = 'NEVER' and (is_identity = 'NO')
  `;
  const names = service.sql(columns.map(({ name }) => name));
  await service.sql`
    insert into release (${names}, slug)
    select ${names}, 'meldung-' || n from release, generate_series(1, ${items}::integer) as n
    where id = ${releaseId}
  `;
  await service.sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100
    )
    select agency_id, id, current_date - back, 0, 5, 4, 4, 0, 0, 0, 0, 0, 0, 0
    from release, generate_series(0, 9) as back
    where agency_id = ${agencyId}
  `;
  await forgetSums(service.sql, agencyId);
  await service.sql`
    insert into campaign (agency_id, id, name)
    select ${agencyId}, gen_random_uuid(), 'Kampagne ' || n from generate_series(1, ${items}::integer) as n
  `;
  await service.sql`
    insert into campaign_release (agency_id, campaign_id, release_id)
    select agency_id, id, ${releaseId} from campaign where agency_id = ${agencyId}
  `;
  await service.sql`
    insert into portfolio (agency_id, id, name)
    select ${agencyId}, gen_random_uuid(), 'Portfolio ' || n from generate_series(1, ${items}::integer) as n
  `;
  await service.sql`
    insert into portfolio_client (agency_id, portfolio_id, client_id)
    select agency_id, id, ${clientId} from portfolio where agency_id = ${agencyId}
  `;
  await service.sql`
    insert into report_schedule (agency_id, id, scope_type, scope_id, format, days, rhythm, on_day, at_time, next_run_at)
    select ${agencyId}, gen_random_uuid(), 'campaign', id, 'pdf', 30, 'monthly', 1, '08:00', now() + interval '1 day'
    from campaign where agency_id = ${agencyId}
  `;
  await service.sql`
    insert into publication_report (
      agency_id, id, number, scope_type, scope_id, title, days, from_day, to_day, created_at, created_by, content,
      content_hash, previous_chain_hash, chain_hash, signature, key_id
    )
    select
      ${agencyId}, gen_random_uuid(), n, 'article', ${String(releaseId)}, 'Bericht ' || n, 30, current_date - 29, current_date,
      now(), 'operator', '{}', repeat('a', 64), case when n > 1 then repeat('b', 64) end, repeat('b', 64), repeat('s', 86), repeat('k', 43)
    from generate_series(1, ${items}::integer) as n
  `;
  // Half of them found by a feed, and half of those unseen.
  await service.sql`
    insert into provider_connection (agency_id, id, kind, name, url, next_check_at)
    values (${agencyId}, ${providerId}, 'rss', 'Monitor', 'https://feed.example', now() + interval '1 day')
  `;
  await service.sql`
    insert into media_mention (
      agency_id, id, release_id, client_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source,
      method, observed_at, confidence, provider_id, state
    )
    select
      ${agencyId}, gen_random_uuid(), ${releaseId}, ${clientId}, sha256(n::text::bytea), 'Blatt ' || n % 300, 'online',
      'Überschrift ' || n, 'https://blatt.example/' || n, now() - n * interval '10 minutes', 'mention',
      case when n % 2 = 0 then 'observed' else 'imported' end, 'Monitor', 'Abgleich', now(), 'high',
      case when n % 2 = 0 then ${providerId}::uuid end, case when n % 4 = 0 then 'found' else 'confirmed' end
    from generate_series(1, ${items}::integer) as n
  `;
  const [clipping] = await service.sql<{ id: string }[]>`select id from media_mention limit 1`;
  clippingId = clipping?.id ?? "";
  await service.sql`analyze`;
  const [row] = await service.sql<{ id: string }[]>`select id from portfolio limit 1`;
  portfolioId = row?.id ?? "";
  owner = await createDashboardUser(service, agencyId);
  limited = await createDashboardUser(service, agencyId, { role: "editor", clientIds: [clientId] });
});

test("pages with 10,000 items are answered in time, for a person of one client too", async () => {
  const slow: string[] = [];
  const paths = [
    "/app/zahlen",
    "/app/zahlen/meldungen",
    "/app/zahlen/kampagnen",
    "/app/zahlen/portfolios",
    "/app/zahlen/kampagnen/neu",
    `/app/zahlen/meldung/${releaseId}?tage=365`,
    `/app/zahlen/portfolio/${portfolioId}?tage=30`,
    "/app/berichte",
    "/app/berichte/neu",
    "/app/berichte/zeitplaene",
    ...["", "?sort=eingegangen", "?sort=medium", "?q=blatt+7", "?stand=confirmed&ton=not_judged"].map(
      (asked) => `/app/clippings${asked}`,
    ),
    ...["", "?stand=found", `?kunde=${clientId}&sort=medium`].map(
      (asked) => `/app/clippings/gefunden${asked}`,
    ),
    `/app/clippings/beitrag/${clippingId}`,
    "/app",
  ];
  for (const [name, user] of [
    ["owner", owner],
    ["limited", limited],
  ] as const) {
    for (const path of paths) {
      if (name === "limited" && path.endsWith("/kampagnen/neu")) continue;
      const most = path.includes("/portfolio/") ? heavyMsMax : pageMsMax * busyFactor;
      const takenMs = await fastestMs(most, async () => {
        const answer = await user.get(path);
        await answer.text();
        expect([path, answer.status]).toEqual([path, 200]);
      });
      if (takenMs > most) slow.push(`${name} ${path}: ${Math.round(takenMs)} ms`);
    }
  }
  expect(slow).toEqual([]);
});
