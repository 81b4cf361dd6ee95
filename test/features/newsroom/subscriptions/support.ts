import { hashAddress } from "../../../../service/features/newsroom/subscriptions/address-cipher.ts";
import {
  enqueueFanOut,
  fanOutChunk,
  fanOutQueue,
} from "../../../../service/features/newsroom/subscriptions/fan-out-sql.ts";
import { signLink } from "../../../../service/features/newsroom/subscriptions/link-token.ts";
import type { Frequency } from "../../../../service/features/newsroom/subscriptions/schema.ts";
import { confirmRow, listSubscriptionsOf } from "../../../../service/features/newsroom/subscriptions/sql.ts";
import { subscribe } from "../../../../service/features/newsroom/subscriptions/subscribe.ts";
import { subscriberMailWriters } from "../../../../service/features/newsroom/subscriptions/subscriber-mails.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import type { Mailer } from "../../../../service/floor/mail/mailer.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { sendMails } from "../../../support/send-mails.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

export const secretKey = new Uint8Array(32).fill(7);
export const secrets = createSecretCipher(secretKey);
const publicUrl = "https://presse.example";

export type TestNewsroom = { agencyId: number; clientId: number; clientSlug: string; releaseId: number };

/** A newsroom of an agency of its own, with one published release that nobody was sent. */
export async function createTestNewsroom(sql: Sql): Promise<TestNewsroom> {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, clientSlug, pressReleaseId } = await createTestRelease(sql, agencyId);
  return { agencyId, clientId, clientSlug, releaseId: pressReleaseId };
}

/** A confirmed subscription, and the ends of its links. */
export async function createSubscription(
  sql: Sql,
  { agencyId, clientId }: Pick<TestNewsroom, "agencyId" | "clientId">,
  input: { address: string; topic?: string | null; frequency?: Frequency },
): Promise<{ id: string; leave: string; data: string }> {
  const { address, topic = null, frequency = "at_once" } = input;
  await subscribe(sql, secrets, agencyId, { clientId, address, topic, frequency });
  const rows = await listSubscriptionsOf(sql, agencyId, hashAddress(secrets, agencyId, address));
  const found = rows.find((row) => row.status === "pending" && row.topic === topic);
  if (found === undefined) throw new Error("The subscription of the test is not there.");
  await confirmRow(sql, agencyId, found.id);
  await sql`delete from mail where agency_id = ${agencyId} and about_id = ${found.id}`;
  const link = { agencyId, id: found.id };
  return { id: found.id, leave: signLink(secrets, "leave", link), data: signLink(secrets, "data", link) };
}

let published = 0;

/** Publishes a release to the subscribers; `at` is the moment of its publication. */
export async function publishTo(
  sql: Sql,
  { agencyId, clientId }: Pick<TestNewsroom, "agencyId" | "clientId">,
  input: { title?: string; topics?: string[]; at?: string } = {},
): Promise<number> {
  published += 1;
  const { title = `Meldung ${published}` } = input;
  const release = await publishAtOnce(sql, clientId, {
    title,
    bodyMarkdown: "Text.",
    slugs: [`meldung-${published}`],
    publishedAt: null,
  });
  const releaseId = release.pressReleaseId;
  if (input.topics !== undefined)
    await sql`update release set topics = ${sql.array(input.topics)}::text[] where id = ${releaseId}`;
  await enqueueFanOut(sql, agencyId, { releaseId, clientId });
  if (input.at !== undefined) {
    await sql`update newsroom_fan_out set created_at = ${new Date(input.at)} where release_id = ${releaseId}`;
    await announceAll(sql);
  }
  return releaseId;
}

/** Writes the mails of all releases that wait, as the loop does. */
export async function fanOutAll(sql: Sql): Promise<void> {
  const turns = createTurns(sql, fanOutQueue);
  while ((await turns.take((agencyId) => fanOutChunk(sql, agencyId))) !== null);
}

/** Sends all mails that are due, as the loop does. */
export async function sendAll(
  sql: Sql,
  mailer: Mailer,
  options: { logged?: string[]; mailsPerSecond?: number } = {},
): Promise<void> {
  await sendMails(sql, mailer, subscriberMailWriters({ sql, publicUrl, secrets }), options);
}
