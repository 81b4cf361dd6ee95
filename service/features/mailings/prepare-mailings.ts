import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { domainPace } from "../../floor/mail/outbox/loops.ts";
import { enqueueMails } from "../../floor/mail/outbox/sql.ts";
import { turnsLoop } from "../../floor/queues/loops.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { openedMax, openRecipients, type Recipient } from "../media-contacts/recipients.ts";
import { mailingMail } from "./mail-kinds.ts";
import { hasWaitingMails } from "./mails-sql.ts";
import { settleRelease } from "./release-ahead.ts";
import { delaysOf } from "./rules.ts";
import type { Mailing } from "./schema.ts";
import { chosenRecipients } from "./send-mailing.ts";
import { domainOf } from "./senders/look-up.ts";
import { addToSent, findSender } from "./senders/sql.ts";
import { findReleaseOf, lockDueMailing, mailingQueue, setStatus } from "./sql.ts";

export type PrepareDeps = { sql: Sql; secrets: SecretCipher; mailsPerSecond: number };

export const mailingLoopName = "mailings";
/** How often a mailing under way is asked whether it is through. */
const lookEverySeconds = 5;

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
    if (!(await settleRelease(transaction, agencyId, { mailing, secrets: deps.secrets }))) return mailing.id;
    const { id, status } = mailing;
    if (status === "scheduled") await setStatus(transaction, agencyId, { id, status: "preparing" });
    else if (status === "preparing") await prepareMailing(deps, transaction, agencyId, mailing);
    else if (await hasWaitingMails(transaction, agencyId, id))
      await setStatus(transaction, agencyId, { id, status: "sending", dueInSeconds: lookEverySeconds });
    else await setStatus(transaction, agencyId, { id, status: "sent" });
    return id;
  });
}

/**
 * Writes all mails at once, in one transaction: a process that dies leaves none, and lists are frozen at one moment. Without its release
 * a mailing stops.
 */
async function prepareMailing(
  { secrets, mailsPerSecond }: PrepareDeps,
  transaction: Queryable,
  agencyId: number,
  mailing: Mailing & { now: Date },
): Promise<void> {
  const { id, clientId, releaseId } = mailing;
  if (releaseId !== null && (await findReleaseOf(transaction, agencyId, { clientId, releaseId })) === null)
    return await setStatus(transaction, agencyId, { id, status: "stopped" });
  const chosen = await chosenRecipients(transaction, agencyId, mailing).catch(nullWhereRefused);
  if (chosen === null) return await setStatus(transaction, agencyId, { id, status: "stopped" });
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
  const { blocked: _byCountry, ...counts } = leftOut;
  await setStatus(transaction, agencyId, {
    id,
    status: "sending",
    dueInSeconds: lookEverySeconds,
    leftOut: counts,
  });
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
function nullWhereRefused(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}
