import type { Queryable } from "../../../floor/db/open.ts";

/**
 * Lets the rest of a transaction delete an agency's reports, which a trigger keeps from every change. On a cluster the trigger runs
 * where the rows are, and those servers hear of `set local` alone; elsewhere the first setting means nothing.
 */
export async function allowDeletion(transaction: Queryable, agencyId: number): Promise<void> {
  await transaction`select set_config('citus.propagate_set_commands', 'local', true)`;
  // A value of `set` can be no parameter. A whole number needs no quoting.
  await transaction.unsafe(`set local pr_service.deletes_reports_of = ${Math.trunc(agencyId)}`);
}
