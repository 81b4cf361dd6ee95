import { opensAnyAgency } from "../../features/people/partner-sql.ts";
import type { DashboardDeps } from "./deps.ts";
import type { Visit } from "./visit.ts";

/**
 * Whether a link by mail confirms who this is. Who came by the agency's provider is asked there again: a mail would prove less than the
 * agency wants. Where the agency requires a provider, a link would open another agency of the person, or none.
 */
export async function takesLink(
  { sql }: Pick<DashboardDeps, "sql">,
  { agencyId, signedIn: { personId, method } }: Visit,
): Promise<boolean> {
  if (method === "oidc") return false;
  return await opensAnyAgency(sql, { personId, method: "link", onlyAgencyId: agencyId });
}
