import type { Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { forgetRecipients } from "../../floor/mail/outbox/about-mails-sql.ts";
import { forgetMailing } from "../media-contacts/objections-sql.ts";
import { retentionMonths } from "../media-contacts/settings.ts";
import { countMedia, freezeFigures } from "./figures-sql.ts";
import { mailingMail } from "./mail-kinds.ts";
import { isReleaseOf } from "./sql.ts";

/** Of one run: each changes up to 10,000 rows in one transaction. */
const mailingsMax = 10;

/**
 * Forgets whom old mailings went to, and the address for their replies: what the agency knows of who got what is kept as long as a
 * contact that nobody writes to. Their figures stay.
 */
export function mailingRetentionLoop({ sql }: { sql: Sql }): Loop {
  return {
    name: "mailing-retention",
    schedule: "37 42 * * * *",
    async run(signal) {
      const old = await listOldMailings(sql);
      for (const mailing of old) if (!signal.aborted) await forget(sql, mailing);
      return old.length === mailingsMax;
    },
  };
}

type OldMailing = { agencyId: number; id: string; releaseId: number | null };

async function listOldMailings(sql: Sql): Promise<OldMailing[]> {
  return await sql<OldMailing[]>`
    select m.agency_id as "agencyId", m.id, r.id as "releaseId"
    from mailing m
    left join release r on ${isReleaseOf(sql)}
    left join media_contact_setting s on s.agency_id = m.agency_id
    where m.status in ('sent', 'stopped')
      and m.media_addressed is null
      and m.finished_at < now() - ${retentionMonths.min} * interval '1 month'
      and m.finished_at < now() - coalesce(s.retention_months, ${retentionMonths.usual}) * interval '1 month'
    order by m.finished_at
    limit ${mailingsMax}
  `;
}

async function forget(sql: Sql, mailing: OldMailing): Promise<void> {
  const { agencyId, id } = mailing;
  await sql.begin(async (transaction) => {
    await freezeFigures(transaction, agencyId, id);
    const { addressed, reported } = await countMedia(transaction, agencyId, [mailing]);
    const objections = await forgetMailing(transaction, agencyId, id);
    await transaction`
      update mailing
      set
        media_addressed = ${addressed}, media_reported = ${reported},
        objection_count = coalesce(objection_count, 0) + ${objections}, reply_to = null, contact_ids = '{}'
      where agency_id = ${agencyId}
        and id = ${id}
    `;
    await forgetRecipients(transaction, agencyId, { kind: mailingMail.name, aboutId: id });
  });
}
