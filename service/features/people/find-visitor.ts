import type { Sql } from "../../floor/db/open.ts";
import { hashToken } from "../../floor/secret-links/random-token.ts";
import { freshSignInMinutes } from "./rules.ts";
import { findSession, type SessionMembership, type SignInMethod, touchSession } from "./session-sql.ts";

/** A person who is signed in, and the agency that the session works for now. */
export type SignedIn = {
  sessionId: string;
  personId: string;
  email: string;
  name: string | null;
  method: SignInMethod["method"];
  /** True where a partner of an agency vouches for the person: the session sees that agency alone. */
  isOfPartner: boolean;
  /** Whether the person showed who it is within the last minutes. */
  isFresh: boolean;
  agency: SessionMembership;
  memberships: readonly SessionMembership[];
};

/**
 * Who a session's token belongs to, with role and clients as they are now. Null for a session that is over, and for a person
 * who works for no agency any more.
 */
export async function findSignedIn(sql: Sql, token: string): Promise<SignedIn | null> {
  const tokenHash = hashToken(token);
  if (tokenHash === null) return null;
  const session = await findSession(sql, { tokenHash, freshMinutes: freshSignInMinutes });
  if (session === null) return null;
  const { memberships } = session;
  const agency = memberships.find(({ agencyId }) => agencyId === session.agencyId) ?? memberships[0];
  if (agency === undefined) return null;
  if (session.isDueForTouch) await touchSession(sql, session, agency.agencyId);
  const { sessionId, personId, email, name, method, isFresh, isOfPartner } = session;
  return { sessionId, personId, email, name, method, isFresh, isOfPartner, agency, memberships };
}
