import { randomBytes } from "node:crypto";
import type { Queryable } from "../../floor/db/open.ts";

export const plans = ["starter", "agency"] as const;
export type Plan = (typeof plans)[number];

/** `hourlyLimit` null means the plan's own. */
export type AgencyPlan = { plan: Plan; hourlyLimit: number | null };

const pepperBytes = 32;

/** Creates an agency and returns its id. */
export async function insertAgency(sql: Queryable, input: AgencyPlan & { name: string }): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into agency (name, plan, hourly_limit, reference_pepper)
    values (${input.name}, ${input.plan}, ${input.hourlyLimit}, ${randomBytes(pepperBytes)})
    returning id
  `;
  if (row === undefined) throw new Error("The insert of an agency returned no row.");
  return row.id;
}

/** An agency's plan, held until the transaction ends; null for an unknown agency. */
export async function lockPlan(transaction: Queryable, agencyId: number): Promise<AgencyPlan | null> {
  const [row] = await transaction<AgencyPlan[]>`
    select plan, hourly_limit as "hourlyLimit"
    from agency
    where id = ${agencyId}
    for no key update
  `;
  return row ?? null;
}

export async function updatePlan(
  sql: Queryable,
  agencyId: number,
  { plan, hourlyLimit }: AgencyPlan,
): Promise<void> {
  await sql`update agency set plan = ${plan}, hourly_limit = ${hourlyLimit} where id = ${agencyId}`;
}

/**
 * Keeps an agency's time zone as it is until the transaction ends, for whoever stores midnights of days, who has to call it first of all.
 * `changeAgency` locks the agency and then moves the midnights that are there: one that was stored meanwhile stayed in the former zone.
 */
export async function holdTimeZone(transaction: Queryable, agencyId: number): Promise<void> {
  await transaction`select from agency where id = ${agencyId} for share`;
}

/**
 * Makes what is scarce in an agency, such as credits, what it may have only so many of, and its last owners, change in turns until the
 * transaction ends. False for an unknown agency. The weaker lock lets the foreign-key checks of its other inserts through.
 */
export async function lockAgency(transaction: Queryable, agencyId: number): Promise<boolean> {
  const rows = await transaction`select from agency where id = ${agencyId} for no key update`;
  return rows.length > 0;
}
