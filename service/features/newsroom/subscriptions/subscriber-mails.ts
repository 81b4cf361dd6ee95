import type { Sql } from "../../../floor/db/open.ts";
import type { Bounce } from "../../../floor/mail/bounce.ts";
import type { Mail } from "../../../floor/mail/mailer.ts";
import type { ClaimedMail, MailKind, MailWriter } from "../../../floor/mail/outbox/mail-kind.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { decryptAddress } from "./address-cipher.ts";
import { digestReleasesMax, findMailFacts, findNextOfAddress, listMailedReleases } from "./facts-sql.ts";
import { linkPath, signLink } from "./link-token.ts";
import { subscriberMails } from "./mail-kinds.ts";
import {
  type MailLinks,
  type Recipient,
  renderConfirmation,
  renderDigest,
  renderReleaseMail,
} from "./render-mails.ts";
import { endSubscriptions } from "./sql.ts";

export type SubscriberMailDeps = { sql: Sql; publicUrl: string; secrets: SecretCipher };

/** How the mails to subscribers come into being. */
export function subscriberMailWriters(deps: SubscriberMailDeps): MailWriter[] {
  const { confirmation, release, digest } = subscriberMails;
  const writer = (
    kind: MailKind,
    write: (to: Recipient, mail: ClaimedMail, releaseIds: readonly number[]) => Promise<Mail | null>,
  ) => ({
    kind,
    async prepare(mail: ClaimedMail) {
      const releaseIds = Array.isArray(mail.details) ? mail.details.map(Number) : [];
      const recipient = await findRecipient(deps, mail);
      if (recipient !== null) return await write(recipient, mail, releaseIds);
      const next = await findNextOfAddress(deps.sql, mail, releaseIds);
      const other = next === null ? null : await findRecipient(deps, { ...mail, aboutId: next.id });
      return next === null || other === null ? null : await write(other, mail, next.releaseIds);
    },
    // A mailbox that is not there ends its subscription: sending on would make the service's address look like a spammer's.
    async onBounce({ agencyId, aboutId }: ClaimedMail, bounce: Bounce) {
      if (bounce === "soft") return;
      await endSubscriptions(deps.sql, agencyId, { which: { id: aboutId }, reason: "bounced" });
    },
  });
  const ofReleases = (kind: MailKind) =>
    writer(kind, async (recipient, { agencyId }, ids) => {
      const isActive = recipient.facts.status === "active";
      const releases = isActive ? await listMailedReleases(deps.sql, agencyId, ids) : [];
      const [first] = releases;
      if (first === undefined) return null;
      if (kind === release) return renderReleaseMail(recipient, first);
      return renderDigest(recipient, releases, Math.max(0, ids.length - digestReleasesMax));
    });
  return [
    writer(confirmation, (recipient) => Promise.resolve(renderConfirmation(recipient))),
    ofReleases(release),
    ofReleases(digest),
  ];
}

async function findRecipient(deps: SubscriberMailDeps, mail: ClaimedMail): Promise<Recipient | null> {
  const facts = await findMailFacts(deps.sql, mail);
  if (facts === null || facts.addressEncrypted === null) return null;
  const subscription = { agencyId: mail.agencyId, id: mail.aboutId };
  const address = decryptAddress(deps.secrets, subscription, facts.addressEncrypted);
  return { facts, address, links: linksOf(deps, subscription) };
}

function linksOf(
  { publicUrl, secrets }: SubscriberMailDeps,
  subscription: { agencyId: number; id: string },
): MailLinks {
  const link = (purpose: "confirm" | "leave" | "data") =>
    publicUrl + linkPath(purpose, signLink(secrets, purpose, subscription));
  return { confirm: link("confirm"), leave: link("leave"), data: link("data"), publicUrl };
}
