import { afterAll, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { encryptAddress, hashAddress } from "../../service/features/newsroom/subscriptions/address-cipher.ts";
import { chunkSubscriptionsMax } from "../../service/features/newsroom/subscriptions/fan-out-sql.ts";
import { subscriberMails } from "../../service/features/newsroom/subscriptions/mail-kinds.ts";
import {
  createTestNewsroom,
  publishTo,
  secretKey,
  secrets,
  type TestNewsroom,
} from "../features/newsroom/subscriptions/support.ts";
import { type ServiceChild, startServiceChild } from "../features/reporting/webhooks/service-child.ts";
import { announceAll } from "../support/announce-all.ts";
import { databaseScene, given } from "../support/cast.ts";
import { startMailServer } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";

/** More than a chunk of the fan-out. */
const subscribersCount = chunkSubscriptionsMax + 50;
/** Mails under way in a process: those that a kill may send twice. */
const lanesMax = 8;

const { rounds, chance, timeoutMs } = faultRounds(1);
const { address, sql, atEnd } = databaseScene();
const mailServer = given(() => startMailServer());
let child: ServiceChild | undefined;
atEnd(() => child?.kill());
afterAll(() => mailServer.stop());

test(
  "a service that is killed between chunks and while it sends loses no mail, and sends none twice but those under way",
  async () => {
    let doubled = 0;
    for (let round = 0; round < rounds; round += 1) {
      mailServer.received.length = 0;
      const newsroom = await createTestNewsroom(sql);
      const lastId = await fillSubscribers(newsroom);
      const start = async () => {
        child = await startServiceChild(address.databaseUrl, {
          SECRET_KEY: Buffer.from(secretKey).toString("hex"),
          SMTP_URL: mailServer.url,
          MAIL_FROM: "presse@nordlicht.example",
          MAILS_PER_SECOND: "1000",
        });
      };
      const releaseId = await publishTo(sql, newsroom, { title: "Unter Last" });
      // The same mail, not committed yet, is waited for by who writes it too: it holds the fan-out in its second chunk.
      const blocker = await sql.reserve();
      const { lane, name } = subscriberMails.release;
      await blocker`begin`;
      await blocker`
        insert into mail (agency_id, lane, kind, about_id, once, due_at)
        values (${newsroom.agencyId}, ${lane}, ${name}, ${lastId}, ${String(releaseId)}, now())
      `;
      await start();
      await until("the second chunk waits", async () => (await countWaiting()) > 0);
      expect(await countMails(newsroom)).toBe(chunkSubscriptionsMax);
      await child?.kill();
      // PostgreSQL would carry out what the killed process has sent, once the mail is free.
      await until("its last statement is given up", async () => (await endWaiting()).length === 0);
      await blocker`rollback`;
      blocker.release();
      expect(await isFannedOut(newsroom)).toBe(false);

      for (const share of [0.3, 0.6]) {
        await endLeases();
        await start();
        const target = Math.floor(subscribersCount * (share + chance.between(0, 0.25)));
        await until("some are sent", async () => mailServer.received.length >= target);
        await child?.kill();
      }
      await endLeases();
      await start();
      await until("all are sent", async () => await isAllSent(newsroom));
      await child?.kill();
      const sent = mailServer.received.flatMap(({ to }) => to);
      expect(new Set(sent).size).toBe(subscribersCount);
      doubled += sent.length - subscribersCount;
      expect(sent.length - subscribersCount).toBeLessThanOrEqual(3 * lanesMax);
      expect(await countMails(newsroom)).toBe(subscribersCount);
    }
    reportFault("kill -9 of the mail queue", {
      rounds,
      subscribersCount,
      kills: 3 * rounds,
      lost: 0,
      doubled,
    });
  },
  timeoutMs,
);

async function countWaiting(): Promise<number> {
  const waiting = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into mail %'`;
  return waiting.length;
}

/** Ends the sessions that wait for a lock; returns them. */
async function endWaiting(): Promise<readonly unknown[]> {
  return await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
}

/** Confirmed subscriptions; returns the id of the last one. */
async function fillSubscribers({ agencyId, clientId }: TestNewsroom): Promise<string> {
  const rows = Array.from({ length: subscribersCount }, (_, number) => {
    const id = uuidv7();
    const address = `leser-${number}@example.org`;
    return {
      agency_id: agencyId,
      id,
      client_id: clientId,
      frequency: "at_once",
      status: "active",
      address_hash: hashAddress(secrets, agencyId, address),
      address_encrypted: encryptAddress(secrets, { agencyId, id }, address),
      consent_text_version: "2026-11-22",
      confirmed_at: new Date(Date.now() - 60_000),
    };
  });
  await sql`insert into newsroom_subscription ${sql(rows)}`;
  return rows.at(-1)?.id ?? "";
}

async function countMails({ agencyId }: TestNewsroom): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from mail where agency_id = ${agencyId}`;
  return row?.count ?? 0;
}

async function isFannedOut({ agencyId }: TestNewsroom): Promise<boolean> {
  return (
    (await sql`select from newsroom_fan_out where agency_id = ${agencyId} and finished_at is null`).length ===
    0
  );
}

async function isAllSent(newsroom: TestNewsroom): Promise<boolean> {
  const waiting = await sql`
    select from mail where agency_id = ${newsroom.agencyId} and status = 'waiting' limit 1`;
  return waiting.length === 0 && (await isFannedOut(newsroom));
}

/** As if the leases of the dead process had passed; its last statements end first. */
async function endLeases(): Promise<void> {
  await until("the dead process's connections end", async () => {
    const busy = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    return busy.length === 0;
  });
  await sql`update mail set due_at = now() - interval '1 second' where lease_token is not null`;
  await announceAll(sql);
}
