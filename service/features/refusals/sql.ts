import { deleteOld } from "../../floor/db/delete-old.ts";
import type { Queryable } from "../../floor/db/open.ts";

export type NewRefusal = {
  agency_id: number;
  id: string;
  /** How long ago it was, so that the database's clock says when. */
  age_ms: number;
  key_id: string;
  method: string;
  route: string;
  status: number;
  code: string;
  hint: string;
  request_id: string;
};

/** As many as a developer could look through; the list is for the fault of today, not for figures. */
const refusalsMax = 1_000;
export const refusalDaysMax = 7;

/** Stores refusals of many agencies and keeps the latest of each. Those of an agency that is gone are left out. */
export async function insertRefusals(sql: Queryable, refusals: readonly NewRefusal[]): Promise<void> {
  const rows = sql.json(refusals);
  await sql`
    insert into refused_call (agency_id, id, refused_at, key_id, method, route, status, code, hint, request_id)
    select
      agency.id, given.id, now() - given.age_ms * interval '1 millisecond', given.key_id, given.method, given.route,
      given.status, given.code, given.hint, given.request_id
    from jsonb_to_recordset(${rows}) as given (
      agency_id integer, id uuid, age_ms integer, key_id uuid, method text, route text, status smallint, code text,
      hint text, request_id uuid
    )
    join agency on agency.id = given.agency_id
  `;
  const agencyIds = [...new Set(refusals.map((refusal) => refusal.agency_id))];
  await sql`
    delete from refused_call
    using (
      select agency_id, id, row_number() over (partition by agency_id order by id desc) as position
      from refused_call
      where agency_id = any (${sql.array(agencyIds)}::integer[])
    ) as numbered
    where refused_call.agency_id = numbered.agency_id
      and refused_call.id = numbered.id
      and numbered.position > ${refusalsMax}
  `;
}

/** Removes what is older than seven days; true when there may be more. */
export async function deleteOldRefusals(sql: Queryable): Promise<boolean> {
  const where = sql`refused_at < now() - ${refusalDaysMax} * interval '1 day'`;
  return await deleteOld(sql, { table: "refused_call", where });
}
