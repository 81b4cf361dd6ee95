import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { domainPace } from "../../floor/mail/outbox/loops.ts";
import { enqueueMails } from "../../floor/mail/outbox/sql.ts";
import { turnsLoop } from "../../floor/queues/loops.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { lockAssets } from "../media/sql.ts";
import {
  type ChosenRecipients,
  openedMax,
  openRecipients,
  type Recipient,
  resolveRecipients,
} from "../media-contacts/recipients.ts";
import { findMailingFacts } from "./facts-sql.ts";
import { freezeFigures } from "./figures-sql.ts";
import { haltMailing, noteMailing } from "./held-mailing.ts";
import { mailingMail } from "./mail-kinds.ts";
import { findStopReason, hasWaitingMails } from "./mails-sql.ts";
import { settleRelease } from "./release-ahead.ts";
import { delaysOf, hasGrown } from "./rules.ts";
import type { Mailing, StopReason } from "./schema.ts";
import { needsSenderWord } from "./send-mailing.ts";
import { domainOf } from "./senders/look-up.ts";
import { addToSent, findSender } from "./senders/sql.ts";
import { findReleaseOf, lockDueMailing, mailingQueue, setStatus } from "./sql.ts";

export type PrepareDeps = { sql: Sql; secrets: SecretCipher; mailsPerSecond: number };

export const mailingLoopName = "mailings";
/** How often a mailing under way is asked whether it is through. */
const lookEverySeconds = 5;
/** After an outage, or in an agency that was restored, nobody expects yesterday's mailing any more. */
const overdueHoursMax = 24;
const service = { type: "service", id: null } as const;

/** The loop that writes the mails of mailings whose time has come, and ends those that are through. */
export function mailingLoop(deps: PrepareDeps): Loop {
  return turnsLoop({
    sql: deps.sql,
    queue: mailingQueue,
    name: mailingLoopName,
    schedule: "*/5 * * * * *",
    step: (agencyId) => stepMailing(deps, agencyId),
  });
}

/** Brings the agency's next mailing one step on; null where none is due. */
export async function stepMailing(deps: PrepareDeps, agencyId: number): Promise<string | null> {
  return await deps.sql.begin(async (transaction) => {
    const mailing = await lockDueMailing(transaction, agencyId);
    if (mailing === null) return null;
    const { id, status } = mailing;
    const release = await settleRelease(transaction, agencyId, { mailing, secrets: deps.secrets });
    if (release === "later") return id;
    if (release === "gone") await stopItself(transaction, agencyId, { id, stopReason: "release_gone" });
    else if (status === "sending") await lookAfter(transaction, agencyId, id);
    else if (isOverdue(mailing)) await stopItself(transaction, agencyId, { id, stopReason: "overdue" });
    else if (status === "scheduled") await setStatus(transaction, agencyId, { id, status: "preparing" });
    else await prepareMailing(deps, transaction, agencyId, mailing);
    return id;
  });
}

function isOverdue({ dueAt, now }: { dueAt: Date | null; now: Date }): boolean {
  return dueAt !== null && now.getTime() - dueAt.getTime() > overdueHoursMax * 3_600_000;
}

/** Ends a mailing whose mails are through. */
async function lookAfter(transaction: Queryable, agencyId: number, id: string): Promise<void> {
  if (await hasWaitingMails(transaction, agencyId, id))
    return await setStatus(transaction, agencyId, { id, status: "sending", dueInSeconds: lookEverySeconds });
  const stopReason = await findStopReason(transaction, agencyId, id);
  if (stopReason !== null) return await stopItself(transaction, agencyId, { id, stopReason });
  await setStatus(transaction, agencyId, { id, status: "sent" });
  await freezeFigures(transaction, agencyId, id);
  await noteMailing(transaction, agencyId, { id, action: "mailing.sent", actor: service });
}

