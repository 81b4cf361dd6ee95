import { ServiceError } from "../../errors.ts";
import type { AuditActor } from "../../features/audit/sql.ts";
import type { SignedIn } from "../../features/people/find-visitor.ts";
import { type Action, isInScope, isPermitted, type Role } from "../../features/people/rights.ts";
import { requestContext } from "../../floor/http/request-context.ts";

/** Who looks at a page or sends a form, for which agency, and what that person may do there. */
export type Visit = {
  agencyId: number;
  agencyName: string;
  /** Of the agency: moments are shown and read in it. */
  timeZone: string;
  role: Role;
  /** The clients that the person may see; null for all. Lists are asked for with it. */
  clientIds: readonly number[] | null;
  /** Who goes into the audit. */
  actor: AuditActor;
  requestId: string;
  signedIn: SignedIn;
  /** Whether to offer an action. The edge asks the same table before it runs one. */
  may: (action: Action) => boolean;
};

export function visitOf(signedIn: SignedIn, request: Request): Visit {
  const { agencyId, agencyName, timeZone, role, clientIds } = signedIn.agency;
  const member = { role, clientIds };
  return {
    agencyId,
    agencyName,
    timeZone,
    role,
    clientIds,
    actor: { type: "person", id: signedIn.personId, sessionId: signedIn.sessionId },
    requestId: requestContext(request).requestId,
    signedIn,
    may: (action) => isPermitted(member, action),
  };
}

/**
 * Refuses a client that the person is not let to, with the same 404 as one that is not there. To be asked for the client of
 * whatever a page shows or a form changes.
 */
export function requireClient(visit: Pick<Visit, "clientIds">, clientId: number): void {
  if (!isInScope(visit, clientId)) throw new ServiceError("not_found", "There is no such client.");
}
