import type { Queryable } from "../../../floor/db/open.ts";
import { hasImprint } from "../../clients/newsroom-sql.ts";
import { publicationCredits } from "../credits/schema.ts";
import { readCredits } from "../credits/sql.ts";

export type PublicationFacts = {
  price: number;
  balance: number;
  reserved: number;
  /** Without one nothing is published in the client's newsroom. */
  hasImprint: boolean;
};

/** What a person wants to know before publishing for a client. */
export async function readPublicationFacts(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<PublicationFacts> {
  const [{ balance, reserved }, imprint] = await Promise.all([
    readCredits(sql, agencyId),
    hasImprint(sql, agencyId, clientId),
  ]);
  return { price: publicationCredits, balance, reserved, hasImprint: imprint };
}
