import { expect, test } from "bun:test";
import { webhookLoops } from "../../../../service/features/reporting/webhooks/loops.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";

forEachDatabase((name, open) => {
  const { database, agency } = databaseScene(open);

  test(`orders to send again go 90 days after their end, 1,000 at a time, on the ${name} database`, async () => {
    await addReplays(1_001, "91 days");
    await addReplays(2, "89 days");
    await addReplays(3, null);
    expect([await clean(), await count("webhook_replay")]).toEqual([true, 6]);
    expect([await clean(), await count("webhook_replay")]).toEqual([false, 5]);
  });

  test(`a message goes after 14 days unless an endpoint waits for it, on the ${name} database`, async () => {
    const { sql } = database;
    const { agencyId } = agency;
    await sql`
      insert into webhook_message (agency_id, id, event_type, payload, created_at)
      select ${agencyId}, gen_random_uuid(), 'report.created', '{}', now() - days * interval '1 day'
      from unnest(array[13, 15, 16]) as days
    `;
    await sql`
      insert into webhook_queue (agency_id, webhook_id, message_id)
      select agency_id, gen_random_uuid(), id
      from webhook_message
      where created_at < now() - interval '15 days 12 hours'
    `;
    expect([await clean(), await count("webhook_message")]).toEqual([false, 2]);
  });

  async function addReplays(number: number, age: string | null): Promise<void> {
    await database.sql`
      insert into webhook_replay (agency_id, id, webhook_id, message_id, finished_at)
      select ${agency.agencyId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - ${age}::text::interval
      from generate_series(1, ${number}::integer)
    `;
  }

  async function count(table: string): Promise<number | undefined> {
    const [row] = await database.sql<
      { count: number }[]
    >`select count(*)::integer as count from ${database.sql(table)}`;
    return row?.count;
  }

  /** One round of the loop; whether there may be more. */
  async function clean(): Promise<unknown> {
    const loop = webhookLoops(database).find((each) => each.name === "webhook-retention");
    return await loop?.run(new AbortController().signal);
  }
});
