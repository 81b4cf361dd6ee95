import type { Sql } from "../../service/floor/db/open.ts";
import { createMemoryLimiter } from "../../service/floor/limits/memory.ts";
import type { Mailer } from "../../service/floor/mail/mailer.ts";
import { mailLoopName, mailLoops } from "../../service/floor/mail/outbox/loops.ts";
import { type MailWriter, mailLanes } from "../../service/floor/mail/outbox/mail-kind.ts";
import { createLog } from "../../service/log.ts";
import { announceAll } from "./announce-all.ts";

/** Sends all mails of these kinds that are due, as the service does. */
export async function sendMails(
  sql: Sql,
  mailer: Mailer,
  writers: readonly MailWriter[],
  options: { logged?: string[]; mailsPerSecond?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const limiter = createMemoryLimiter();
  const log = createLog("debug", (line) => options.logged?.push(line));
  const loops = mailLoops(
    { sql, log, limiter, mailer, mailsPerSecond: options.mailsPerSecond ?? 1_000 },
    writers,
  );
  const lanes = loops.filter(({ name }) => mailLanes.some((lane) => name === mailLoopName(lane)));
  const { signal = new AbortController().signal } = options;
  try {
    await Promise.all(lanes.map((lane) => lane.run(signal)));
  } finally {
    await limiter.close();
  }
}

/** As if every pause and lease had passed, of one kind where one is named. */
export async function makeMailsDue(sql: Sql, kind: string | null = null): Promise<void> {
  await sql`update mail set due_at = now() - interval '1 second' where due_at is not null and kind = coalesce(${kind}, kind)`;
  await announceAll(sql);
}
