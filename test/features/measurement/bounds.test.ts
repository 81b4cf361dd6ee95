import { expect, test } from "bun:test";
import {
  agentsPerAddressMax,
  interactionsPerViewMax,
  usesOfTargetMax,
} from "../../../service/features/measurement/bounds.ts";
import { isRepeated, reasonNames, reasons } from "../../../service/features/measurement/classify/reasons.ts";
import { dimensions } from "../../../service/features/measurement/dimensions.ts";
import type { Hit } from "../../../service/features/measurement/hit.ts";
import { createRecorder, type Recorder } from "../../../service/features/measurement/record.ts";
import {
  humanClass,
  type TrafficClass,
  trafficClasses,
} from "../../../service/features/measurement/vocabulary.ts";
import { writeBatch } from "../../../service/features/measurement/write-batch.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { beacon, interaction, pageView } from "./sample-hits.ts";

const silent = createLog("silent", () => {});
const file = { label: "Anlage", url: "https://example.org/anlage.pdf" };

forEachDatabase((_, open) => {
  async function openReplicas(count: number) {
    const { database, again } = await open();
    const pools = [database, ...(await Promise.all(Array.from({ length: count - 1 }, again)))];
    const recorders = pools.map(({ sql }) => createRecorder({ sql, log: silent }));
    return { sql: database.sql, recorders };
  }

  test("at one address 40 user agents of a release count as people on all replicas, the 41st is a suspected bot", async () => {
    const { sql, recorders } = await openReplicas(2);
    const read = (agent: number, fields = {}) =>
      pageView({ agentId: agent, visitorId: BigInt(agent), ...fields });
    for (let agent = 0; agent < agentsPerAddressMax; agent += 1)
      await writeAll(recorders[agent % 2], [read(agent)]);
    expect(await requestsOf(sql)).toEqual({ human: 40 });
    await writeAll(recorders[0], [read(40)]);
    await writeAll(recorders[1], [read(41), read(0), read(39)]);
    expect(await requestsOf(sql)).toEqual({ human: 42, suspected_bot: 2 });
    // Another address or release begins anew, and so does another day, whose salt makes other pseudonyms.
    const tomorrow = new Date("2026-03-11T10:00:00Z");
    await writeAll(recorders[0], [
      read(41, { addressId: "2", visitorId: 141n }),
      read(41, { releaseId: 2 }),
      read(41, { occurredAt: tomorrow, addressId: "3", visitorId: 241n }),
    ]);
    expect(await requestsOf(sql)).toEqual({ human: 45, suspected_bot: 2 });
    expect(await seatsOf(sql)).toEqual([1, 1, 1, 40]);
    expect(await reasonsOf(sql, "suspected_bot")).toEqual(["tooManyUserAgents"]);
  });

  test("of 1,000 user agents in one batch the first 40 are people, and what the others do is no click", async () => {
    const { sql, recorders } = await openReplicas(1);
    const views = Array.from({ length: 1_000 }, (_, agent) =>
      pageView({ agentId: agent, visitorId: BigInt(agent) }),
    );
    await writeAll(recorders[0], views);
    await writeAll(recorders[0], [
      interaction({ agentId: 7, visitorId: 7n }),
      interaction({ agentId: 900, visitorId: 900n }),
      beacon({ agentId: 900, viewId: "view-0900" }),
    ]);
    // All of the batch's first ones are known, and those behind them are not.
    await writeAll(recorders[0], views.slice(0, 41));
    expect(await requestsOf(sql)).toEqual({ human: 80, suspected_bot: 961 });
    const [people] = await sql`
      select visitors::integer, interactions::integer, beacons::integer
      from hit_day
      where class = ${humanClass}
    `;
    expect(people).toEqual({ visitors: 40, interactions: 1, beacons: 0 });
  });

  test("replicas that race for the last seats of an address let in 40 together", async () => {
    const { sql, recorders } = await openReplicas(3);
    await Promise.all(
      recorders.map((recorder, replica) =>
        writeAll(
          recorder,
          Array.from({ length: 30 }, (_, n) => {
            const agentId = replica * 100 + n;
            return pageView({ agentId, visitorId: BigInt(agentId) });
          }),
        ),
      ),
    );
    expect(await requestsOf(sql)).toEqual({ human: 40, suspected_bot: 50 });
    expect(await seatsOf(sql)).toEqual([40]);
  });

  test("an office of 30 people with ten browsers behind one address stays human", async () => {
    const { sql, recorders } = await openReplicas(2);
    const views = Array.from({ length: 300 }, (_, n) =>
      pageView({ agentId: n % 10, visitorId: BigInt(n % 30) }),
    );
    await writeAll(recorders[0], views.slice(0, 150));
    await writeAll(recorders[1], views.slice(150));
    expect(await requestsOf(sql)).toEqual({ human: 300 });
  });

  test("ten uses of a target by one visitor count, the eleventh is kept as repeated, on all replicas", async () => {
    const { sql, recorders } = await openReplicas(2);
    for (let use = 0; use < usesOfTargetMax; use += 1)
      await writeAll(recorders[use % 2], [interaction({ target: file })]);
    expect(await usesOf(sql)).toEqual({ total: 10, counted: 10, ofTarget: 10, repeated: 0, visitors: 1 });
    await writeAll(recorders[0], [interaction({ target: file })]);
    await writeAll(recorders[1], [interaction({ target: file, visitorId: 2n })]);
    expect(await usesOf(sql)).toEqual({ total: 11, counted: 11, ofTarget: 11, repeated: 1, visitors: 2 });
    // Another target and another kind of it are counted by themselves.
    await writeAll(recorders[0], [
      interaction({ target: { ...file, url: "https://example.org/2" } }),
      interaction({ target: file, interactionKind: "pdf_download" }),
      interaction({ target: null, interactionKind: "share" }),
    ]);
    expect(await usesOf(sql)).toMatchObject({ total: 14, counted: 14, ofTarget: 13, repeated: 1 });
    expect(await reasonsOf(sql, "human")).toEqual(["repeatedInteraction"]);
  });

  test("each target of a visitor has ten uses of its own, however many he has used", async () => {
    const { sql, recorders } = await openReplicas(2);
    const use = (target: number, times: number) =>
      Array.from({ length: times }, () =>
        interaction({ target: { label: `${target}`, url: `https://example.org/${target}` } }),
      );
    await writeAll(recorders[0], [...use(1, 6), ...use(2, 3)]);
    await writeAll(recorders[1], [...use(2, 3), ...use(1, 3)]);
    expect(await usesOf(sql)).toMatchObject({ total: 15, counted: 15, ofTarget: 15, repeated: 0 });
    await writeAll(recorders[0], [...use(1, 2), ...use(2, 4), pageView()]);
    expect(await usesOf(sql)).toMatchObject({ total: 20, counted: 20, ofTarget: 20, repeated: 1 });
    await writeAll(recorders[1], [...use(2, 1), ...use(3, 12), ...use(1, 1)]);
    expect(await usesOf(sql)).toMatchObject({
      total: 30,
      counted: 30,
      ofTarget: 30,
      repeated: 5,
      visitors: 1,
    });
    const [raw] = await sql`select count(*)::integer as hits from hit where kind = 1`;
    expect(raw?.hits).toBe(35);
  });

  test("1,000 clicks of one visitor on one link in one batch count ten times", async () => {
    const { sql, recorders } = await openReplicas(1);
    await writeAll(
      recorders[0],
      Array.from({ length: 1_000 }, () => interaction({ target: file })),
    );
    expect(await usesOf(sql)).toEqual({ total: 10, counted: 10, ofTarget: 10, repeated: 990, visitors: 1 });
    const [raw] = await sql`select count(*)::integer as hits from hit`;
    expect(raw?.hits).toBe(1_000);
  });

  test("one page view brings 50 interactions, the 51st is kept as repeated", async () => {
    const { sql, recorders } = await openReplicas(2);
    const seen = (picture: number, viewId = "view-0001") =>
      interaction({
        viewId,
        interactionKind: "image_view",
        target: { label: `${picture}`, url: `https://example.org/${picture}.jpg` },
      });
    for (let from = 0; from < interactionsPerViewMax; from += 5)
      await writeAll(
        recorders[(from / 5) % 2],
        [0, 1, 2, 3, 4].map((n) => seen(from + n)),
      );
    expect(await usesOf(sql)).toMatchObject({ total: 50, repeated: 0 });
    await writeAll(recorders[0], [seen(50)]);
    await writeAll(recorders[1], [seen(51, "view-0002")]);
    expect(await usesOf(sql)).toMatchObject({ total: 51, counted: 51, repeated: 1 });
    expect(await reasonsOf(sql, "human")).toEqual(["tooManyInteractions"]);
  });

  test("a batch that is sent again is bounded once", async () => {
    const { sql, recorders } = await openReplicas(1);
    await writeAll(recorders[0], [interaction({ target: file })]);
    const recorderId = "018f0000-0000-7000-8000-000000000002";
    const hits = Array.from({ length: 6 }, () => interaction({ target: file }));
    expect(await writeBatch(sql, { recorderId, batchNumber: 1, hits })).toBe(true);
    expect(await writeBatch(sql, { recorderId, batchNumber: 1, hits })).toBe(false);
    expect(await usesOf(sql)).toMatchObject({ total: 7, repeated: 0 });
    expect(await writeBatch(sql, { recorderId, batchNumber: 2, hits })).toBe(true);
    expect(await usesOf(sql)).toMatchObject({ total: 10, repeated: 3 });
  });

  test("what bots do is bounded by nothing and in no headline", async () => {
    const { sql, recorders } = await openReplicas(1);
    const bot = { trafficClass: "other_bot", target: file } as const;
    await writeAll(
      recorders[0],
      Array.from({ length: 60 }, (_, n) => interaction({ ...bot, agentId: n })),
    );
    const [row] = await sql`select interactions::integer from hit_day`;
    expect(row).toEqual({ interactions: 60 });
    expect(await seatsOf(sql)).toEqual([]);
  });

  test("a level is kept with the days that were measured at it", async () => {
    const { sql, recorders } = await openReplicas(1);
    await writeAll(recorders[0], [pageView({ level: "L0" })]);
    await writeAll(recorders[0], [pageView({ level: "L2" }), pageView({ releaseId: 2, level: "L1" })]);
    const rows = await sql`select release_id::integer as release, levels from hit_day order by release_id`;
    expect([...rows]).toEqual([
      { release: 1, levels: 0b101 },
      { release: 2, levels: 0b010 },
    ]);
  });
});

