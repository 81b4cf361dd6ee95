import type { Sql } from "../../../../service/floor/db/open.ts";

/** What is noted of each call, what loops do meanwhile, and links that replace each other. */
const besides = [
  ...["audit", "agency_work", "refused_call", "hit.*", "client_day.*", "release_month", "figure_state"],
  ...["alert", "alert_state", "webhook_(attempt|message|queue)", "export_chunk", ".*_mail"],
  ...["approval_link", "public_address"],
];

/** Rows of the agency in each table, without those, and without mails to sign in, which are enqueued behind the answer. */
export async function countRows(sql: Sql, agencyId: number): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'agency_id'
      and table_name !~ ${`^(${besides.join("|")})$`}`;
  const counted = tables.map(({ name }) => {
    const counts = name === "mail" ? "and kind <> 'sign_in'" : "";
    return `select '${name}' as name, count(*)::integer as rows from "${name}" where agency_id = $1 ${counts}`;
  });
  // Prepared, because to plan it takes ten times as long as to run it.
  const rows = await sql.unsafe<{ name: string; rows: number }[]>(counted.join(" union all "), [agencyId], {
    prepare: true,
  });
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
