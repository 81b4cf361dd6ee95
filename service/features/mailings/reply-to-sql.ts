import type { Queryable } from "../../floor/db/open.ts";

/**
 * Whom the recipients of the mailing `m` reach by answering: who began it, or the first owner who sees its client where that person left.
 * Empty once the mailing is so old that nobody is named any more.
 */
export function replyToColumn(sql: Queryable) {
  return sql`
    case
      when m.reply_to is null then ''
      else coalesce(
        (
          select p.email
          from membership s
          join person p on p.id = s.person_id
          where s.agency_id = m.agency_id
            and (s.role = 'owner' or p.email = m.reply_to)
            and (s.client_ids is null or m.client_id = any(s.client_ids))
          order by p.email = m.reply_to desc, s.created_at
          limit 1
        ),
        m.reply_to
      )
    end
  `;
}
