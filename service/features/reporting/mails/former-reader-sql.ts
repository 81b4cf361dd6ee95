import type { PendingQuery, Row } from "postgres";
import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { mailSpellings } from "../../../floor/web/mail-address.ts";
import { reportIsWithin, scopeIsWithin } from "../reports/scope-clients-sql.ts";

type Fragment = PendingQuery<Row[]>;

/**
 * Somebody who left: the address, and the client whose contact it was; null for a person of the team. With `seesOnly` the person is still
 * in the team but limited to these clients, and a former reader of reports on any other. With `newEmail` the contact is still there and
 * has this address now: it takes the former one's place in reports on its client alone. Who changes it may not see the other clients.
 */
export type FormerReader = {
  email: string;
  clientId: number | null;
  seesOnly?: readonly number[];
  newEmail?: string;
};

function isOfTeam(sql: Queryable, agencyId: number, email: string) {
  return sql`exists (
    select
    from membership
    join person on person.id = membership.person_id
    where membership.agency_id = ${agencyId}
      and ${isAddress(sql, sql`person.email`, [email])}
  )`;
}

/** The column `recipients` of a schedule or a draft without an address, however it is written, and with the new one, once. */
export function recipientsWithout(sql: Queryable, { email, newEmail }: FormerReader) {
  const added = newEmail === undefined ? [] : [newEmail];
  const isLeftOut = isAddress(sql, sql`each`, [email, ...added]);
  return sql`array(select each from unnest(recipients) as each where not ${isLeftOut}) || ${textArray(added)}::text[]`;
}

function isAddress(sql: Queryable, column: Fragment, emails: readonly string[]): Fragment {
  return sql`lower(${column}) = any(${textArray(emails.flatMap(mailSpellings))}::text[])`;
}

/**
 * That a schedule or a draft goes to somebody who left. A contact of a client stays where the same address is that of somebody of the
 * team, of another contact of the client, or of another client's contact and the report is not about this client alone.
 */
export function goesToFormer(sql: Queryable, agencyId: number, reader: FormerReader): Fragment {
  const isNamed = sql`exists (select from unnest(recipients) as each where ${isAddress(sql, sql`each`, [reader.email])})`;
  return sql`${isNamed} ${isNoneOf(sql, agencyId, { reader, isWithin: scopeIsWithin })}`;
}

/** The same of a mail with a report; with `newEmail`, of one that this address does not get anyway. */
export function isReportToFormer(sql: Queryable, agencyId: number, reader: FormerReader): Fragment {
  const { email, newEmail } = reader;
  const isGotten = sql`exists (
    select
    from mail as other
    where other.agency_id = ${agencyId}
      and other.about_id = mail.about_id
      and other.kind = mail.kind
      and other.status in ('waiting', 'sent')
      and ${isAddress(sql, sql`other.recipient`, [newEmail ?? ""])}
  )`;
  return sql`
    ${isAddress(sql, sql`recipient`, [email])}
    ${newEmail === undefined ? sql`` : sql`and not ${isGotten}`}
    and exists (
      select
      from publication_report
      where publication_report.agency_id = ${agencyId}
        and publication_report.id = mail.about_id
        ${isNoneOf(sql, agencyId, { reader, isWithin: reportIsWithin })}
    )
  `;
}

type Kept = { reader: FormerReader; isWithin: typeof scopeIsWithin };

function isNoneOf(sql: Queryable, agencyId: number, { reader, isWithin }: Kept): Fragment {
  const { email, clientId, seesOnly, newEmail } = reader;
  if (seesOnly !== undefined) return sql`and not ${isWithin(sql, agencyId, seesOnly)}`;
  if (clientId === null) return sql``;
  return sql`
    ${newEmail === undefined ? sql`` : sql`and ${isWithin(sql, agencyId, [clientId])}`}
    and not ${isOfTeam(sql, agencyId, email)}
    and not exists (
      select
      from client_contact as known
      where known.agency_id = ${agencyId}
        and ${isAddress(sql, sql`known.email`, [email])}
        and known.removed_at is null
        and (known.client_id = ${clientId} or not ${isWithin(sql, agencyId, [clientId])})
    )
  `;
}
