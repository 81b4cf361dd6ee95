import { expect, test } from "bun:test";
import { createRecordConversion } from "../../../../service/features/reporting/conversions/record-conversion.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../../../support/service.ts";

/** Two that write and a thousand in line. */
const waitingMax = 1_002;

test("a thousand conversions with a message wait for their seat, and the next is told to come back", async () => {
  const databaseUrl = await createMigratedDatabase();
  const { sql, close } = await openDatabase({ databaseUrl, dataDirectory: "" });
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  await sql`
    insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
    values (
      ${agencyId}, gen_random_uuid(), 'https://receiver.invalid/', decode(repeat('00', 32), 'hex'),
      '{conversion.recorded}', ''
    )
  `;
  const record = createRecordConversion(sql);
  const send = () =>
    record(agencyId, {
      eventId: crypto.randomUUID(),
      pressReleaseId,
      kind: "lead",
      occurredAt: new Date().toISOString(),
    });
  // From now on its conversions go alone, at once.
  expect(await send()).toMatchObject({ messagesQueued: 1 });

  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = sql.begin(async (transaction) => {
    await transaction`lock table webhook_queue in share mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const refused: unknown[] = [];
  const sent = Array.from({ length: waitingMax }, () =>
    send().catch((error: unknown) => refused.push(error)),
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(refused).toEqual([]);
  expect(await errorOf(send())).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
  release.resolve();
  await Promise.all([holding, ...sent]);
  await close();
});
