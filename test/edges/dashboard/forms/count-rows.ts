import type { Sql } from "../../../../service/floor/db/open.ts";

/** What is noted of each call, what loops do meanwhile, and links that replace each other. */
const besides = [
  ...["audit", "agency_work", "refused_call", "hit.*", "client_day.*", "release_month", "figure_state"],
  ...["alert", "alert_state", "webhook_(attempt|message|queue)", "export_chunk", ".*_mail"],
  ...["approval_link", "public_address"],
];

/** Rows of the agency in each table, without those, and without mails to sign in, which are enqueued behind the answer. */
export async function countRows(sql: Sql, agencyId: number): Promise<Record<string, number>> {
  return await readTables<number>(sql, agencyId, "count(*)::integer");
}

/** Without what each delivery notes of its webhook. */
const lasting = "(to_jsonb(kept) - '{last_delivery_at,consecutive_failures,failing_since}'::text[])::text";

/** What these rows hold, as a digest for each table: one that was changed, and not only added or removed, is another one. */
export async function digestRows(sql: Sql, agencyId: number): Promise<Record<string, string>> {
  return await readTables<string>(
    sql,
    agencyId,
    `count(*) || ' ' || coalesce(md5(string_agg(${lasting}, '' order by ${lasting})), '')`,
  );
}

async function readTables<Read>(sql: Sql, agencyId: number, read: string): Promise<Record<string, Read>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'agency_id'
      and table_name !~ ${`^(${besides.join("|")})$`}`;
  const asked = tables.map(({ name }) => {
    const wanted = name === "mail" ? "and kind <> 'sign_in'" : "";
    return `select '${name}' as name, ${read} as read from "${name}" as kept where agency_id = $1 ${wanted}`;
  });
  // Prepared, because to plan it takes ten times as long as to run it.
  const rows = await sql.unsafe<{ name: string; read: Read }[]>(asked.join(" union all "), [agencyId], {
    prepare: true,
  });
  return Object.fromEntries(rows.map((row) => [row.name, row.read]));
}
