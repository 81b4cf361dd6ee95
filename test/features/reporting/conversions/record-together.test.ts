import { beforeAll, describe, expect, test } from "bun:test";
import {
  createRecordConversion,
  type RecordConversion,
} from "../../../../service/features/reporting/conversions/record-conversion.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { changeTriggers } from "../../../support/triggers.ts";

forEachDatabase((name, open) => {
  describe("conversions that are recorded at the same time", () => {
    let sql: Sql;
    let replica: Sql;
    let record: RecordConversion;
    let first: Sender;
    let second: Sender;

    beforeAll(async () => {
      const { database, again } = await open();
      sql = database.sql;
      replica = (await again()).sql;
      record = createRecordConversion(sql);
      first = await createSender();
      second = await createSender();
    });

    test("300 of two agencies are stored once each, under the ids that were answered", async () => {
      const eventIds = Array.from({ length: 150 }, (_, index) => `many-${String(index).padStart(3, "0")}`);
      const answers = await Promise.all(
        eventIds.flatMap((eventId) => [send(first, eventId), send(second, eventId)]),
      );
      expect(answers.every(({ duplicate }) => !duplicate)).toBe(true);
      const idsOf = (sender: number) =>
        answers.filter((_, index) => index % 2 === sender).map(({ id }) => id);
      expect(await storedIds(first.agencyId, "many-")).toEqual(idsOf(0));
      expect(await storedIds(second.agencyId, "many-")).toEqual(idsOf(1));
    });

    test.each([
      ["", "mixed", false],
      [", agency by agency as on a cluster", "apart", true],
    ] as const)(
      "every answer fits its own call: new, known, equal to a neighbour, and of no release%s",
      async (_, prefix, isCluster) => {
        const by = createRecordConversion(sql, { isCluster });
        const { id } = await send(first, `${prefix}-known`, by);
        const settled = await Promise.allSettled([
          send(first, `${prefix}-known`, by),
          send(first, `${prefix}-twice`, by),
          send(second, `${prefix}-twice`, by),
          send(first, `${prefix}-twice`, by),
          by(first.agencyId, event(second.pressReleaseId, `${prefix}-foreign`)),
          by(first.agencyId, event(second.pressReleaseId, `${prefix}-known`)),
          by(first.agencyId, event(2 ** 40, `${prefix}-beyond`)),
        ]);
        const values = settled.map((each) => (each.status === "fulfilled" ? each.value : each.reason.code));
        expect(values[0]).toMatchObject({ id, duplicate: true });
        expect(values[2]).toMatchObject({ duplicate: false });
        const twice = [values[1], values[3]];
        expect(twice.filter(({ duplicate }) => duplicate)).toHaveLength(1);
        expect(twice[0].id).toBe(twice[1].id);
        expect(values[4]).toBe("release_not_found");
        expect(values[5]).toMatchObject({ id, duplicate: true });
        expect(values[6]).toBe("release_not_found");
        expect(await storedIds(first.agencyId, `${prefix}-`)).toHaveLength(2);
      },
    );

    test("two replicas with the same events in opposite order store each once and don't lock each other out", async () => {
      const elsewhere = createRecordConversion(replica);
      const eventIds = Array.from({ length: 100 }, (_, index) => `replica-${index}`);
      const [here, there] = await Promise.all([
        Promise.all(eventIds.map((eventId) => send(first, eventId))),
        Promise.all(eventIds.toReversed().map((eventId) => send(first, eventId, elsewhere))),
      ]);
      there.reverse();
      expect(here.map(({ id }) => id)).toEqual(there.map(({ id }) => id));
      expect(here.filter(({ duplicate }, index) => duplicate === there[index]?.duplicate)).toEqual([]);
      expect(await storedIds(first.agencyId, "replica-")).toHaveLength(100);
    });

    test("with a listening webhook each has its message in its transaction, beside others that have none", async () => {
      const listening = await createSender();
      await sql`
        insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
        values (
          ${listening.agencyId}, ${crypto.randomUUID()}, 'https://example.org/hook', ${Buffer.alloc(32)},
          array['conversion.recorded'], ${Buffer.alloc(32)}
        )
      `;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => [
          send(listening, `told-${index % 10}`),
          send(first, `untold-${index}`),
        ]).flat(),
      );
      const told = answers.filter((_, index) => index % 2 === 0);
      expect(told.filter(({ duplicate }) => !duplicate)).toHaveLength(10);
      expect(told.reduce((sum, { messagesQueued }) => sum + messagesQueued, 0)).toBe(10);
      expect(answers.filter((_, index) => index % 2 === 1).every((each) => each.messagesQueued === 0)).toBe(
        true,
      );
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from webhook_message where agency_id = ${listening.agencyId}
      `;
      expect(row?.count).toBe(10);
    });

    test("a row that the database refuses fails alone, and the others of its batch and agency are stored", async () => {
      // Let past the schema on purpose: no request gets this far with a kind of 81 characters.
      const poisoned = { ...event(first.pressReleaseId, "poison-bad"), kind: "x".repeat(81) };
      const settled = await Promise.allSettled([
        send(first, "poison-a"),
        send(second, "poison-b"),
        record(first.agencyId, poisoned),
        send(first, "poison-c"),
      ]);
      expect(settled.map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
      expect(settled[2]).toMatchObject({ reason: { code: "23514" } });
      expect(await storedIds(first.agencyId, "poison-")).toHaveLength(2);
      expect(await storedIds(second.agencyId, "poison-")).toHaveLength(1);
    });

    // The embedded database is one session: nothing else can be under way in it.
    if (name === "server") {
      test("an agency whose release is locked is told to come back, and keeps nobody else for long", async () => {
        const locked = await createSender();
        const release = Promise.withResolvers<void>();
        const isLocked = Promise.withResolvers<void>();
        const holding = replica.begin(async (transaction) => {
          await transaction`
            select
            from release
            where agency_id = ${locked.agencyId}
              and id = ${locked.pressReleaseId}
            for update
          `;
          isLocked.resolve();
          await release.promise;
        });
        await isLocked.promise;
        const blocked = Promise.allSettled([send(locked, "locked-1"), send(locked, "locked-2")]);
        const beganMs = performance.now();
        const others = await Promise.all(
          Array.from({ length: 50 }, (_, index) => send(first, `beside-${index}`)),
        );
        expect(others.every(({ duplicate }) => !duplicate)).toBe(true);
        // One time-out of a lock is 200 ms; without it they would wait for as long as the lock is held.
        expect(performance.now() - beganMs).toBeLessThan(10_000);
        expect(await blocked).toEqual([
          { status: "rejected", reason: expect.objectContaining({ code: "service_unavailable" }) },
          { status: "rejected", reason: expect.objectContaining({ code: "service_unavailable" }) },
        ]);
        release.resolve();
        await holding;
        expect(await send(locked, "locked-1")).toMatchObject({ duplicate: false });
      });

      test("a lost connection fails the batch as unavailable, and the same events are stored once when they come again", async () => {
        await changeTriggers(sql, [
          "create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$",
          "create trigger cut before insert on conversion for each row when (new.event_id = 'cut-1') execute function cut()",
        ]);
        const failed = await Promise.allSettled([send(first, "cut-1"), send(first, "cut-2")]);
        expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
        await changeTriggers(sql, ["drop trigger cut on conversion", "drop function cut()"]);
        await Promise.all([send(first, "cut-1"), send(first, "cut-2")]);
        expect(await storedIds(first.agencyId, "cut-")).toHaveLength(2);
      });
    }

    async function createSender(): Promise<Sender> {
      const { agencyId } = await createTestAgency(sql);
      return { agencyId, pressReleaseId: (await createTestRelease(sql, agencyId)).pressReleaseId };
    }

    const event = (pressReleaseId: number, eventId: string = crypto.randomUUID()) => ({
      eventId,
      pressReleaseId,
      kind: "lead",
      occurredAt: new Date().toISOString(),
    });
    const send = ({ agencyId, pressReleaseId }: Sender, eventId?: string, by = record) =>
      by(agencyId, event(pressReleaseId, eventId));

    async function storedIds(agencyId: number, prefix: string): Promise<string[]> {
      const rows = await sql<{ id: string }[]>`
        select id from conversion where agency_id = ${agencyId} and starts_with(event_id, ${prefix}) order by event_id
      `;
      return rows.map(({ id }) => id);
    }
  });
});

type Sender = { agencyId: number; pressReleaseId: number };
