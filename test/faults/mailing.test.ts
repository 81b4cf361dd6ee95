import { afterAll, expect, test } from "bun:test";
import { fillContacts } from "../features/mailings/fill-contacts.ts";
import { createDesk, sendMailing } from "../features/mailings/support.ts";
import { secretKey } from "../features/media-contacts/support.ts";
import { type ServiceChild, startServiceChild } from "../features/reporting/webhooks/service-child.ts";
import { announceAll } from "../support/announce-all.ts";
import { databaseScene, given } from "../support/cast.ts";
import { startMailServer } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";

/** Mails under way in a process: those that a kill may send twice. */
const lanesMax = 8;

const { isShort, chance, timeoutMs } = faultRounds(1);
/** The suite has a minute for all faults. */
const recipientsCount = isShort ? 400 : 10_000;
const kills = isShort ? 2 : 5;
const { address, sql, atEnd } = databaseScene();
const mailServer = given(() => startMailServer());
let child: ServiceChild | undefined;
atEnd(() => child?.kill());
afterAll(() => mailServer.stop());

test(
  "a service that is killed while it prepares and sends a mailing loses no mail, and sends none twice but those under way",
  async () => {
    const desk = await createDesk(sql);
    await fillContacts(sql, desk, recipientsCount);
    const start = async () => {
      child = await startServiceChild(address.databaseUrl, {
        SECRET_KEY: Buffer.from(secretKey).toString("hex"),
        SMTP_URL: mailServer.url,
        MAIL_FROM: "presse@nordlicht.example",
        MAILS_PER_SECOND: "1000",
      });
    };
    const id = await sendMailing(sql, desk, {}, recipientsCount);
    // Nobody can write the mails while this lock is held: the kill comes in the middle of the preparation.
    const blocker = await sql.reserve();
    await blocker`begin`;
    await blocker`lock table mail in share mode`;
    await start();
    await until("the preparation waits", async () => {
      const waiting =
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into mail %'`;
      return waiting.length > 0;
    });
    await child?.kill();
    await blocker`rollback`;
    blocker.release();
    expect(await countMails(id)).toBe(0);

    for (let kill = 1; kill < kills; kill += 1) {
      await endLeases();
      await start();
      const target = Math.floor((recipientsCount * (kill - 0.5 + chance.between(0, 0.5))) / kills);
      await until("some are sent", () => mailServer.received.length >= target, timeoutMs);
      await child?.kill();
    }
    await endLeases();
    await start();
    await until("it is through", async () => (await statusOf(id)) === "sent", timeoutMs);
    await child?.kill();
    const sent = mailServer.received.flatMap(({ to }) => to);
    expect(new Set(sent).size).toBe(recipientsCount);
    const doubled = sent.length - recipientsCount;
    expect(doubled).toBeLessThanOrEqual(kills * lanesMax);
    reportFault("kill -9 of a mailing", { recipientsCount, kills, lost: 0, doubled });
  },
  timeoutMs * 10,
);

async function countMails(id: string): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::integer as count from mail where about_id = ${id}`;
  return row?.count ?? 0;
}

async function statusOf(id: string): Promise<string> {
  const [row] = await sql<{ status: string }[]>`select status from mailing where id = ${id}`;
  return row?.status ?? "";
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
