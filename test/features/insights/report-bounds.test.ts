import { beforeAll, expect, test } from "bun:test";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestImport } from "./support.ts";

/** A quarter of a megabyte for each list of texts, the item that crosses it, and what JSON adds. */
const insightBytesMax = 1_500_000;

const { service, agency, release } = serviceScene();
let importId: string;
beforeAll(async () => {
  importId = await createTestImport(service.sql, agency.agencyId);
});

test("lists of the longest texts are cut by their bytes, and counts are of all", async () => {
  const { sql } = service;
  await sql`
    insert into media_mention (
      agency_id, id, release_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source, method,
      observed_at, confidence, import_id
    )
    select
      ${agency.agencyId}, gen_random_uuid(), ${release.pressReleaseId}, sha256(n::text::bytea), 'Zeitung', 'online', repeat('ü', 500),
      'https://example.org/' || repeat('x', 1900), now(), 'link', 'imported', 'Quelle', 'Import', now(), 'high', ${importId}
    from generate_series(1, 600) as n
  `;
  await sql`
    insert into ai_visibility_run (
      agency_id, id, release_id, engine, model, prompt, runs, mentioned, cited, cited_urls, observed_at, source, method,
      confidence, import_id
    )
    select
      ${agency.agencyId}, gen_random_uuid(), ${release.pressReleaseId}, 'KI', 'eins', 'Frage ' || n, 100, 50, 50,
      array(select 'https://example.org/' || u || repeat('x', 1900) from generate_series(1, 100) as u),
      now(), 'Quelle', 'Stichprobe', 'high', ${importId}
    from generate_series(1, 100) as n
  `;
  const insights = await read();
  expect(Buffer.byteLength(JSON.stringify(insights))).toBeLessThan(insightBytesMax);
  expect(insights.mediaMentions?.count).toBe(600);
  const items = insights.mediaMentions?.items.length ?? 0;
  // 2,947 bytes of text each: the eighty-ninth is the last that begins within a quarter of a megabyte.
  expect(items).toBe(89);
  const samples = insights.aiVisibility ?? [];
  expect(samples.length).toBeGreaterThan(10);
  expect(samples.length).toBeLessThan(20);
  // 1,921 bytes each for those of one digit, and one more for others: the ninth is the last that begins within 16 KB.
  expect(samples.map(({ citedUrls }) => citedUrls.length)).toEqual(samples.map(() => 9));
});

test.each([
  [50, 50],
  [51, 50],
])("of %p currencies of a kind %p have their amount, and every event counts", async (currencies, shown) => {
  const kind = `kind-${currencies}`;
  await service.sql`
    insert into conversion (agency_id, event_id, id, release_id, kind, value, currency, occurred_at)
    select ${agency.agencyId}, ${kind} || '-' || n, gen_random_uuid(), ${release.pressReleaseId}, ${kind}, 1, lpad(n::text, 3, '0'), now()
    from generate_series(1, ${currencies}::integer) as n
  `;
  const found = (await read()).conversions?.find((each) => each.kind === kind);
  expect([found?.count, found?.value.length]).toEqual([currencies, shown]);
});

async function read() {
  // A day more on both sides: the agency's today may be another than the database's.
  const [days] = await service.sql<{ from: string; to: string }[]>`
    select (current_date - 1)::text as "from", (current_date + 1)::text as "to"
  `;
  const window = days ?? { from: "", to: "" };
  const insights = await readExternalInsights(service.sql, agency.agencyId, {
    releaseIds: [release.pressReleaseId],
    clientIds: [],
    window,
  });
  if (insights === undefined) throw new Error("nothing was found");
  return insights;
}
