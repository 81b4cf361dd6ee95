/** Triggers, as a test sets them aside or adds one: the same on one server and on all of a cluster. */
import type { Queryable, Sql } from "../../service/floor/db/open.ts";

/** Until the end of the transaction no trigger is called, as for somebody who may do everything in the database. */
export async function setTriggersAside(transaction: Queryable): Promise<void> {
  await transaction`set local citus.propagate_set_commands = 'local'`;
  await transaction`set local session_replication_role = replica`;
}

/** Adds a trigger that a test needs, or drops it; a statement each. */
export async function changeTriggers(sql: Sql, statements: readonly string[]): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local citus.enable_unsafe_triggers = on`;
    await transaction`set local citus.multi_shard_modify_mode = 'sequential'`;
    for (const statement of statements) await transaction.unsafe(statement);
  });
}
