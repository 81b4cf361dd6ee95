import { ServiceError } from "../../errors.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { uuidPattern } from "../../schema.ts";

/** What an operator names by its id alone, and the table that has it. */
const tables = {
  approval: "approval",
  asset: "asset",
  campaign: "campaign",
  client: "client",
  clipping: "media_mention",
  contact: "client_contact",
  draft: "draft",
  goal: "goal",
  key: "api_key",
  portfolio: "portfolio",
  release: "release",
  report: "publication_report",
  webhook: "webhook",
} as const;

export type OwnedThing = keyof typeof tables;

/** The agency that something belongs to. Only for commands of the operator, who may see every agency. Throws `not_found`. */
export async function findAgencyOf(sql: Queryable, what: OwnedThing, id: string | number): Promise<number> {
  const isId = typeof id === "number" || uuidPattern.test(id);
  const [row] = isId
    ? await sql<{ agencyId: number }[]>`
        select agency_id as "agencyId"
        from ${sql(tables[what])}
        where id = ${id}
      `
    : [];
  if (row !== undefined) return row.agencyId;
  throw new ServiceError("not_found", `There is no ${what} ${id}. \`${what} list\` shows the ids.`);
}
