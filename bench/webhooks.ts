import { randomBytes } from "node:crypto";
import { makeWorkerUtils } from "graphile-worker";
import { v7 as uuidv7 } from "uuid";
import { deliveryQueue } from "../service/features/events/delivery-queue.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { announceForgotten } from "../service/floor/queues/announce-work.ts";
import { registerEndpoint, testKey } from "../test/features/reporting/webhooks/webhook-calls.ts";
import { childEnvironment } from "../test/support/environment.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { createTestAgency } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Figure, Report } from "./figure.ts";
import { type CountingSink, startCountingSink } from "./support/counting-sink.ts";
import { alternate } from "./support/rounds.ts";

const rounds = 5;
const messagesPerRound = 10_000;
const warmUpMessages = 3_000;
/** Eight requests go to one endpoint at a time, so that these keep 64 under way. */
const endpoints = 16;
const backlogMessages = 100_000;

type Stand = {
  sink: CountingSink;
  /** Deliveries a second of this many messages, already in the queue when the first one goes out. */
  deliver: (messages: number) => Promise<number>;
  /** The same by jobs of graphile-worker. */
  deliverByJobs: (messages: number) => Promise<number>;
  stop: () => Promise<void>;
};

/**
 * P8: deliveries of one process with 64 requests under way, against jobs of graphile-worker that sign and post the same
 * event to the same sink, 64 at once, on the same durable PostgreSQL. Both are processes of their own.
 */
export async function benchWebhooks(report: Report): Promise<Figure[]> {
  const stand = await buildStand();
  await stand.deliver(warmUpMessages);
  await stand.deliverByJobs(warmUpMessages);
  const { ratios, details } = await alternate(
    {
      rounds,
      own: () => stand.deliver(messagesPerRound),
      reference: () => stand.deliverByJobs(messagesPerRound),
    },
    report,
  );
  await stand.stop();
  return [
    {
      id: "P8",
      what: "webhook deliveries, one process, 64 in flight",
      reference: "graphile-worker, 64 jobs at once that sign and POST",
      target: { atLeast: 1 },
      values: ratios,
      details,
    },
  ];
}

/** Cost of a delivery behind a backlog, against its cost in a queue that is nearly empty: flat is 1. */
export async function benchWebhookBacklog(report: Report): Promise<Figure[]> {
  const stand = await buildStand();
  await stand.deliver(warmUpMessages);
  const { ratios, details } = await alternate(
    {
      rounds: 3,
      own: () => stand.deliver(messagesPerRound),
      reference: () => stand.deliver(backlogMessages),
    },
    report,
  );
  await stand.stop();
  return [
    {
      id: "P8 growth",
      what: `cost of a delivery with ${backlogMessages} messages waiting`,
      reference: `with ${messagesPerRound}`,
      target: { atMost: 1.1 },
      values: ratios,
      details,
    },
  ];
}

async function buildStand(): Promise<Stand> {
  const server = await startPostgres({ durable: true });
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 4 });
  const { sql } = database;
  await migrate(sql, migrations);
  const sink = startCountingSink();
  for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
    const { agencyId } = await createTestAgency(sql);
    await registerEndpoint(sql, agencyId, `${sink.url}/${endpoint}`);
  }
  const service = await startServiceProcess({
    DATABASE_URL: server.url,
    SECRET_KEY: Buffer.from(testKey).toString("hex"),
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    LOG_LEVEL: "warn",
  });
  const utils = await makeWorkerUtils({ connectionString: server.url });
  await utils.migrate();
  const program = new URL("support/graphile-sender.ts", import.meta.url).pathname;
  const sender = Bun.spawn([process.execPath, program, server.url], {
    env: childEnvironment({ NO_LOG_SUCCESS: "1" }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const measure = async (messages: number, enqueue: () => Promise<void>, isEmpty: () => Promise<boolean>) => {
    const rate = sink.receive(messages);
    await enqueue();
    const measured = await rate;
    // What is still to be written of this round is not to weigh on the next.
    while (!(await isEmpty())) await Bun.sleep(20);
    return measured;
  };
  return {
    sink,
    deliver: (messages) =>
      measure(
        messages,
        () => enqueueMessages(sql, messages),
        async () => (await sql`select from webhook_queue limit 1`).length === 0,
      ),
    deliverByJobs: (messages) =>
      measure(
        messages,
        () => enqueueJobs(sql, messages, sink.url),
        async () => (await sql`select from graphile_worker.jobs limit 1`).length === 0,
      ),
    async stop() {
      sender.kill();
      await sender.exited;
      await utils.release();
      await service.stop();
      await sink.stop();
      await database.close();
      await server.stop();
    },
  };
}

const event = {
  type: "conversion.recorded",
  timestamp: "2026-11-21T09:30:00.000Z",
  data: {
    id: "019a9f3c-7a55-7cc0-8a53-4c1d4f1f9d11",
    eventId: "order-4711",
    pressReleaseId: 4711,
    kind: "lead",
    value: "49.90",
    currency: "EUR",
    occurredAt: "2026-11-21T09:29:58.000Z",
    agencyId: 12,
  },
};

/** One statement, so that the whole round is in the queue before the first message goes out. */
async function enqueueMessages(sql: Sql, messages: number): Promise<void> {
  const ids = Array.from({ length: messages }, () => uuidv7());
  await sql`
    with message as (
      insert into webhook_message (agency_id, id, event_type, payload)
      select webhook.agency_id, number.id, ${event.type}, ${JSON.stringify(event)}
      from unnest(${ids}::uuid[]) with ordinality as number (id, position)
      join (select agency_id, row_number() over () as position from webhook) as webhook
        on webhook.position = 1 + number.position % ${endpoints}
      returning agency_id, id
    )
    insert into webhook_queue (agency_id, webhook_id, message_id)
    select message.agency_id, webhook.id, message.id
    from message
    join webhook using (agency_id)
  `;
  await announceForgotten(sql, deliveryQueue);
}

async function enqueueJobs(sql: Sql, messages: number, url: string): Promise<void> {
  const job = { url, secret: `whsec_${randomBytes(32).toString("base64")}`, id: "", event };
  await sql`
    select count(*)
    from graphile_worker.add_jobs(
      array(
        select row(
          'send', (${sql.json(job)}::jsonb || jsonb_build_object('id', 'msg_' || number))::json,
          null, null, null, null, null, null
        )::graphile_worker.job_spec
        from generate_series(1, ${messages}::integer) as number
      )
    )
  `;
}
