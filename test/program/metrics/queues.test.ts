import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { oldMailQueues } from "../../../service/floor/mail/outbox/drain-old-tables.ts";
import { workQueues } from "../../../service/program/forgotten-work.ts";
import { readQueues, shownQueues } from "../../../service/program/metrics/queue-sql.ts";
import { databaseScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";

const { agency, database } = databaseScene();
const serviceFolder = join(import.meta.dirname, "../../../service");

test("every queue of the program is looked through for forgotten work", () => {
  const named = sourcesOf(serviceFolder).flatMap((source) => [
    ...source.matchAll(/(?:: WorkQueue = \{|= leasedTable\(\{)\s+name: "([^"]+)"/g),
  ]);
  const names = named.map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !workQueues.some((queue) => queue.name === name))).toEqual([]);
});

test("each queue has a length of its own, and mails of each lane count in theirs alone", async () => {
  const { sql } = database;
  const before = await lengths();
  expect(Object.keys(before)).toEqual([...shownQueues.map(({ shown }) => shown), "backfills"].toSorted());
  expect(shownQueues.length + oldMailQueues.length).toBeGreaterThan(workQueues.length - 5);
  await sql`
    insert into mail (agency_id, id, lane, kind, about_id, once, recipient, due_at)
    select ${agency.agencyId}, gen_random_uuid(), lane, 'test', gen_random_uuid(), lane, 'a@example.org', now() - interval '1 hour'
    from unnest(array['sign_in', 'personal', 'many', 'many', 'mailing', 'mailing', 'mailing']) as given (lane)`;
  const after = await lengths();
  const grown = Object.entries(after).filter(([name, depth]) => depth !== before[name]);
  expect(Object.fromEntries(grown)).toEqual({
    mail: 1,
    mailing_mail: 3,
    sign_in_mail: 1,
    subscriber_mail: 2,
  });
});

test("nothing of a deleted agency is late: nobody works on it, and all of it goes with the agency", async () => {
  const { sql } = database;
  const before = await lengths();
  const { agencyId } = await createTestAgency(sql);
  await sql`
    insert into mail (agency_id, id, lane, kind, about_id, once, recipient, due_at)
    values (${agencyId}, gen_random_uuid(), 'personal', 'test', gen_random_uuid(), 'once', 'a@example.org', now() - interval '1 hour')`;
  expect((await lengths()).mail).toBe((before.mail ?? 0) + 1);
  await sql`
    update agency set deletion_requested_at = now(), delete_after = now() + interval '30 days' where id = ${agencyId}`;
  expect(await lengths()).toEqual(before);
  await sql`update agency set deletion_requested_at = null, delete_after = null where id = ${agencyId}`;
  expect((await lengths()).mail).toBe((before.mail ?? 0) + 1);
});

async function lengths(): Promise<Record<string, number>> {
  const queues = await readQueues(database.sql);
  return Object.fromEntries(queues.map(({ queue, depth }) => [queue, depth]));
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}
