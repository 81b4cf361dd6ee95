import type { Queryable } from "./open.ts";
import type { ForeignKey } from "./order-tables.ts";

/** The foreign keys of the schema, as the catalogue knows them. */
export async function listForeignKeys(sql: Queryable): Promise<ForeignKey[]> {
  return await sql<ForeignKey[]>`
    select conname as name, child.relname as table, parent.relname as parent
    from pg_constraint
    join pg_class as child on child.oid = conrelid
    join pg_class as parent on parent.oid = confrelid
    where contype = 'f'
      and conparentid = 0
      and connamespace = current_schema()::regnamespace
    order by conname
  `;
}
