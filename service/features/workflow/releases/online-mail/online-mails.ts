import type { Sql } from "../../../../floor/db/open.ts";
import type { Mail } from "../../../../floor/mail/mailer.ts";
import type { ClaimedMail, MailKind, MailWriter } from "../../../../floor/mail/outbox/mail-kind.ts";
import { type MailBrand, oneLine, renderMail } from "../../../../floor/mail/render-mail.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { formatMoment } from "../../../../floor/web/format.ts";
import { findBrand } from "../../../agencies/settings/brand-sql.ts";
import { releaseUrl } from "../../../newsroom/paths.ts";
import { findOnlineMailFacts, type OnlineMailFacts } from "./sql.ts";

/** About a contact; `once` is the release. To be told of something three days later is of no use. */
export const onlineMail: MailKind = {
  name: "release_online",
  lane: "personal",
  attemptsMax: 13,
  secondsMax: 3 * 24 * 3600,
};

/** How the mail comes into being that tells a client's contact of a release that is online. Who withdrew the consent gets none. */
export function onlineMailWriter({ sql, publicUrl }: { sql: Sql; publicUrl: string }): MailWriter {
  return {
    kind: onlineMail,
    async prepare(mail: ClaimedMail) {
      const facts = await findOnlineMailFacts(sql, mail);
      if (facts === null) return null;
      return renderOnlineMail(facts, { publicUrl, brand: await findBrand(sql, mail.agencyId) });
    },
  };
}

function renderOnlineMail(
  facts: OnlineMailFacts,
  { publicUrl, brand }: { publicUrl: string; brand: MailBrand | null },
): Mail {
  const { agencyName, clientName, contactName, publishedAt, timeZone, replyTo } = facts;
  const title = oneLine(facts.title);
  return renderMail({
    brand,
    to: { name: contactName, address: facts.email },
    senderName: agencyName,
    replyTo:
      replyTo === null ? undefined : { name: oneLine(replyTo.name ?? agencyName), address: replyTo.email },
    subject: `Online: ${title}`,
    parts: [
      { kind: "paragraph", text: `Guten Tag, ${oneLine(contactName)},` },
      {
        kind: "paragraph",
        text: `die Pressemitteilung ${quoted(title)} von ${clientName} ist seit dem ${formatMoment(publishedAt, timeZone)}, online.`,
      },
      {
        kind: "button",
        label: "Meldung ansehen",
        lead: "Im Newsroom lesen und weitergeben:",
        url: releaseUrl(publicUrl, facts, facts.slug),
      },
      {
        kind: "note",
        text: `Sie bekommen diese Nachricht im Auftrag von ${agencyName}, weil Sie dem zugestimmt haben. Möchten Sie keine mehr, antworten Sie bitte mit einem kurzen Satz.`,
      },
    ],
  });
}
