import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { createToken, hashToken } from "../../floor/secret-links/random-token.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { endHandedOver } from "./invitation-sql.ts";
import { listRequiredProviders, opensAnyAgency, type RequiredProvider } from "./partner-sql.ts";
import { findPersonByEmail, listAgencyIds } from "./person-sql.ts";
import { describeDevice, linkValidMinutes, normaliseEmail, printedLinkValidMinutes } from "./rules.ts";
import { insertSession, refreshSession, replaceSession, type SignInMethod } from "./session-sql.ts";
import { deleteLinks, findLink, insertLink, takeLink } from "./sign-in-link-sql.ts";

export type SignInLink = {
  personId: string;
  token: string;
  email: string;
  name: string | null;
  expiresAt: Date;
};

/**
 * Makes a link for the person with this address; null for an address of nobody who could get into an agency. With `confirmsSessionId`
 * it makes that session fresh, in its own browser, and opens no other.
 */
export async function issueSignInLink(
  sql: Sql,
  text: string,
  options: { validMinutes?: number; confirmsSessionId?: string | undefined } = {},
): Promise<SignInLink | null> {
  const { validMinutes = linkValidMinutes, confirmsSessionId = null } = options;
  const email = normaliseEmail(text);
  const person = email === null ? null : await findPersonByEmail(sql, email);
  if (person === null || person.agencyId === null) return null;
  const { token, tokenHash } = createToken();
  const expiresAt = await insertLink(sql, {
    tokenHash,
    personId: person.id,
    validMinutes,
    confirmsSessionId,
    onlyAgencyId: null,
  });
  return { personId: person.id, token, email: person.email, name: person.name, expiresAt };
}

/**
 * Makes a link to hand over by other ways than mail; null for an address of nobody who could get into an agency. Whoever opens it is
 * signed in as that person, so each of the person's agencies finds it in its log.
 */
export async function printSignInLink(
  sql: Sql,
  email: string,
  actor: AuditActor,
): Promise<SignInLink | null> {
  const link = await issueSignInLink(sql, email, { validMinutes: printedLinkValidMinutes });
  if (link === null) return null;
  const { personId } = link;
  const act = { actor, action: "person.link_printed", subject: { type: "person", id: personId } };
  const agencyIds = await listAgencyIds(sql, personId);
  await Promise.all(agencyIds.map((agencyId) => insertAudit(sql, agencyId, act)));
  return link;
}

/** Where a sign-in link leads; `next` is a path below `/app` to go on to. */
export function signInUrl(publicUrl: string, token: string, next = "/app"): string {
  const query = next === "/app" ? "" : `?weiter=${encodeURIComponent(next)}`;
  return `${publicUrl}/app/anmelden/${token}${query}`;
}

/** Whose link this is and whether this browser may use it, without using it up: mail scanners open links too. */
export async function readSignInLink(
  sql: Sql,
  input: { token: string; browser: Browser },
): Promise<{ email: string; isOfBrowser: boolean } | null> {
  const tokenHash = hashToken(input.token);
  return tokenHash === null ? null : await findLink(sql, { tokenHash, browserHash: hashOf(input.browser) });
}

/** What a new session knows of the browser: its user agent, and the session that it takes the place of. */
export type Browser = { userAgent: string | null; sessionToken: string | null };

/** A new session, or the providers by which alone the person gets in: none where no agency has the person any more. */
type Entered = { sessionToken: string } | { providers: RequiredProvider[] };

/** Uses a link up and opens a session, or makes the one fresh that it confirms; null for a link that is unknown, used or expired. */
export async function signInByLink(
  sql: Sql,
  input: { token: string; browser: Browser },
): Promise<Entered | null> {
  const tokenHash = hashToken(input.token);
  if (tokenHash === null) return null;
  return await sql.begin(async (transaction) => {
    const taken = await takeLink(transaction, { tokenHash, browserHash: hashOf(input.browser) });
    if (taken === null) return null;
    const { personId, confirmsSessionId, onlyAgencyId } = taken;
    const { browser } = input;
    if (onlyAgencyId !== null)
      return await openWhereLetIn(transaction, {
        personId,
        browser,
        by: { method: "invitation", onlyAgencyId, isFresh: true },
      });
    await deleteLinks(transaction, personId);
    if (confirmsSessionId !== null) return await confirmSession(transaction, confirmsSessionId);
    const by = { method: "link", onlyAgencyId: null, isFresh: true } as const;
    return await openWhereLetIn(transaction, { personId, browser, by });
  });
}

type NewSession = { personId: string; browser: Browser; by: SignInMethod };

/**
 * Opens a session that sees an agency. Where it would see none, nothing is opened: it would end the one that works in this browser, and
 * lead back to the first page without a word.
 */
export async function openWhereLetIn(sql: Queryable, input: NewSession): Promise<Entered> {
  const way = { personId: input.personId, ...input.by };
  if (await opensAnyAgency(sql, way)) return await openSession(sql, input);
  return { providers: await listRequiredProviders(sql, way) };
}

/**
 * Opens a session for a person who has shown who it is. Every sign-in gets a new one. One of the same person in the same browser
 * ends, and its agency stays chosen. What owners handed over in the person's name ends too.
 */
export async function openSession(
  sql: Queryable,
  { personId, browser, by }: NewSession,
): Promise<{ sessionToken: string }> {
  if (by.method !== "invitation") await endHandedOver(sql, { personId, onlyAgencyId: by.onlyAgencyId });
  const { token, tokenHash } = createToken();
  const oldHash = hashOf(browser);
  const agencyId = oldHash === null ? null : await replaceSession(sql, { tokenHash: oldHash, personId });
  await insertSession(sql, {
    id: uuidv7(),
    tokenHash,
    personId,
    device: describeDevice(browser.userAgent),
    agencyId: by.onlyAgencyId ?? agencyId,
    ...by,
  });
  return { sessionToken: token };
}

/** Gives the session a new token; its limits stay, such as the one agency of a partner's. */
async function confirmSession(sql: Queryable, sessionId: string): Promise<{ sessionToken: string } | null> {
  const { token, tokenHash } = createToken();
  return (await refreshSession(sql, { sessionId, tokenHash })) ? { sessionToken: token } : null;
}

function hashOf({ sessionToken }: Browser): Uint8Array | null {
  return sessionToken === null ? null : hashToken(sessionToken);
}
