import type { Sql } from "../../../../service/floor/db/open.ts";

/**
 * Rows of the agency in each table, without what is noted of each call, what loops do meanwhile, links that replace each other, and
 * mails to sign in, which are enqueued behind the answer.
 */
export async function countRows(sql: Sql, agencyId: number): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'agency_id'
      and table_name !~ '^(audit|agency_work|hit.*|refused_call|webhook_(attempt|message|queue)|export_chunk|.*_mail|approval_link|public_address)$'`;
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
