import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { hasImprint } from "../../clients/newsroom-sql.ts";

/** Refuses to publish in a newsroom that does not say who answers for it (§ 5 DDG). */
export async function refuseMissingImprint(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<void> {
  if (await hasImprint(sql, agencyId, clientId)) return;
  throw new ServiceError(
    "imprint_missing",
    `The client's newsroom has no imprint, which § 5 DDG asks for (IMPRINT_MISSING). Somebody at the agency has to set one, in the dashboard or by \`pr-service newsroom set --client ${clientId} --imprint URL|FILE.md\`. Then publish again.`,
    { facts: { clientId } },
  );
}
