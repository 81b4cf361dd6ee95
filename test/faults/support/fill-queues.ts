import { enqueueEvent } from "../../../service/features/events/enqueue-event.ts";
import { createExport } from "../../../service/features/reporting/exports/create-export.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { reportCreated, webhookCalls } from "../../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../../features/reporting/webhooks/webhook-sink.ts";
import type { LoudAgency } from "./loud-activities.ts";

/** As many as an agency may have: half of them answer nothing, the others are not there. */
const endpoints = 20;
const queuedExports = 500;
/** To each endpoint: 10,000 in all. */
const messagesEach = 500;
/** Rows of both kinds that are written side by side. */
const writers = 4;

/** Registers receivers that take nothing; the one that holds what it gets has to be stopped. */
export async function registerDeadReceivers({ url, key }: LoudAgency): Promise<Sink> {
  const silent = startSink(() => new Promise(() => {}));
  const gone = startSink();
  await gone.stop();
  for (let index = 0; index < endpoints; index += 1) {
    const receiver = index % 2 === 0 ? silent : gone;
    await webhookCalls(url, key).register(`${receiver.url}/${index}`, [
      "report.created",
      "conversion.recorded",
    ]);
  }
  return silent;
}

/** Puts hundreds of exports and thousands of messages into the queues of an agency. */
export async function fillQueues(sql: Sql, { agencyId, pressReleaseId }: LoudAgency): Promise<void> {
  const request = {
    scopeType: "article",
    scopeId: String(pressReleaseId),
    days: 365,
    format: "pdf",
  } as const;
  const order = () =>
    createExport(sql, agencyId, { request, idempotencyKey: crypto.randomUUID(), createdBy: "test" });
  const announce = () => enqueueEvent(sql, agencyId, reportCreated(String(pressReleaseId)));
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let exported = 0; exported < queuedExports / writers; exported += 1) await order();
      for (let message = 0; message < messagesEach / writers; message += 1) await announce();
    }),
  );
}

/** Empties the queues of the agency, as far as nobody works on them, and says how much was left in them. */
export async function emptyQueues(
  sql: Sql,
  { agencyId }: LoudAgency,
): Promise<{ exports: number; messages: number }> {
  const jobs = await sql`
    delete from export_job
    where agency_id = ${agencyId}
      and due_at is not null
      and lease_token is null
  `;
  const messages = await sql`
    delete from webhook_queue
    where agency_id = ${agencyId}
      and lease_token is null
  `;
  return { exports: jobs.count, messages: messages.count };
}
