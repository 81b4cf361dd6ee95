import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../db/open.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import { createWarner, type Log } from "../../log.ts";
import { finishLeased, postponeLeased } from "../../mail/leased-mail-sql.ts";
import { type Mail, MailError, type Mailer } from "../../mail/mailer.ts";
import type { SecretCipher } from "../../secrets/secret-cipher.ts";
import { createLanes } from "../../work/create-lanes.ts";
import { createTurns } from "../../work/take-turns.ts";
import { decryptAddress } from "./address-cipher.ts";
import { signLink } from "./link-token.ts";
import {
  type ClaimedMail,
  claimMail,
  digestReleasesMax,
  findMailFacts,
  leaseOf,
  listMailedReleases,
  subscriberMailQueue,
} from "./mail-sql.ts";
import { linkPath } from "./paths.ts";
import { type MailLinks, renderConfirmation, renderDigest, renderReleaseMail } from "./render-mails.ts";
import { endSubscriptions } from "./sql.ts";

/** Longer than a mailer ever takes, so that no two processes send the same mail. */
const leaseSeconds = 120;
/** Mails under way: a server that takes half a second for each still gets 16 a second. */
const lanesMax = 8;
/** With the pauses between them a mail waits for 7 hours. */
const attemptsMax = 13;
/** How often a mail asks whether it may go now. */
const paceMs = 25;

export type SubscriberMailDeps = {
  sql: Sql;
  log: Log;
  mailer: Mailer;
  publicUrl: string;
  secrets: SecretCipher;
  limiter: Limiter;
  /** Of the whole service, all its processes together: mail servers refuse who sends faster. */
  mailsPerSecond: number;
};

/** Sends the mails that are due, agency by agency, and not faster than the service may. */
export function createMailSender(deps: SubscriberMailDeps) {
  const { sql } = deps;
  // While a server is away each mail fails: one line of the log tells it.
  const warn = createWarner(deps.log);
  return createLanes({
    turns: createTurns(sql, subscriberMailQueue),
    lanesMax,
    claim: (agencyId) => claimMail(sql, agencyId, { leaseToken: uuidv7(), leaseSeconds }),
    work: (mail) => sendMail(deps, mail, warn),
  });
}

async function sendMail(
  deps: SubscriberMailDeps,
  claimed: ClaimedMail,
  warn: ReturnType<typeof createWarner>,
): Promise<void> {
  await waitForTurn(deps);
  const mail = await prepare(deps, claimed);
  if (mail === null)
    return await finishLeased(deps.sql, leaseOf(deps.sql, claimed), { status: "cancelled", error: null });
  try {
    await deps.mailer.send(mail);
    await finishLeased(deps.sql, leaseOf(deps.sql, claimed), { status: "sent", error: null });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    warn("subscriber_mail_failed", { code: error.code, attempts: claimed.attempts, isFinal: error.isFinal });
    await noteFailure(deps, claimed, error);
  }
}

async function waitForTurn({ limiter, mailsPerSecond }: SubscriberMailDeps): Promise<void> {
  while (!(await limiter.check("subscriber_mails:all", mailsPerSecond, 1_000)).isAdmitted)
    await sleep(paceMs);
}

/** The mail as it is now; null where nobody wants it any more, or its releases are gone. */
async function prepare(deps: SubscriberMailDeps, claimed: ClaimedMail): Promise<Mail | null> {
  const { sql, secrets } = deps;
  const facts = await findMailFacts(sql, claimed);
  if (facts === null || facts.addressEncrypted === null) return null;
  const subscription = { agencyId: claimed.agencyId, id: claimed.subscriptionId };
  const address = decryptAddress(secrets, subscription, facts.addressEncrypted);
  const recipient = { facts, address, links: linksOf(deps, subscription) };
  if (claimed.releaseIds.length === 0) return renderConfirmation(recipient);
  const releases = facts.status === "active" ? await listMailedReleases(sql, claimed) : [];
  const [first] = releases;
  if (first === undefined) return null;
  if (facts.frequency === "at_once") return renderReleaseMail(recipient, first);
  return renderDigest(recipient, releases, Math.max(0, claimed.releaseIds.length - digestReleasesMax));
}

function linksOf(
  { publicUrl, secrets }: SubscriberMailDeps,
  subscription: { agencyId: number; id: string },
): MailLinks {
  const link = (purpose: "confirm" | "leave" | "data") =>
    publicUrl + linkPath(purpose, signLink(secrets, purpose, subscription));
  return { confirm: link("confirm"), leave: link("leave"), data: link("data"), publicUrl };
}

/** A mailbox that is not there ends its subscription: sending on would make the service's address look like a spammer's. */
async function noteFailure(
  { sql }: SubscriberMailDeps,
  claimed: ClaimedMail,
  error: MailError,
): Promise<void> {
  if (error.isBounce) {
    await finishLeased(sql, leaseOf(sql, claimed), { status: "failed", error: error.code });
    await endSubscriptions(sql, claimed.agencyId, {
      which: { id: claimed.subscriptionId },
      reason: "bounced",
    });
    return;
  }
  if (error.isFinal || claimed.attempts >= attemptsMax)
    return await finishLeased(sql, leaseOf(sql, claimed), { status: "failed", error: error.code });
  await postponeLeased(sql, leaseOf(sql, claimed), { attempts: claimed.attempts, error: error.code });
}
