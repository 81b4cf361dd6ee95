import { textArray } from "../../floor/db/array-literals.ts";
import { asIso } from "../../floor/db/as-iso.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { Fragment } from "../../floor/queues/leased-rows.ts";

export const subjectTypes = ["report", "head", "approval", "release", "goal"] as const;
export type SubjectType = (typeof subjectTypes)[number];

/**
 * What is stamped of each kind of thing: a select of `id`, `statement` and the moment `at` which the thing itself names, made of the rows
 * as they stand, so that a check makes the same text again. Which things: those of `ids`, or of a select `asked` of their ids. All values
 * are numbers, UUIDs, hex digits and times: nothing has to be escaped, and no person is named.
 */
export function statementsOf(
  sql: Queryable,
  agencyId: number,
  subjects: { type: SubjectType } & ({ ids: readonly string[] } | { asked: Fragment }),
): Fragment {
  const { type } = subjects;
  const asked =
    "ids" in subjects
      ? sql`unnest(${textArray(subjects.ids)}::text[]) as asked (id)`
      : sql`(${subjects.asked}) as asked (id)`;
  switch (type) {
    case "report":
      return reports(sql, agencyId, asked);
    case "head":
      return heads(sql, agencyId, asked);
    case "approval":
      return approvals(sql, agencyId, asked);
    case "release":
      return releases(sql, agencyId, asked);
    case "goal":
      return goals(sql, agencyId, asked);
  }
}

/** The link of a report or an anchor in its agency's chain; its SHA-256 is the chain hash. */
function linkOf(sql: Queryable, row: string): Fragment {
  return sql`
    concat(
      '{"agencyId":', ${sql(row)}.agency_id, ',"contentHash":"', ${sql(row)}.content_hash, '","number":', ${sql(row)}.number,
      ',"previousChainHash":', coalesce('"' || (to_jsonb(${sql(row)}) ->> 'previous_chain_hash') || '"', 'null'), '}'
    )
  `;
}

function reports(sql: Queryable, agencyId: number, asked: Fragment): Fragment {
  return sql`
    select asked.id, ${linkOf(sql, "r")} as statement, r.created_at as at
    from ${asked}
    join publication_report r on r.agency_id = ${agencyId} and r.id = asked.id::uuid
    where r.chain_hash is not null
  `;
}

/** Whatever the position of the head was: `2026-11-24#17`, or a moment in front where an operator asked for it. */
function heads(sql: Queryable, agencyId: number, asked: Fragment): Fragment {
  return sql`
    select asked.id, ${linkOf(sql, "r")} as statement, null::timestamptz as at
    from ${asked}
    join publication_report r on r.agency_id = ${agencyId} and r.number = split_part(asked.id, '#', 2)::bigint
    where r.chain_hash is not null
    union all
    select asked.id, ${linkOf(sql, "a")}, null
    from ${asked}
    join report_anchor a on a.agency_id = ${agencyId} and a.number = split_part(asked.id, '#', 2)::bigint
    where a.chain_hash is not null
  `;
}

/** Version, contact, decision and time; of a round those of all who said yes. */
function approvals(sql: Queryable, agencyId: number, asked: Fragment): Fragment {
  return sql`
    select
      asked.id,
      concat(
        '{"agencyId":', a.agency_id, ',"approvalId":"', a.id,
        '","approvers":[', (
          select string_agg(concat('"', p.contact_id, ' ', ${asIso(sql, "p.decided_at")}, '"'), ',' order by p.turn, p.contact_id)
          from approval_approver p
          where p.agency_id = ${agencyId} and p.approval_id = a.id and p.status = 'approved'
        ),
        '],"contactId":"', a.contact_id, '","contentHash":"', encode(a.content_hash, 'hex'),
        '","decidedAt":"', ${asIso(sql, "a.decided_at")},
        '","decision":"', case when a.status = 'changes_requested' then 'changes_requested' else 'approved' end,
        '","draftId":"', a.draft_id, '","version":', a.draft_version, '}'
      ) as statement,
      a.decided_at as at
    from ${asked}
    join approval a on a.agency_id = ${agencyId} and a.id = asked.id::uuid
    where a.decided_at is not null
  `;
}

/**
 * Title, subtitle and Markdown, a line break between them, of the version that readers saw: of the current one as the release has it,
 * of earlier ones as the draft keeps it. Version 0 is a release that an operator published without a draft.
 */
function releases(sql: Queryable, agencyId: number, asked: Fragment): Fragment {
  const text = (row: string) =>
    sql`concat(${sql(row)}.title, E'\n', coalesce(${sql(row)}.subtitle, ''), E'\n', ${sql(row)}.body_markdown)`;
  return sql`
    select
      asked.id,
      concat(
        '{"agencyId":', r.agency_id, ',"releaseId":', r.id, ',"textHash":"',
        encode(sha256(convert_to(case when v.version is null then ${text("r")} else ${text("v")} end, 'UTF8')), 'hex'),
        '","version":', split_part(asked.id, ':', 2)::integer, '}'
      ) as statement,
      case when v.version is null then coalesce(r.corrected_at, r.published_at) end as at
    from ${asked}
    join release r on r.agency_id = ${agencyId} and r.id = split_part(asked.id, ':', 1)::integer
    left join draft d on d.agency_id = ${agencyId} and d.id = r.draft_id
    left join draft_version v
      on v.agency_id = ${agencyId}
      and v.draft_id = d.id
      and v.version = greatest(split_part(asked.id, ':', 2)::integer, 1)
      and v.version is distinct from d.published_version
  `;
}

/** Its hash is of all that was fixed, the time among it. */
function goals(sql: Queryable, agencyId: number, asked: Fragment): Fragment {
  return sql`
    select
      asked.id,
      concat('{"agencyId":', g.agency_id, ',"contentHash":"', g.content_hash, '","goalId":"', g.id, '"}') as statement,
      g.fixed_at as at
    from ${asked}
    join goal g on g.agency_id = ${agencyId} and g.id = asked.id::uuid
    where g.fixed_at is not null
  `;
}
