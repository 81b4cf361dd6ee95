import { PGlite } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Holds every B-tree of the database in `directory` against its table by PostgreSQL's `amcheck`, and says what does not fit. */
export async function checkIndexes(directory: string): Promise<{ checked: number; faults: string[] }> {
  const database = await PGlite.create({ fs: new NodeFS(directory), extensions: { amcheck } });
  try {
    await database.exec("create extension if not exists amcheck");
    const { rows } = await database.query<{ name: string }>(`
      select c.oid::regclass::text as name
      from pg_class as c
        join pg_am as a on a.oid = c.relam
      where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p'
    `);
    const faults: string[] = [];
    for (const { name } of rows) {
      await database
        .query("select bt_index_check($1::regclass, true)", [name])
        .catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    }
    return { checked: rows.length, faults };
  } finally {
    await database.close();
  }
}
