import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Database, openDatabase, type Queryable, type Sql } from "../../../service/floor/db/open.ts";
import { announceForgotten, announceWork } from "../../../service/floor/queues/announce-work.ts";
import { retireWork } from "../../../service/floor/queues/retire-work.ts";
import { createTurns, listAgenciesInTurn } from "../../../service/floor/queues/take-turns.ts";
import type { WorkQueue } from "../../../service/floor/queues/work-queue.ts";
import { isCitusRun } from "../../support/environment.ts";
import { seededChance } from "../../support/seeded-chance.ts";
import { createMigratedDatabase, createTestAgency } from "../../support/service.ts";

/** A queue of the test's own, so that what is said here holds for every other. */
const queue: WorkQueue = {
  name: "test",
  waiting: (sql) => sql`select agency_id, due_at from test_piece`,
};

let database: Database;
let other: Database;
let sql: Sql;
let agencies: number[];

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  database = await openDatabase({ databaseUrl, dataDirectory: "" });
  other = await openDatabase({ databaseUrl, dataDirectory: "" });
  sql = database.sql;
  agencies = [];
  for (let count = 0; count < 4; count += 1) agencies.push((await createTestAgency(sql)).agencyId);
  agencies.sort((a, b) => a - b);
  await sql`
    create table test_piece (
      agency_id integer not null,
      id bigint generated always as identity,
      due_at timestamptz not null default now(),
      primary key (agency_id, id)
    )
  `;
  // Every queue's table lies where its agency's other rows lie.
  if (isCitusRun()) await sql`select create_distributed_table('test_piece', 'agency_id')`;
});
afterAll(() => Promise.all([database.close(), other.close()]));
beforeEach(async () => {
  await sql`truncate test_piece, agency_work`;
});

describe("what a transaction enqueues", () => {
  test("is found after its commit, though the queue was found empty and its row looked at meanwhile", async () => {
    const [agencyId = 0] = agencies;
    await enqueue(sql, agencyId);
    const held = await holdEnqueue(agencyId);
    expect(await claim(agencyId)).toBe(agencyId);
    expect(await claim(agencyId)).toBeNull();
    await letRowsAge(agencyId);
    await retireWork(sql, queue, agencyId);
    await held.commit();
    expect(await dueAgencies()).toEqual([agencyId]);
    expect(await createTurns(sql, queue).take(claim)).toBe(agencyId);
  });

  test("is found when the row it relies on is being retired at that very moment", async () => {
    const [agencyId = 0] = agencies;
    await announceWork(sql, { queue, agencyId, dueAt: sql`statement_timestamp()` });
    await letRowsAge(agencyId);
    await other.sql.begin(async (retiring) => {
      await retiring`select from agency_work where agency_id = ${agencyId} for update`;
      await enqueue(sql, agencyId);
      await retiring`
        delete from agency_work
        where agency_id = ${agencyId}
          and announced_at < now() - interval '30 seconds'
      `;
    });
    expect(await dueAgencies()).toEqual([agencyId]);
  });

  test("waits for no other transaction that enqueues for the same agency, the first one included", async () => {
    const [agencyId = 0] = agencies;
    for (const isKnown of [false, true]) {
      if (isKnown) await announceWork(sql, { queue, agencyId, dueAt: sql`statement_timestamp()` });
      const held = await holdEnqueue(agencyId);
      await sql.begin(async (transaction) => {
        await transaction`select set_config('lock_timeout', '50ms', true)`;
        await enqueue(transaction, agencyId);
      });
      await held.rollBack();
      expect(await dueAgencies()).toEqual([agencyId]);
    }
  });

  test("for later makes the agency due then, and nobody's row for later hides what is due now", async () => {
    const [agencyId = 0] = agencies;
    await enqueue(sql, agencyId, 60);
    expect(await dueAgencies()).toEqual([]);
    await enqueue(sql, agencyId, 120);
    expect(await rowsOf(agencyId)).toBe(1);
    // As if the minute had passed.
    await sql`update agency_work set due_at = due_at - interval '1 minute' where agency_id = ${agencyId}`;
    expect(await dueAgencies()).toEqual([agencyId]);
    await sql`truncate agency_work`;
    await enqueue(sql, agencyId, 60);
    await enqueue(sql, agencyId);
    expect(await dueAgencies()).toEqual([agencyId]);
  });

  test("past the service's own functions is announced by the next look for it, once", async () => {
    const [agencyId = 0] = agencies;
    await sql`insert into test_piece (agency_id) select ${agencyId}::integer from generate_series(1, 5)`;
    expect(await dueAgencies()).toEqual([]);
    expect(await announceForgotten(sql, queue)).toBe(1);
    expect(await announceForgotten(sql, queue)).toBe(0);
    expect(await dueAgencies()).toEqual([agencyId]);
  });
});

describe("a row whose queue is empty", () => {
  test("is kept for a while, and then goes, or becomes one for when the next piece is due", async () => {
    const [agencyId = 0] = agencies;
    await announceWork(sql, { queue, agencyId, dueAt: sql`statement_timestamp()` });
    await retireWork(sql, queue, agencyId);
    expect(await dueAgencies()).toEqual([agencyId]);
    await sql`insert into test_piece (agency_id, due_at) values (${agencyId}, now() + interval '1 hour')`;
    await letRowsAge(agencyId);
    await retireWork(sql, queue, agencyId);
    expect(await dueAgencies()).toEqual([]);
    const [work] = await sql`select due_at > now() + interval '59 minutes' as "isLater" from agency_work`;
    expect(work?.isLater).toBe(true);
    await sql`update agency_work set due_at = now() - interval '1 second'`;
    await sql`truncate test_piece`;
    await letRowsAge(agencyId);
    await retireWork(sql, queue, agencyId);
    expect(await rowsOf(agencyId)).toBe(0);
  });
});

