import { v7 as uuidv7 } from "uuid";
import { completeJob, exportQueue } from "../service/features/reporting/exports/claim-sql.ts";
import {
  type ClaimedMessage,
  claimMessages,
  lockTurn,
} from "../service/features/reporting/webhooks/claim-sql.ts";
import { type FinishedAttempt, finishAttempts } from "../service/features/reporting/webhooks/finish-sql.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { claimRow } from "../service/floor/queues/leased-rows.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { createTestAgency, createTestRelease } from "../test/support/service.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";

const deadRows = 100_000;
const claimsPerRound = 200;
const rounds = 5;
/** Messages that one claim of a deliverer takes. */
const messagesPerClaim = 8;

/**
 * How long a claim takes behind the export jobs of a year and behind the messages of half a minute, while a report that began
 * before those messages keeps their rows, and those of the run itself, from being removed.
 */
export const benchQueues: Bench = { growth };

type Queue = {
  claimJob: () => Promise<number>;
  claimMessages: () => Promise<number>;
  close(): Promise<void>;
};

async function growth(report: Report): Promise<Figure[]> {
  const server = await startPostgres({ settings: { shared_buffers: "256MB" } });
  report(`leaving ${deadRows.toLocaleString("en")} jobs and messages behind`);
  const fresh = await openQueue(server.url, "fresh", 0);
  const used = await openQueue(server.url, "used", deadRows);
  const kinds = [
    { what: "claim and end of an export job", own: fresh.claimJob, grown: used.claimJob },
    {
      what: `claim and end of ${messagesPerClaim} webhook messages`,
      own: fresh.claimMessages,
      grown: used.claimMessages,
    },
  ];
  const figures: Figure[] = [];
  for (const { what, own, grown } of kinds) {
    await own();
    await grown();
    const { ratios, details } = await alternate(
      { rounds, own, reference: grown, unit: "claims a second" },
      (line) => report(`${what}: ${line}`),
    );
    figures.push({
      id: "QUEUE",
      what: `${what} behind ${deadRows.toLocaleString("en")} that ended, with a report of 30 s beside it`,
      reference: "in an empty queue",
      target: { atMost: 1.2 },
      values: ratios,
      details,
    });
  }
  await Promise.all([fresh.close(), used.close()]);
  await server.stop();
  return figures;
}

async function openQueue(serverUrl: string, name: string, ended: number): Promise<Queue> {
  const server = await openDatabase({ databaseUrl: serverUrl, dataDirectory: "", connectionsMax: 1 });
  await server.sql`create database ${server.sql(name)}`;
  await server.close();
  const url = new URL(serverUrl);
  url.pathname = name;
  const { sql, close } = await openDatabase({ databaseUrl: url.href, dataDirectory: "", connectionsMax: 3 });
  await migrate(sql, migrations);
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  const webhookId = await insertWebhook(sql, agencyId);
  const scopeId = String(pressReleaseId);
  if (ended > 0) await leaveJobsBehind(sql, agencyId, { ended, scopeId });
  const report = await holdSnapshot(sql);
  if (ended > 0) await leaveMessagesBehind(sql, agencyId, { ended, webhookId });
  await sql`analyze`;
  return {
    claimJob: async () => {
      await queueJobs(sql, agencyId, { count: claimsPerRound, scopeId });
      return await claimsPerSecond(async () => {
        const job = await claimRow(sql, exportQueue, agencyId);
        if (job === null) throw new Error("The queue was empty.");
        await completeJob(sql, job, { name: "bericht.csv", bytes: 1, hash: "0".repeat(64) });
      });
    },
    claimMessages: async () => {
      await queueMessages(sql, agencyId, { count: claimsPerRound * messagesPerClaim, webhookId });
      return await claimsPerSecond(async () => {
        await sql.begin(async (transaction) => {
          await lockTurn(transaction, agencyId);
          const messages = await claimMessages(transaction, agencyId, messagesPerClaim);
          if (messages.length === 0) throw new Error("No message was claimed.");
          await finishAttempts(transaction, agencyId, messages.map(deliveredAttempt));
        });
      });
    },
    async close() {
      report.end();
      await report.ended;
      await close();
    },
  };
}

/** Jobs that ended: their rows stay, and leave dead entries in the index of the queue. */
async function leaveJobsBehind(
  sql: Sql,
  agencyId: number,
  { ended, scopeId }: { ended: number; scopeId: string },
): Promise<void> {
  await queueJobs(sql, agencyId, { count: ended, scopeId });
  await sql`
    update export_job
    set
      status = 'completed',
      due_at = null,
      completed_at = now(),
      expires_at = now() + interval '30 days'
    where agency_id = ${agencyId}
  `;
}

/** Messages that ended: each was leased and is gone, and leaves dead entries in every index of the queue. */
async function leaveMessagesBehind(
  sql: Sql,
  agencyId: number,
  { ended, webhookId }: { ended: number; webhookId: string },
): Promise<void> {
  await queueMessages(sql, agencyId, { count: ended, webhookId });
  await sql`
    update webhook_queue
    set
      attempts = 1,
      lease_token = gen_random_uuid(),
      next_attempt_at = now() + interval '30 seconds'
    where agency_id = ${agencyId}
  `;
  await sql`
    delete from webhook_queue
    where agency_id = ${agencyId}
  `;
}

/** A long report: a transaction with one snapshot, as `GET /data` reads with. */
async function holdSnapshot(sql: Sql): Promise<{ end: () => void; ended: Promise<unknown> }> {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const ended = sql.begin("isolation level repeatable read read only", async (transaction) => {
    await transaction`select count(*) from export_job`;
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  return { end: held.resolve, ended };
}

async function queueJobs(
  sql: Sql,
  agencyId: number,
  input: { count: number; scopeId: string },
): Promise<void> {
  await sql`
    insert into export_job (agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by)
    select ${agencyId}::integer, gen_random_uuid(), gen_random_uuid()::text, 'csv', 'article', ${input.scopeId}, 1, 'operator'
    from generate_series(1, ${input.count}::integer)
  `;
}

async function queueMessages(
  sql: Sql,
  agencyId: number,
  input: { count: number; webhookId: string },
): Promise<void> {
  const ids = Array.from({ length: input.count }, () => uuidv7());
  await sql`
    with message as (
      insert into webhook_message (agency_id, id, event_type, payload)
      select ${agencyId}::integer, id, 'report.created', '{}'
      from unnest(${`{${ids.join(",")}}`}::uuid[]) as id
      returning id
    )
    insert into webhook_queue (agency_id, webhook_id, message_id)
    select ${agencyId}::integer, ${input.webhookId}::uuid, id
    from message
  `;
}

async function insertWebhook(sql: Sql, agencyId: number): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
    values (${agencyId}, ${id}, 'https://receiver.example/', sha256('receiver'), '{report.created}', '\\x00')
  `;
  return id;
}

function deliveredAttempt(message: ClaimedMessage): FinishedAttempt {
  const { agencyId, webhookId, messageId, attemptId, isTest } = message;
  const keys = { agencyId, webhookId, messageId, attemptId, isTest };
  const seen = { responseStatus: 204, durationMs: 1, error: null, remoteAddress: null, answer: null };
  return { ...keys, ...seen, status: "delivered", retryMs: null };
}

async function claimsPerSecond(claim: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < claimsPerRound; done += 1) await claim();
  return claimsPerRound / ((performance.now() - startedAt) / 1000);
}
