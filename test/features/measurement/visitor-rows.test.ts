import { expect, test } from "bun:test";
import { agentsPerAddressMax } from "../../../service/features/measurement/bounds.ts";
import { findAgentSeats } from "../../../service/features/measurement/bounds-sql.ts";
import { dimensions, distinctValuesMax, valueId } from "../../../service/features/measurement/dimensions.ts";
import { localDay, utcDay } from "../../../service/features/measurement/local-day.ts";
import { ensurePartitions } from "../../../service/features/measurement/partitions.ts";
import { claimBatch } from "../../../service/features/measurement/sql.ts";
import { channels, humanClass, trafficClasses } from "../../../service/features/measurement/vocabulary.ts";
import { writeBatch } from "../../../service/features/measurement/write-batch.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { isCitusRun } from "../../support/environment.ts";
import { scansOf } from "../../support/scans-of.ts";
import { seededChance } from "../../support/seeded-chance.ts";
import { countReferrals } from "./naive-count.ts";
import { beacon, interaction, pageView, randomHits } from "./sample-hits.ts";

/** The day of the sample hits. */
const day = "2026-03-10";

forEachDatabase((_, open) => {
  async function openReplicas() {
    const { database, again } = await open();
    const { sql } = database;
    await ensurePartitions(sql, [day]);
    return { sql, replicas: [createReplica(sql), createReplica((await again()).sql)] as const };
  }

  test("a visitor of three sources counts once in each and once in the total, on all replicas and in any order", async () => {
    const { sql, replicas } = await openReplicas();
    const [one, two] = replicas;
    // He is first seen by a click, which has no source.
    await one([interaction(), from("a", 2n)]);
    await two([from("b"), from("a"), from("a", 2n)]);
    await one([from("a"), from("c"), from("c"), from("b", 2n)]);
    await Promise.all([one([from("c"), from("d", 3n)]), two([from("b"), from("d", 3n)])]);
    await two([interaction(), from("a"), from("b"), from("c")]);
    expect(await visitorsOf(sql)).toEqual({ total: 3, a: 2, b: 2, c: 1, d: 1 });
    const [rows] = await sql`select count(*)::integer as visitors from visitor_day`;
    expect(rows?.visitors).toBe(3);
  });

  test("past the cap of sources those who count as other are distinct, whichever source they came from", async () => {
    const { sql, replicas } = await openReplicas();
    const [one, two] = replicas;
    await one(Array.from({ length: distinctValuesMax }, (_, n) => from(`s${n}`, BigInt(n))));
    await two([from("x", 1n), from("y", 1n), from("x", 900n), from("s5", 900n)]);
    await one([from("z", 1n), from("y", 900n), from("z", 901n)]);
    const { total, other, s5, s6 } = await visitorsOf(sql);
    expect({ total, other, s5, s6 }).toEqual({ total: distinctValuesMax + 2, other: 3, s5: 2, s6: 1 });
    const [raw] = await sql`select count(*)::integer as views from hit where source_id = 0`;
    expect(raw?.views).toBe(6);
  });

  test("a target past the cap loses what one visitor used too often from the others of its kind", async () => {
    const { sql, replicas } = await openReplicas();
    const [one, two] = replicas;
    const use = (target: string) => interaction({ target: { label: target, url: null } });
    await one(
      Array.from({ length: distinctValuesMax }, (_, n) => ({ ...use(`t${n}`), visitorId: BigInt(n + 10) })),
    );
    await two(Array.from({ length: 15 }, () => use("past")));
    const [row] = await sql`
      select count::integer
      from hit_day_dimension
      where dimension >= ${dimensions.target} and value_id = 0
    `;
    expect(row).toEqual({ count: 10 });
  });

  test("what the previous release has counted of a visitor is not counted again", async () => {
    const { sql, replicas } = await openReplicas();
    const [one, two] = replicas;
    await one([from("a", 9n), from("b", 9n)]);
    // A visitor of this morning, from two sources.
    await sql`
      insert into visitor_day (
        agency_id, day, release_id, class, visitor_id, activity, visits, channels, interaction_kinds,
        new_visitors, new_visits, new_channels, new_interaction_kinds
      )
      values (
        1, ${day}, 1, ${humanClass}, 1, '{[2026-03-10 08:00Z,2026-03-10 08:30Z)}', 1, ${referral}, 0, 1, 1, ${referral}, 0
      )
    `;
    for (const source of ["a", "b"])
      await sql`
        insert into visitor_day_value (
          agency_id, day, release_id, dimension, value_id, visitor_id, activity, visits, new_visitors, new_visits
        )
        select agency_id, day, release_id, ${dimensions.source}, ${sourceId(source)}, visitor_id, activity, 1, 1, 1
        from visitor_day
        where agency_id = 1 and visitor_id = 1
      `;
    await one([from("b")]);
    await two([from("a"), from("c")]);
    await one([from("a"), from("b"), from("c"), from("d")]);
    // Only what he adds: the total and both sources have him already.
    expect(await visitorsOf(sql)).toEqual({ total: 1, a: 1, b: 1, c: 1, d: 1 });
  });

  test("visitors and visits that assistants have sent are those of an independent count", async () => {
    const { sql, replicas } = await openReplicas();
    const hits = randomHits(seededChance(11), 1_200);
    await ensurePartitions(sql, [
      ...new Set(hits.flatMap((hit) => [utcDay(hit.occurredAt), localDay(hit.occurredAt, hit.timeZone)])),
    ]);
    for (let from = 0; from < hits.length; from += 100) {
      const round = hits.slice(from, from + 100);
      await Promise.all([replicas[0](round.slice(0, 50)), replicas[1](round.slice(50))]);
    }
    const rows = await sql<{ key: string; visitors: number; visits: number }[]>`
      select agency_id || ' ' || release_id || ' ' || day as key, visitors, visits
      from hit_day_dimension
      where dimension = ${dimensions.operatorReferral}
    `;
    expect(new Map(rows.map(({ key, ...counts }) => [key, counts]))).toEqual(countReferrals(hits));
  });

  test("of two replicas that race for the last seat of an address one gets it", async () => {
    const { sql, replicas } = await openReplicas();
    const [one, two] = replicas;
    await one(Array.from({ length: agentsPerAddressMax - 1 }, (_, agent) => by(agent)));
    await Promise.all([one([by(100)]), two([by(200)])]);
    const rows = await sql<{ class: number; visitors: number }[]>`
      select class, visitors::integer
      from hit_day
      order by class
    `;
    expect([...rows]).toEqual([
      { class: humanClass, visitors: agentsPerAddressMax },
      { class: trafficClasses.indexOf("suspected_bot"), visitors: 1 },
    ]);
  });

  test("a beacon takes no seat from those who view, and finds none at a full address", async () => {
    const { sql, replicas } = await openReplicas();
    const [one, two] = replicas;
    const beaconBy = (agentId: number) =>
      beacon({ agentId, visitorId: BigInt(agentId), viewId: `view-${agentId}` });
    await one(Array.from({ length: agentsPerAddressMax }, (_, agent) => beaconBy(1_000 + agent)));
    await two(Array.from({ length: agentsPerAddressMax }, (_, agent) => by(agent)));
    await one([beaconBy(2_000), beaconBy(7)]);
    const rows = await sql<{ class: number; visitors: number; beacons: number }[]>`
      select class, visitors::integer, beacons::integer
      from hit_day
      order by class
    `;
    expect([...rows]).toEqual([
      { class: humanClass, visitors: agentsPerAddressMax, beacons: agentsPerAddressMax + 1 },
      { class: trafficClasses.indexOf("suspected_bot"), visitors: 0, beacons: 1 },
    ]);
  });

  // A cluster counts on its workers what is read.
  test.skipIf(isCitusRun())(
    "of an address with 5,000 visitors a batch reads the 40 seats, and no more",
    async () => {
      const { sql, replicas } = await openReplicas();
      for (let batch = 0; batch < 5; batch += 1)
        await replicas[batch % 2]?.(
          Array.from({ length: 1_000 }, (_, n) =>
            pageView({ visitorId: BigInt(batch * 1_000 + n), agentId: n % agentsPerAddressMax }),
          ),
        );
      const [address] = await sql<{ addressKey: string; people: number }[]>`
      select
        max(address_key)::text as "addressKey",
        count(*) filter (where class = ${humanClass})::integer as people
      from visitor_day
    `;
      expect(address?.people).toBe(5_000);
      const scans = await scansOf(sql, async (transaction) => {
        await claimBatch(transaction, { recorderId: crypto.randomUUID(), batchNumber: 1 });
        const seats = await findAgentSeats(transaction, [
          { agencyId: 1, addressKey: address?.addressKey ?? "" },
          { agencyId: 1, addressKey: "77" },
        ]);
        expect(seats).toHaveLength(agentsPerAddressMax);
      });
      const ofVisitors = scans.filter(({ table }) => table.startsWith("visitor_day"));
      expect(ofVisitors.map(({ whole, rows }) => ({ whole, rows }))).toContainEqual({ whole: 0, rows: 40 });
      for (const { whole, rows } of ofVisitors) expect([whole, rows <= 40]).toEqual([0, true]);
    },
  );
});

const referral = 1 << channels.indexOf("referral");

function from(name: string, visitorId = 1n) {
  const source = { ...pageView().source, source: name, channel: "referral", isListed: false } as const;
  return pageView({ visitorId, source });
}

function sourceId(name: string): number {
  return valueId([name, null, channels.indexOf("referral")]);
}

/** A reader with a browser of its own at the address that all share. */
function by(agentId: number) {
  return pageView({ agentId, visitorId: BigInt(agentId) });
}

function createReplica(sql: Sql) {
  const recorderId = crypto.randomUUID();
  let batchNumber = 0;
  return async (hits: Parameters<typeof writeBatch>[1]["hits"]) => {
    batchNumber += 1;
    await writeBatch(sql, { recorderId, batchNumber, hits });
  };
}

/** Visitors of the release, in all and by source. */
async function visitorsOf(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; visitors: number }[]>`
    select 'total' as name, sum(visitors)::integer as visitors
    from hit_day
    union all
    select coalesce(source, 'other'), visitors::integer
    from hit_day_dimension as d
    left join hit_source as s on s.agency_id = d.agency_id and s.id = d.value_id
    where dimension = ${dimensions.source}
  `;
  return Object.fromEntries(rows.map(({ name, visitors }) => [name, visitors]));
}
