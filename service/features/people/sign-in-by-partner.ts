import type { Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { findSignedIn } from "./find-visitor.ts";
import { findMemberByEmail, type RequiredProvider } from "./partner-sql.ts";
import { type Browser, openWhereLetIn } from "./sign-in.ts";
import { openAttempt, sealAttempt } from "./sign-in-attempt.ts";

/** Whom a partner of an agency vouches for, and where the person goes on to. */
export type Vouched = {
  agencyId: number;
  personId: string;
  email: string;
  method: "oidc" | "handoff";
  isFresh: boolean;
  next: string;
};

type Deps = { sql: Sql; secrets: SecretCipher };
/** A new session, or the providers by which alone the person gets in; then the one in this browser goes on. */
export type Entered = ({ sessionToken: string } | { providers: RequiredProvider[] }) & { next: string };

const purpose = "partner sign-in";
/** A sign-in that is confirmed later than this is not fresh any more: people press the button at once. */
const freshMs = 60_000;

/**
 * Opens the session where the browser is signed in as this person already. In any other it returns what the browser keeps until the
 * person has said yes: another site can send anybody here with a sign-in of its own choice, who would then work in a stranger's account.
 */
export async function admitVouched(
  deps: Deps,
  vouched: Vouched,
  browser: Browser,
): Promise<Entered | { attempt: string }> {
  const present = browser.sessionToken === null ? null : await findSignedIn(deps.sql, browser.sessionToken);
  if (present?.personId === vouched.personId) return await enter(deps, vouched, browser);
  return { attempt: sealAttempt(deps.secrets, purpose, { ...vouched, vouchedAtMs: Date.now() }) };
}

/** Opens the session after the person's yes, in the browser that was asked. */
export async function signInVouched(
  deps: Deps,
  { attempt, browser }: { attempt: string | null; browser: Browser },
): Promise<Entered | { refusal: string }> {
  const opened =
    attempt === null
      ? null
      : openAttempt<Vouched & { vouchedAtMs: number }>(deps.secrets, purpose, attempt)?.value;
  if (opened === null || opened === undefined) return { refusal: "no_attempt" };
  const { agencyId, email, personId, vouchedAtMs } = opened;
  const member = await findMemberByEmail(deps.sql, agencyId, email);
  if (member?.personId !== personId) return { refusal: "no_such_person" };
  const isFresh = opened.isFresh && Date.now() - vouchedAtMs < freshMs;
  return await enter(deps, { ...opened, isFresh }, browser);
}

async function enter(
  { sql }: Deps,
  { agencyId, personId, method, isFresh, next }: Vouched,
  browser: Browser,
): Promise<Entered> {
  const by = { method, onlyAgencyId: agencyId, isFresh };
  return { ...(await openWhereLetIn(sql, { personId, browser, by })), next };
}