test("each reason has a bit of its own", () => {
  const bits = Object.values(reasons);
  expect(new Set(bits).size).toBe(bits.length);
  for (const bit of bits) expect(reasonNames(bit)).toHaveLength(1);
  expect(Math.max(...bits)).toBeLessThan(2 ** 30);
  expect([
    isRepeated(0),
    isRepeated(reasons.repeatedInteraction),
    isRepeated(reasons.tooManyInteractions),
  ]).toEqual([false, true, true]);
});

async function writeAll(recorder: Recorder | undefined, hits: readonly Hit[]): Promise<void> {
  const accepted = hits.map((hit) => {
    if (hit.kind === "page_view") return recorder?.recordPageView(hit);
    return hit.kind === "interaction" ? recorder?.recordInteraction(hit) : recorder?.recordBeacon(hit);
  });
  await recorder?.flush();
  await Promise.all(accepted);
}

async function requestsOf(sql: Sql): Promise<Partial<Record<TrafficClass, number>>> {
  const rows = await sql<{ class: number; requests: number }[]>`
    select class, sum(requests)::integer as requests
    from hit_day
    where requests > 0
    group by class
    order by class
  `;
  return Object.fromEntries(rows.map((row) => [trafficClasses[row.class], row.requests]));
}

/** How many user agents have a seat, address by address. */
async function seatsOf(sql: Sql): Promise<number[]> {
  const rows = await sql<{ agents: number }[]>`
    select count(*)::integer as agents
    from visitor_day
    where address_key is not null
    group by address_key
    order by agents
  `;
  return rows.map(({ agents }) => agents);
}

async function usesOf(sql: Sql) {
  const [days] = await sql`select sum(interactions)::integer as total from hit_day`;
  const [row] = await sql`
    select
      coalesce(sum(count) filter (where dimension = ${dimensions.interaction}), 0)::integer as counted,
      coalesce(sum(visitors) filter (where dimension = ${dimensions.interaction}), 0)::integer as visitors,
      coalesce(sum(count) filter (where dimension >= ${dimensions.target}), 0)::integer as "ofTarget",
      coalesce(sum(count) filter (where dimension = ${dimensions.repeated}), 0)::integer as repeated
    from hit_day_dimension
  `;
  return { ...days, ...row };
}

async function reasonsOf(sql: Sql, trafficClass: TrafficClass): Promise<string[]> {
  const [row] = await sql<{ mask: number }[]>`
    select bit_or(reasons) as mask
    from hit
    where class = ${trafficClasses.indexOf(trafficClass)}
  `;
  return reasonNames(row?.mask ?? 0);
}
