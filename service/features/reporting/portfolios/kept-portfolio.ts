import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { Scope } from "../reports/scope.ts";
import { keepPortfolios } from "./sql.ts";

/**
 * A client as the scope of a report: the portfolio that is kept for it, made when it is first asked for. Throws `scope_not_found` for a
 * client that the agency has not.
 */
export async function keptPortfolio(sql: Queryable, agencyId: number, clientId: number): Promise<Scope> {
  const id = (await keepPortfolios(sql, agencyId, [clientId])).get(clientId);
  if (id === undefined) throw new ServiceError("scope_not_found", `The agency has no client ${clientId}.`);
  return { type: "portfolio", id };
}