describe("turns", () => {
  test("go round: an agency with 50 pieces gets one, then each of the others, then it again", async () => {
    const [loud = 0, ...quiet] = agencies;
    for (let piece = 0; piece < 50; piece += 1) await enqueue(sql, loud);
    for (const agencyId of quiet) await enqueue(sql, agencyId);
    const turns = createTurns(sql, queue);
    const served: (number | null)[] = [];
    for (let turn = 0; turn < 6; turn += 1) served.push(await turns.take(claim));
    expect(served).toEqual([loud, ...quiet, loud, loud]);
  });

  test("pass over agencies that hold what they may, and end when none has any", async () => {
    const [first = 0, second = 0] = agencies;
    await enqueue(sql, first);
    await enqueue(sql, second);
    const turns = createTurns(sql, queue);
    expect(await turns.take(claim, [first])).toBe(second);
    expect(await turns.take(claim, [first])).toBeNull();
    expect(await turns.take(claim)).toBe(first);
    expect(await turns.take(claim)).toBeNull();
  });
});

/** Four processes that enqueue, roll back and claim in an order drawn from a seed, and retire rows at once. */
test("no piece is ever stranded, whoever enqueues, rolls back, claims and retires at once", async () => {
  const seed = 20261122;
  const chance = seededChance(seed);
  let committed = 0;
  let claimed = 0;
  // What is left when all have enqueued has to be claimed within 90 s.
  let endsAt = Number.POSITIVE_INFINITY;
  const enqueuers = Array.from({ length: 4 }, async () => {
    for (let step = 0; step < 150; step += 1) {
      const agencyId = agencies[chance.whole(0, agencies.length - 1)] ?? 0;
      const isKept = chance.between(0, 1) < 0.8;
      const aheadSeconds = chance.between(0, 1) < 0.2 ? 0.05 : 0;
      const pauseMs = chance.between(0, 4);
      await other.sql
        .begin(async (transaction) => {
          await enqueue(transaction, agencyId, aheadSeconds);
          await Bun.sleep(pauseMs);
          if (!isKept) throw new Error("rolled back");
        })
        .then(
          () => {
            committed += 1;
          },
          () => {},
        );
    }
  });
  // One after the other: two that lock the same rows in another order would wait for each other, which no statement of the service does.
  let ageing = Promise.resolve();
  const letAllAge = () => {
    ageing = ageing.then(async () => {
      for (const agencyId of agencies) await letRowsAge(agencyId);
    });
    return ageing;
  };
  const claimers = Array.from({ length: 3 }, async () => {
    const turns = createTurns(sql, queue);
    while ((endsAt === Number.POSITIVE_INFINITY || claimed < committed) && performance.now() < endsAt) {
      await letAllAge();
      if ((await turns.take(claim)) === null) await Bun.sleep(1);
      else claimed += 1;
    }
  });
  await Promise.all(enqueuers);
  endsAt = performance.now() + 90_000;
  await Promise.all(claimers);
  expect(claimed, `seed ${seed}`).toBe(committed);
  expect(await sql`select from test_piece`).toHaveLength(0);
});

async function enqueue(transaction: Queryable, agencyId: number, aheadSeconds = 0): Promise<void> {
  await transaction`
    insert into test_piece (agency_id, due_at)
    values (${agencyId}, statement_timestamp() + ${aheadSeconds} * interval '1 second')
  `;
  await announceWork(transaction, {
    queue,
    agencyId,
    dueAt: transaction`statement_timestamp() + ${aheadSeconds} * interval '1 second'`,
  });
}

async function claim(agencyId: number): Promise<number | null> {
  const claimed = await sql`
    delete from test_piece
    where (agency_id, id) in (
      select agency_id, id
      from test_piece
      where agency_id = ${agencyId}
        and due_at <= statement_timestamp()
      order by id
      limit 1
      for update skip locked
    )
  `;
  return claimed.count === 1 ? agencyId : null;
}

/**
 * As if the agency's rows had stood for as long as they have to before they may be retired. Those that somebody changes are
 * left alone: two statements that each change all rows may wait for each other, and PostgreSQL ends one of them.
 */
const letRowsAge = (agencyId: number) => sql`
  update agency_work
  set announced_at = now() - interval '1 minute'
  where agency_id = ${agencyId}
    and id in (
      select id
      from agency_work
      where agency_id = ${agencyId}
      for no key update skip locked
    )
`;
const dueAgencies = () => listAgenciesInTurn(sql, queue, { after: 0 });
const rowsOf = async (agencyId: number) =>
  (await sql`select from agency_work where agency_id = ${agencyId} and queue = ${queue.name}`).length;

/** A transaction that has enqueued and does not end before it is told to. */
async function holdEnqueue(agencyId: number) {
  const enqueued = Promise.withResolvers<void>();
  const { promise: ending, resolve: commit, reject: rollBack } = Promise.withResolvers<void>();
  const ended = other.sql.begin(async (transaction) => {
    await enqueue(transaction, agencyId);
    enqueued.resolve();
    await ending;
  });
  await enqueued.promise;
  return {
    async commit() {
      commit();
      await ended;
    },
    async rollBack() {
      rollBack(new Error("rolled back"));
      await ended.catch(() => {});
    },
  };
}
