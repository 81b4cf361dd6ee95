import { randomBytes } from "node:crypto";
import type { Queryable } from "../../floor/db/open.ts";

export const plans = ["starter", "agency"] as const;
export type Plan = (typeof plans)[number];

const pepperBytes = 32;

/** Creates an agency and returns its id. `hourlyLimit` null means the plan's own. */
export async function insertAgency(
  sql: Queryable,
  input: { name: string; plan: Plan; hourlyLimit: number | null },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into agency (name, plan, hourly_limit, reference_pepper)
    values (${input.name}, ${input.plan}, ${input.hourlyLimit}, ${randomBytes(pepperBytes)})
    returning id
  `;
  if (row === undefined) throw new Error("The insert of an agency returned no row.");
  return row.id;
}

/**
 * Keeps an agency's time zone as it is until the transaction ends, for who stores midnights of days. First of all in it: `changeAgency`
 * locks the agency before it moves the midnights that are there, and one stored meanwhile stayed in the former zone.
 */
export async function holdTimeZone(transaction: Queryable, agencyId: number): Promise<void> {
  await transaction`select from agency where id = ${agencyId} for share`;
}

/**
 * Makes what is scarce in an agency, such as credits, places and its last owners, change in turns until the transaction ends. False for
 * an unknown agency. The weaker lock lets the foreign-key checks of its other inserts through.
 */
export async function lockAgency(transaction: Queryable, agencyId: number): Promise<boolean> {
  const rows = await transaction`select from agency where id = ${agencyId} for no key update`;
  return rows.length > 0;
}
