import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../db/open.ts";
import { findPersonByEmail } from "./person-sql.ts";
import { describeDevice, linkValidMinutes, normaliseEmail } from "./rules.ts";
import { insertSession, replaceSession, type SignInMethod } from "./session-sql.ts";
import { deleteLinks, findLink, insertLink, takeLink } from "./sign-in-link-sql.ts";
import { createToken, hashToken } from "./token.ts";

export type SignInLink = { token: string; email: string; name: string | null; expiresAt: Date };

/** Makes a link for the person with this address; null for an address of nobody who works for an agency. */
export async function issueSignInLink(
  sql: Sql,
  text: string,
  validMinutes: number = linkValidMinutes,
): Promise<SignInLink | null> {
  const email = normaliseEmail(text);
  const person = email === null ? null : await findPersonByEmail(sql, email);
  if (person === null) return null;
  const { token, tokenHash } = createToken();
  const expiresAt = await insertLink(sql, { tokenHash, personId: person.id, validMinutes });
  return { token, email: person.email, name: person.name, expiresAt };
}

/** Where a sign-in link leads; `next` is a path below `/app` to go on to. */
export function signInUrl(publicUrl: string, token: string, next = "/app"): string {
  const query = next === "/app" ? "" : `?weiter=${encodeURIComponent(next)}`;
  return `${publicUrl}/app/anmelden/${token}${query}`;
}

/** Whose link this is, without using it up: mail scanners open links too. */
export async function readSignInLink(sql: Sql, token: string): Promise<{ email: string } | null> {
  const tokenHash = hashToken(token);
  return tokenHash === null ? null : await findLink(sql, tokenHash);
}

/** What a new session knows of the browser: its user agent, and the session that it takes the place of. */
export type Browser = { userAgent: string | null; sessionToken: string | null };

/** Uses a link up and opens a session; null for a link that is unknown, used or expired. */
export async function signInByLink(
  sql: Sql,
  input: { token: string; browser: Browser },
): Promise<{ sessionToken: string } | null> {
  const tokenHash = hashToken(input.token);
  if (tokenHash === null) return null;
  return await sql.begin(async (transaction) => {
    const personId = await takeLink(transaction, tokenHash);
    if (personId === null) return null;
    await deleteLinks(transaction, personId);
    return await openSession(transaction, {
      personId,
      browser: input.browser,
      by: { method: "link", onlyAgencyId: null, isFresh: true },
    });
  });
}

/**
 * Opens a session for a person who has shown who it is. Every sign-in gets a new one. One of the same person in the same browser
 * ends, and its agency stays chosen.
 */
export async function openSession(
  sql: Queryable,
  { personId, browser, by }: { personId: string; browser: Browser; by: SignInMethod },
): Promise<{ sessionToken: string }> {
  const { token, tokenHash } = createToken();
  const oldHash = browser.sessionToken === null ? null : hashToken(browser.sessionToken);
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