/** Stops a mailing that can't go out as it was ordered. *Heute* and its page say why. */
async function stopItself(
  transaction: Queryable,
  agencyId: number,
  { id, stopReason }: { id: string; stopReason: StopReason },
): Promise<void> {
  // What waits is cancelled before the figures are frozen, and so counted.
  await haltMailing(transaction, agencyId, { id, status: "stopped", stopReason, actor: service });
  await freezeFigures(transaction, agencyId, id);
}

/** Whom it goes to now, or why it must not: a contact may have moved to another country since, and a list may have grown. */
async function recipientsNow(
  transaction: Queryable,
  agencyId: number,
  mailing: Mailing,
): Promise<ChosenRecipients | StopReason> {
  const { id, clientId, releaseId, assetIds, confirmedAt, typedCount } = mailing;
  if ((await findMailingFacts(transaction, agencyId, id)) === null) return "client_archived";
  if (releaseId !== null && (await findReleaseOf(transaction, agencyId, { clientId, releaseId })) === null)
    return "release_gone";
  // Locked: whoever deletes one in this moment waits, and sees that the mailing is being sent.
  const files = (await lockAssets(transaction, agencyId, assetIds)).filter(
    (file) => file.clientId === clientId,
  );
  if (files.length < new Set(assetIds).size) return "file_gone";
  const chosen = await resolveRecipients(transaction, agencyId, mailing).catch(reasonOf);
  if (typeof chosen === "string") return chosen;
  if (needsSenderWord(chosen.contacts) && confirmedAt === null) return "confirmation_missing";
  return hasGrown(chosen.contacts.length, typedCount) ? "grown" : chosen;
}

/** Writes all mails at once, in one transaction: a process that dies leaves none, and lists are frozen at one moment. */
async function prepareMailing(
  { secrets, mailsPerSecond }: PrepareDeps,
  transaction: Queryable,
  agencyId: number,
  mailing: Mailing & { now: Date },
): Promise<void> {
  const { id, clientId } = mailing;
  const chosen = await recipientsNow(transaction, agencyId, mailing);
  if (typeof chosen === "string") return await stopItself(transaction, agencyId, { id, stopReason: chosen });
  const { contacts, leftOut } = chosen;
  const domains = await domainsOf(transaction, agencyId, { clientId, contacts, secrets });
  const sender = await findSender(transaction, agencyId, clientId);
  const sentBefore = sender?.isSigning ? sender.sentCount : null;
  const delays = delaysOf(domains, { domainPerSecond: domainPace(mailsPerSecond), sentBefore });
  await enqueueMails(transaction, agencyId, {
    kind: mailingMail,
    mails: contacts.map((contact, index) => ({
      aboutId: id,
      once: contact.id,
      details: { contactId: contact.id, addressKey: contact.addressKey },
      dueAt: new Date(mailing.now.getTime() + 1000 * (delays[index] ?? 0)),
    })),
  });
  if (sentBefore !== null) await addToSent(transaction, agencyId, { clientId, count: contacts.length });
  await setStatus(transaction, agencyId, { id, status: "sending", dueInSeconds: lookEverySeconds, leftOut });
  const details = { recipients: contacts.length };
  await noteMailing(transaction, agencyId, { id, action: "mailing.prepared", actor: service, details });
}

/** The domain of each contact's address, in the order of `contacts`. Whoever objected in this moment has none. */
async function domainsOf(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; contacts: readonly Recipient[]; secrets: SecretCipher },
): Promise<string[]> {
  const { clientId, contacts, secrets } = input;
  const domains = new Map<string, string>();
  for (let first = 0; first < contacts.length; first += openedMax) {
    const contactIds = contacts.slice(first, first + openedMax).map(({ id }) => id);
    const opened = await openRecipients(sql, agencyId, { clientId, contactIds }, secrets);
    for (const { id, email } of opened) domains.set(id, domainOf(email));
  }
  return contacts.map(({ id }) => domains.get(id) ?? "");
}

/** A list that is gone since, or has grown past the bound, is the sender's to mend. */
function reasonOf(error: unknown): StopReason {
  if (!(error instanceof ServiceError)) throw error;
  return error.code === "not_found" ? "list_gone" : "too_many";
}
