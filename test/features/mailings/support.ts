import { type MailingDeps, mailingMailWriters } from "../../../service/features/mailings/mailing-mails.ts";
import { changeMailing, createMailing } from "../../../service/features/mailings/mailings.ts";
import { stepMailing } from "../../../service/features/mailings/prepare-mailings.ts";
import { scheduleMailing } from "../../../service/features/mailings/send-mailing.ts";
import { mailingQueue } from "../../../service/features/mailings/sql.ts";
import type { FileStore } from "../../../service/features/media/file-store.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import type { Mail, Mailer } from "../../../service/floor/mail/mailer.ts";
import { createTurns } from "../../../service/floor/queues/take-turns.ts";
import { createLog } from "../../../service/log.ts";
import { announceAll } from "../../support/announce-all.ts";
import { sendMails } from "../../support/send-mails.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { secrets } from "../media-contacts/support.ts";

export const actor = { type: "operator", id: null } as const;
export const bounceMailbox = "bounce@dienst.example";
export const publicUrl = "https://presse.example";

export type Desk = {
  agencyId: number;
  clientId: number;
  clientSlug: string;
  releaseId: number;
  listId: string;
};

export const mailingDeps = (sql: Sql, fileStore: FileStore = noFiles): MailingDeps => ({
  sql,
  secrets,
  publicUrl,
  bounceMailbox,
  log: createLog("error", () => undefined),
  fileStore,
});

const noFiles: FileStore = { write: never, read: never, remove: never };

function never(): never {
  throw new Error("The test has no files.");
}

/** An agency with a client, a published release and a list by hand. */
export async function createDesk(sql: Sql): Promise<Desk> {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, clientSlug, pressReleaseId } = await createTestRelease(sql, agencyId);
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Presse", clientId: null, condition: null });
  return { agencyId, clientId, clientSlug, releaseId: pressReleaseId, listId };
}

/** A mailing to the desk's list that waits to be prepared. */
export async function sendMailing(
  sql: Sql,
  { agencyId, clientId, releaseId, listId }: Desk,
  content: { subject?: string; message?: string; contactIds?: string[] } = {},
  typedCount: number | null = null,
): Promise<string> {
  const replyTo = "anna@agentur.example";
  const { id } = await createMailing(sql, agencyId, { clientId, releaseId, replyTo }, { actor });
  await changeMailing(sql, agencyId, { id, listIds: [listId], ...content }, { actor });
  await scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount, isInforming: true }, { actor });
  return id;
}

/** Brings all mailings on as the loop does, until none is due. */
export async function prepareAll(sql: Sql): Promise<void> {
  // A test moves a time by hand, and an agency is noted as due for some seconds only.
  await announceAll(sql);
  const turns = createTurns(sql, mailingQueue);
  const deps = { sql, secrets, mailsPerSecond: 1_000 };
  while ((await turns.take((agencyId) => stepMailing(deps, agencyId))) !== null);
}

type SendOptions = { fileStore?: FileStore; mailsPerSecond?: number };

/** Sends all mails that are planned, as if their time had come. */
export async function sendAll(sql: Sql, mailer: Mailer, options: SendOptions = {}): Promise<void> {
  await sql`update mail set due_at = now() - interval '1 second' where kind = 'mailing' and due_at is not null`;
  await sendDue(sql, mailer, options);
}

/** Sends those whose time has come. */
export async function sendDue(sql: Sql, mailer: Mailer, options: SendOptions = {}): Promise<void> {
  const { fileStore = noFiles, mailsPerSecond = 100_000 } = options;
  await announceAll(sql);
  await sendMails(sql, mailer, mailingMailWriters(mailingDeps(sql, fileStore)), { mailsPerSecond });
}

/** Ends what is through: the loop looks again after some seconds. */
export async function endAll(sql: Sql): Promise<void> {
  await sql`update mailing set due_at = now() - interval '1 second' where due_at is not null`;
  await prepareAll(sql);
}

/** A mailer that keeps what it is given. */
export function keptMails(): Mailer & { mails: Mail[] } {
  const mails: Mail[] = [];
  return { mails, send: async (mail) => void mails.push(mail), close: () => undefined };
}
