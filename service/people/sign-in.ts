import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../db/open.ts";
import { findPersonByEmail } from "./person-sql.ts";
import { describeDevice, linkValidMinutes, normaliseEmail } from "./rules.ts";
import { insertSession } from "./session-sql.ts";
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

/** Where a sign-in link leads. */
export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/app/anmelden/${token}`;
}

/** Whose link this is, without using it up: mail scanners open links too. */
export async function readSignInLink(sql: Sql, token: string): Promise<{ email: string } | null> {
  const tokenHash = hashToken(token);
  return tokenHash === null ? null : await findLink(sql, tokenHash);
}

/** Uses a link up and opens a session; null for a link that is unknown, used or expired. */
export async function signInByLink(
  sql: Sql,
  input: { token: string; userAgent: string | null },
): Promise<{ sessionToken: string } | null> {
  const tokenHash = hashToken(input.token);
  if (tokenHash === null) return null;
  return await sql.begin(async (transaction) => {
    const personId = await takeLink(transaction, tokenHash);
    if (personId === null) return null;
    await deleteLinks(transaction, personId);
    return await openSession(transaction, { personId, userAgent: input.userAgent });
  });
}

/** Opens a session for a person who has shown who it is. Every sign-in gets a new one. */
export async function openSession(
  sql: Queryable,
  input: { personId: string; userAgent: string | null },
): Promise<{ sessionToken: string }> {
  const { token, tokenHash } = createToken();
  await insertSession(sql, {
    id: uuidv7(),
    tokenHash,
    personId: input.personId,
    device: describeDevice(input.userAgent),
  });
  return { sessionToken: token };
}
